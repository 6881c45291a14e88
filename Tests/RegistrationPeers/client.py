"""Authlib's client, which sends forms, and Auth0's own, which sends JSON and asks for codes by email, on the server of the
tests: that server is not merely an echo of our client."""
import pathlib
import re
import sys
import tempfile
import time
import urllib.parse

import requests
from auth0.authentication import GetToken, Passwordless, RevokeToken, Users
from auth0.authentication.exceptions import Auth0Error
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "PeerSupport"))
from loopback import Loopback  # noqa: E402, after its folder is known

SCHEME = "com.clueride.player"


def client(server, name):
    host = server.url.removeprefix("http://")
    return OAuth2Session(
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
        assert session.revoke_token(server.url + "/oauth/revoke", value).status_code == 200
    for value in (again["refresh_token"], token["refresh_token"]):
        refused("invalid_grant", session.refresh_token, server.url + "/oauth/token", value)
    headers = {"Authorization": "Bearer nothing"}
    assert requests.get(server.url + "/userinfo", headers=headers, timeout=30).status_code == 401


def denied(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except Auth0Error as problem:
        assert problem.error_code == error, (problem.error_code, error)
    else:
        raise AssertionError(f"was not refused with {error}")


def by_email(server, told):
    """Auth0's own client asks for a code by email, and signs in with it."""
    name, host = "loopback-email", server.url.removeprefix("http://")
    start, tokens = (kind(host, name, protocol="http") for kind in (Passwordless, GetToken))

    def code():
        return re.findall(r"code is (\d{6})", told.read_text())[-1]

    def sign_in(address, otp):
        return tokens.passwordless_login(
            address, otp, realm="email", scope="openid profile email offline_access", audience=server.url + "/userinfo")

    address = "grace@example.org"
    sent = start.email(address, send="code")
    assert sent["email"] == address, sent
    denied("bad.connection", Passwordless(host, "nobody", protocol="http").email, address, send="code")
    denied("invalid_grant", sign_in, address, "none")
    denied("invalid_grant", sign_in, "other@example.org", code())
    token = sign_in(address, code())
    denied("invalid_grant", sign_in, address, code())
    claims = identity(server, name, token)
    assert claims["email"] == address and claims["email_verified"] is True and claims["sub"] == "email|" + address
    person = Users(host, protocol="http").userinfo(token["access_token"])
    assert all(claims[key] == person[key] for key in ("sub", "email", "email_verified", "name")), person

    again = tokens.refresh_token(token["refresh_token"])
    assert again["refresh_token"] != token["refresh_token"] and identity(server, name, again)["sub"] == claims["sub"]
    RevokeToken(host, name, protocol="http").revoke_refresh_token(again["refresh_token"])
    denied("invalid_grant", tokens.refresh_token, again["refresh_token"])

    # The page of the site that asks for such a code.
    session = client(server, name)
    page, state, verifier, _ = begin(session, server)
    asked = requests.get(page + "&connection=email", timeout=30)
    ticket = re.search(r'name="ticket" value="([^"]+)"', asked.text).group(1)
    form = urllib.parse.urljoin(asked.url, re.search(r'<form action="([^"]+)"', asked.text).group(1))
    wrong = requests.get(form, params={"ticket": ticket, "code": "none"}, allow_redirects=False, timeout=30)
    assert wrong.status_code == 400 and "<form" in wrong.text, wrong.text
    right = requests.get(form, params={"ticket": ticket, "code": code()}, allow_redirects=False, timeout=30)
    token = dict(fetch(session, server, right.headers["Location"], state, verifier))
    assert identity(server, name, token)["sub"] == "email|ada@example.org"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        told = pathlib.Path(scratch) / "told"
        with told.open("w") as stderr, Loopback(sys.argv[1], "registration", stderr) as server:
            run(server)
            by_email(server, told)
            # What clients have to know.
            for words in ("loopback-social", "loopback-email", f"{SCHEME}://", "http://127.0.0.1:", "/rest"):
                assert words in told.read_text(), told.read_text()
    print("Authlib's client and Auth0's own: signed in, by email too, renewed, revoked, and refused where it has to be")
