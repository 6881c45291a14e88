"""Authlib's client on the server of the tests: that server is not merely an echo of our client.

Authlib sends forms where Auth0 takes JSON too, so its bodies are written as JSON on their way.
"""
import pathlib
import sys
import time
import urllib.parse

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "PeerSupport"))
from loopback import Loopback  # noqa: E402, after its folder is known

SCHEME = "com.clueride.player"


def as_json(request):
    """What a form says, as JSON."""
    if request.headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded"):
        body = request.body.decode() if isinstance(request.body, bytes) else request.body
        request.headers["Content-Type"] = "application/json"
        request.prepare_body(None, None, json=dict(urllib.parse.parse_qsl(body)))
    return request


class Session(OAuth2Session):
    def send(self, request, **more):
        return super().send(as_json(request), **more)


def client(server, name):
    host = server.url.removeprefix("http://")
    return Session(
        name, token_endpoint_auth_method="none", code_challenge_method="S256",
        scope="openid profile email offline_access", redirect_uri=f"{SCHEME}://{host}/cordova/{SCHEME}/callback")


def begin(session, server):
    verifier, nonce = generate_token(48), generate_token(24)
    page, state = session.create_authorization_url(
        server.url + "/authorize", code_verifier=verifier, nonce=nonce, audience=server.url + "/userinfo")
    return page, state, verifier, nonce


def go(page):
    """Where the browser is led."""
    return requests.get(page, allow_redirects=False, timeout=30).headers["Location"]


def fetch(session, server, callback, state, verifier):
    return session.fetch_token(
        server.url + "/oauth/token", authorization_response=callback, state=state, code_verifier=verifier)


def refused(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except OAuthError as problem:
        assert problem.error == error, (problem.error, error)
    else:
        raise AssertionError(f"was not refused with {error}")


def identity(server, name, token, nonce=None):
    """What an ID token says, checked by Authlib's rules for one that came with a code."""
    keys = KeySet.import_key_set(requests.get(server.url + "/.well-known/jwks.json", timeout=30).json())
    found = jwt.decode(token["id_token"], keys, algorithms=["RS256"])
    claims = CodeIDToken(
        found.claims, found.header, {"iss": {"essential": True, "value": server.url + "/"}},
        {"nonce": nonce, "client_id": name, "access_token": token["access_token"]})
    claims.validate(now=int(time.time()), leeway=0)
    assert claims["aud"] in (name, [name]), claims
    return claims


def run(server):
    name = "loopback-social"
    session = client(server, name)
    page, state, verifier, nonce = begin(session, server)
    callback = go(page)
    token = dict(fetch(session, server, callback, state, verifier))
    assert token["token_type"] == "Bearer" and token["expires_in"] > 0, token.keys()
    claims = identity(server, name, token, nonce)
    assert claims["email_verified"] is True and claims["nonce"] == nonce
    person = session.get(server.url + "/userinfo").json()
    assert all(claims[key] == person[key] for key in ("sub", "email", "email_verified", "name")), person

    # A code is good once, and only with the verifier that belongs to it.
    refused("invalid_grant", fetch, session, server, callback, state, verifier)
    page, state, verifier, _ = begin(session, server)
    refused("invalid_grant", fetch, session, server, go(page), state, generate_token(48))
    page, state, verifier, _ = begin(client(server, name), server)
    refused("invalid_grant", fetch, session, server, callback, None, verifier)
    stranger = client(server, "nobody")
    assert "Location" not in requests.get(begin(stranger, server)[0], allow_redirects=False, timeout=30).headers
    refused("invalid_client", fetch, stranger, server, callback, None, verifier)
    plain = begin(session, server)[0].replace("S256", "plain")
    assert "error=invalid_request" in go(plain), go(plain)

    # Refresh tokens rotate.
    again = dict(session.refresh_token(server.url + "/oauth/token", token["refresh_token"]))
    assert again["refresh_token"] != token["refresh_token"] and again["access_token"] != token["access_token"]
    assert identity(server, name, again)["sub"] == claims["sub"]
    refused("invalid_grant", session.refresh_token, server.url + "/oauth/token", "nothing")

    # Revoking: the refresh token is dead, and so are those before it. Unknown ones are fine.
    for value in (again["refresh_token"], "nothing"):
        assert session.revoke_token(server.url + "/oauth/revoke", value, body=f"client_id={name}").status_code == 200
    for value in (again["refresh_token"], token["refresh_token"]):
        refused("invalid_grant", session.refresh_token, server.url + "/oauth/token", value)
    headers = {"Authorization": "Bearer nothing"}
    assert requests.get(server.url + "/userinfo", headers=headers, timeout=30).status_code == 401


if __name__ == "__main__":
    with Loopback(sys.argv[1], "registration") as server:
        run(server)
        print("Authlib's client: signed in, renewed, revoked, and refused where it has to be")
