"""The registration in the terminal, on a server that is not ours: from no tokens to a confirmed registration, a restart, a
renewal and a logout; and what is told when something is wrong with what the server says."""
import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from joserfc.jwk import RSAKey

from provider import CLIENT, SCHEME, Provider


def walk(command, provider, store, *typed, is_over=False, more=()):
    """What is told in a run in which this is typed, where the stored token may be over; the letters of it too."""
    if is_over:
        kept = pathlib.Path(store) / "registration.secret"
        kept.write_text(json.dumps({**json.loads(kept.read_text()), "expires_at": 1_000}))
    run = subprocess.run(
        [command, "registration", "--domain-url", provider.url, "--client-id", CLIENT, "--scheme", SCHEME, "--follow",
         "--store", store, *more],
        input="".join(line + "\n" for line in (*typed, "quit")), capture_output=True, text=True, timeout=120)
    for token in provider.tokens:
        for name in ("access_token", "refresh_token", "id_token"):
            assert token.token[name] not in run.stdout + run.stderr, f"a secret is shown: {name}"
    return run.stdout + run.stderr, re.findall(r"^== (\S+)", run.stdout, re.MULTILINE)


def expect(letters, walked):
    text, seen = walked
    assert seen == list(letters), f"{seen} instead of {letters}:\n{text}"
    return text


def asked(provider, path):
    return [request for request in provider.requests if request["path"] == path]


def the_whole_way(command):
    provider = Provider()
    with tempfile.TemporaryDirectory() as store:
        # Nothing is there, so a way to register is asked for; then the site, the confirmation, and it is active.
        text = expect("DGH", walk(command, provider, store, "social", "confirm"))
        assert "Ada Lovelace, ada@example.org" in text, text
        (begin,) = asked(provider, "/authorize")
        query = begin["query"]
        assert query["response_type"] == "code" and query["redirect_uri"] == provider.client.redirect_uri, query
        assert set(query["scope"].split()) == {"openid", "profile", "email", "offline_access"}, query
        assert query["audience"] == provider.url + "/userinfo" and query["code_challenge_method"] == "S256", query
        for secret in ("state", "nonce", "code_challenge"):
            assert len(query[secret]) >= 22, (secret, query)
        (exchange,) = asked(provider, "/oauth/token")
        body = exchange["body"]
        assert set(body) == {"grant_type", "client_id", "code", "code_verifier", "redirect_uri"}, body
        digest = hashlib.sha256(body["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == query["code_challenge"], body
        (first,) = provider.refreshable()

        # Another run finds the tokens, and nobody is asked.
        before = len(provider.requests)
        expect("B", walk(command, provider, store))
        assert len(provider.requests) == before

        # A run for which they have expired renews them. They rotate: the old refresh token is dead, the new one is kept.
        expect("C", walk(command, provider, store, is_over=True))
        assert first.used and len(provider.refreshable()) == 1
        expect("C", walk(command, provider, store, is_over=True))
        (last,) = provider.refreshable()
        renewals = [request["body"] for request in asked(provider, "/oauth/token")[1:]]
        assert [set(body) for body in renewals] == [{"grant_type", "client_id", "refresh_token"}] * 2, renewals
        assert renewals[0]["refresh_token"] == first.token["refresh_token"] != renewals[1]["refresh_token"]

        # The back-end has refused the access token: another one.
        expect("BC", walk(command, provider, store, "rejected"))
        (last,) = provider.refreshable()

        # Leaving revokes the refresh token, and nothing is left in the store.
        expect("BD", walk(command, provider, store, "logout"))
        (revocation,) = asked(provider, "/oauth/revoke")
        assert revocation["body"] == {"client_id": CLIENT, "token": last.token["refresh_token"]}, revocation
        assert revocation["status"] == 200 and not provider.refreshable()
        expect("D", walk(command, provider, store))
    statuses = {(request["path"], request["status"]) for request in provider.requests}
    assert all(status in (200, 302) for _, status in statuses), statuses
    provider.close()
    return len(provider.requests)


def two_at_once(command):
    """Two runs that confirm: what the server rotates for one is not lost by the other's store."""
    provider = Provider()
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        expect("DGH", walk(command, provider, one, "social", "confirm"))
        expect("DGDGH", walk(command, provider, two, "social", "retry", "social", "confirm"))
        # What was not confirmed is in no store: three sign-ins, and two of them are kept.
        expect("C", walk(command, provider, one, is_over=True))
        expect("C", walk(command, provider, two, is_over=True))
        assert sum(token.used for token in provider.tokens) == 2
    provider.close()


def refusals(command):
    """What is wrong with an answer, and what is shown of it."""
    now = int(time.time())
    wrong = {
        "another nonce": {"nonce": "another"}, "no nonce": {"nonce": None}, "another issuer": {"iss": "http://127.0.0.1/"},
        "another client": {"aud": ["another"]}, "several clients": {"aud": [CLIENT, "another"]},
        "expired": {"exp": now - 120}, "nobody": {"sub": ""}, "not verified": {"email_verified": False},
        "verified in words": {"email_verified": "true"}, "no email": {"email": None},
    }
    count = 0
    for name, claims in wrong.items():
        provider = Provider()
        provider.claims = claims
        with tempfile.TemporaryDirectory() as store:
            text = expect("DF", walk(command, provider, store, "social"))
            expected = "emailUnverified" if "verified" in name or "email" in name else "invalidIdToken"
            assert expected.lower() in text.lower(), (name, text)
            # Nothing of it is kept.
            expect("D", walk(command, provider, store))
        provider.close()
        count += 1
    provider = Provider()
    with tempfile.TemporaryDirectory() as store:
        provider.signing = RSAKey.generate_key(2048)
        assert "invalidIdToken".lower() in expect("DF", walk(command, provider, store, "social")).lower()
        provider.signing = provider.key
        # The person says no, then yes.
        provider.error = "access_denied"
        assert "callbackRefused" in expect("DFD", walk(command, provider, store, "social", "retry"))
        provider.error = None
        expect("DGH", walk(command, provider, store, "social", "confirm"))
        # Somebody else has revoked the refresh token: the way back leads to the beginning.
        for token in provider.tokens:
            token.revoked = True
        expect("ED", walk(command, provider, store, "retry", is_over=True))
        expect("D", walk(command, provider, store))
        # No server at all: the tokens are kept, and renewed when it is there again. Nobody knows whether it had got the
        # request, so that is tried at once.
        expect("DGH", walk(command, provider, store, "social", "confirm"))
        provider.close()
        expect("E", walk(command, provider, store, is_over=True))
        expect("E", walk(command, provider, store))
        provider.open()
        expect("C", walk(command, provider, store))
        expect("B", walk(command, provider, store))
        provider.close()
    return count + 4


if __name__ == "__main__":
    flow = sys.argv[1]
    requests = the_whole_way(flow)
    two_at_once(flow)
    print(f"walked through the registration on Authlib's server, {requests} requests; "
          f"{refusals(flow)} wrong answers are found")
