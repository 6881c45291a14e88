"""The device signs in at a server that others wrote, Authlib's: what our client sends is judged by their code.

  walk.py PROGRAM    the built `deviceSignIn`
"""
import concurrent.futures
import logging
import os
import re
import subprocess
import sys
import threading
import time

import flask
import werkzeug.serving
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # of this machine only
logging.getLogger("werkzeug").setLevel(logging.ERROR)
CLIENT, SCOPE, INTERVAL = "the-device", "profile", 1


class Client(ClientMixin):
    client_id = CLIENT

    def get_client_id(self):
        return CLIENT

    def get_allowed_scope(self, scope):
        return scope if scope == SCOPE else ""

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "none"

    def check_grant_type(self, grant_type):
        return grant_type in (DeviceCodeGrant.GRANT_TYPE, "refresh_token")


class Provider:
    """A server with one person, who decides once the program has shown a code and made some requests."""

    def __init__(self, decision=None, after=0, too_early=(), ends_after=None):
        self.credentials, self.tokens, self.requests, self.shown = {}, [], [], ""
        self.decision, self.after, self.too_early, self.ends_after = decision, after, too_early, ends_after
        self.server = werkzeug.serving.make_server("127.0.0.1", 0, self.app(), threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def polls(self):
        return [request for request in self.requests if request["path"] == "/token"]

    def app(self):
        provider = self
        app = flask.Flask("provider")
        app.config.update(OAUTH2_REFRESH_TOKEN_GENERATOR=True)
        server = AuthorizationServer(
            app, lambda client_id: Client() if client_id == CLIENT else None,
            lambda token, request: provider.tokens.append(token))

        class Endpoint(DeviceAuthorizationEndpoint):
            CLIENT_AUTH_METHODS = ["none"]

            def get_verification_uri(self):
                return provider.url + "/device"

            def save_device_credential(self, client_id, scope, data):
                provider.credentials[data["device_code"]] = DeviceCredentialDict(
                    client_id=client_id, scope=scope, expires_at=time.time() + data["expires_in"], **data)

        Endpoint.INTERVAL = INTERVAL

        class Grant(DeviceCodeGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

            def query_device_credential(self, device_code):
                credential = provider.credentials.get(device_code)
                if credential and provider.ends_after == len(provider.polls()):
                    credential["expires_at"] = time.time() - 1
                return credential

            def query_user_grant(self, user_code):
                if provider.decision is None or user_code not in provider.shown:
                    return None
                return ("ada", provider.decision) if len(provider.polls()) > provider.after else None

            def should_slow_down(self, credential):
                return len(provider.polls()) in provider.too_early

        server.register_endpoint(Endpoint)
        server.register_grant(Grant)

        @app.before_request
        def keep():
            self.requests.append({
                "path": flask.request.path, "time": time.monotonic(), "form": flask.request.form.to_dict(),
                "type": flask.request.content_type})

        app.post("/device_authorization", endpoint="device")(
            lambda: server.create_endpoint_response(Endpoint.ENDPOINT_NAME))
        app.post("/token", endpoint="token")(server.create_token_response)
        return app


def walk(provider, client=CLIENT):
    """What the program prints, and its exit code."""
    run = subprocess.Popen(
        [sys.argv[1], provider.url + "/device_authorization", provider.url + "/token", client, SCOPE],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    limit = threading.Timer(60, run.kill)
    limit.start()
    for line in run.stdout:
        provider.shown += line
    code, shown = run.wait(), provider.shown
    limit.cancel()
    secrets = [token[kind] for token in provider.tokens for kind in ("access_token", "refresh_token")]
    assert not [secret for secret in [*secrets, *provider.credentials] if secret in shown], f"a secret is shown:\n{shown}"
    return shown, code


def waits(provider):
    """The seconds between the requests, the first one included."""
    times = [request["time"] for request in provider.requests]
    return [later - earlier for earlier, later in zip(times, times[1:])]


def allowed():
    provider = Provider(decision=True, after=2)
    shown, code = walk(provider)
    assert code == 0 and "You are signed in" in shown, shown
    (credential,) = provider.credentials.values()
    assert credential["user_code"] in shown and provider.url + "/device" in shown, shown
    assert re.search(r"Or open \S+user_code=", shown), shown
    first, *polls = provider.requests
    assert first["form"] == {"client_id": CLIENT, "scope": SCOPE}, first
    assert len(polls) >= 3 and len(provider.tokens) == 1, polls
    for poll in polls:
        assert poll["form"] == {
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": CLIENT,
            "device_code": credential["device_code"]}, poll
        assert poll["type"] == "application/x-www-form-urlencoded", poll
    assert min(waits(provider)) >= INTERVAL, waits(provider)


def slowed_down():
    provider = Provider(decision=True, after=2, too_early=[1])
    shown, code = walk(provider)
    assert code == 0, shown
    first, *later = waits(provider)
    assert first >= INTERVAL and min(later) >= INTERVAL + 5, waits(provider)


def declined():
    shown, code = walk(Provider(decision=False))
    assert code == 1 and "declined" in shown, shown


def expired():
    provider = Provider(ends_after=2)
    shown, code = walk(provider)
    assert code == 1 and "expired" in shown and len(provider.polls()) == 2, shown


def refused():
    provider = Provider()
    shown, code = walk(provider, client="somebody-else")
    assert code == 1 and "does not allow" in shown and not provider.polls(), shown


def wrong_arguments():
    run = subprocess.run([sys.argv[1], "https://example.org/"], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stdout) == (64, "") and run.stderr.startswith("Usage:"), run


with concurrent.futures.ThreadPoolExecutor() as pool:
    for run in [pool.submit(each) for each in (allowed, slowed_down, declined, expired, refused, wrong_arguments)]:
        run.result()
print("signed in at a server of Authlib; its slow_down, denial, expiry and refusal are followed")
