"""Mozilla's own client for accounts, on the server of the tests: that server is not merely an echo of our client."""
import base64
import hashlib
import json
import sys
import time
import urllib.error
import urllib.request

import fxa.core
import fxa.errors

from server import Server, totp

flow, scheme = sys.argv[1:]
email, password, key = "peer@example.org", "a password of a peer", "12345678901234567890"


def refused(errno, call, *arguments, **named):
    """The call has to fail with this number."""
    try:
        call(*arguments, **named)
    except fxa.errors.ClientError as error:
        assert error.errno == errno, (error.errno, errno)
    else:
        raise AssertionError(f"was not refused with {errno}")


def hawk(server, auth, path, key=None, ts=None):
    """A header that another library makes for a request with `{}`."""
    import hawkauthlib
    import webob

    request = webob.Request.blank(server.url + path, method="POST", body=b"{}", content_type="application/json")
    digest = hashlib.sha256(b"hawk.1.payload\napplication/json\n{}\n").digest()
    params = {"hash": base64.b64encode(digest).decode()}
    if ts is not None:
        params["ts"] = str(ts)
    return hawkauthlib.sign_request(request, auth.id, key or auth.auth_key, params=params)


def answer(server, path, header, body=b"{}"):
    """The number of the error that a header gets; None when it is taken."""
    headers = {"Authorization": header, "Content-Type": "application/json"}
    try:
        urllib.request.urlopen(urllib.request.Request(server.url + path, body, headers), timeout=30)
    except urllib.error.HTTPError as error:
        return json.load(error)["errno"]


def wrong_headers(server, auth):
    """Whatever is wrong with a header is found."""
    path, now = "/v1/session/resend_code", int(time.time())
    right = hawk(server, auth, path)
    assert answer(server, path, right) is None
    assert answer(server, path, right) == 115
    assert answer(server, path, hawk(server, auth, path, key=b"k" * 32)) == 109
    assert answer(server, path, hawk(server, auth, path), b"{ }") == 109
    assert answer(server, path, hawk(server, auth, path + "x")) == 109
    for time_ in (now - 3600, now + 3600, -2**63, 2**63 - 1):
        assert answer(server, path, hawk(server, auth, path, ts=time_)) == 111, time_


with Server(flow) as server:
    client = fxa.core.Client(server.url)

    # An account, and the code that confirms it.
    session = client.create_account(email, password)
    refused(101, client.create_account, email, password)
    refused(183, session.apiclient.post, "/session/verify_code", {"code": "abcdef"}, auth=session._auth)
    session.apiclient.post("/session/resend_code", {}, auth=session._auth)
    code = server.mail(email, "verification")
    assert session.apiclient.post("/session/verify_code", {"code": code}, auth=session._auth) == {}
    sent = session._auth
    assert type(sent).__name__ == {"bearer": "FxATokenBearerAuth", "hawk": "HawkTokenAuth"}[scheme]
    if scheme == "hawk":
        wrong_headers(server, sent)

    # Signing in, with everything that can be wrong.
    refused(102, client.login, "nobody@example.org", password)
    refused(103, client.login, email, "another password")
    assert client.login(email, password).verified is True

    # With an unblock code.
    server.change(email, blocked=True)
    refused(125, client.login, email, password)
    client.send_unblock_code(email)
    refused(127, client.login, email, password, unblock_code="WRONG123")
    unblock = server.mail(email, "unblock")
    assert client.login(email, password, unblock_code=unblock).verified is True
    server.change(email, blocked=True)
    refused(127, client.login, email, password, unblock_code=unblock)
    # The code is used up before the password is looked at.
    client.send_unblock_code(email)
    unblock = server.mail(email, "unblock")
    refused(103, client.login, email, "another password", unblock_code=unblock)
    refused(127, client.login, email, password, unblock_code=unblock)
    server.change(email, blocked=False)

    # With a second factor.
    server.change(email, totp=key)
    session = client.login(email, password, verification_method="email-otp")
    assert session.verified is False and session.verificationMethod == "totp-2fa"
    refused(107, session.totp_verify, "abcdef")
    assert session.totp_verify("000000") is False or totp(key, time.time()) == "000000"
    assert session.totp_verify(totp(key, time.time())) is True
    clients = session.apiclient.get("/account/attached_clients", auth=session._auth)
    assert clients == [], clients
    session.destroy_session()
    refused(110, session.apiclient.get, "/account/attached_clients", auth=session._auth)

    # And the end.
    server.change(email, totp="")
    refused(103, client.destroy_account, email, "another password")
    client.destroy_account(email, password)
    refused(102, client.login, email, password)
print(f"PyFxA {scheme}: created, signed in with an unblock code and a second factor, deleted")
