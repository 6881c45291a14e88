"""Stands between our client and the server and has every Hawk header checked by two libraries that others wrote."""
import http.server
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import fxa.crypto
import hawkauthlib
import mohawk
import webob

from server import Server

flow = sys.argv[1]
keys, nonces, checked, problems = {}, set(), [], []


def learn(token):
    """The keys of a session, by PyFxA's derivation."""
    derived = fxa.crypto.derive_key(bytes.fromhex(token), "sessionToken", 96)
    keys[derived[:32].hex()] = derived[32:64]


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def check(self, body):
        header = self.headers["Authorization"]
        place = f"http://{self.headers['Host']}{self.path}"
        session = header.split('id="')[1].split('"')[0]
        credentials = {"id": session, "key": keys[session], "algorithm": "sha256"}
        mohawk.Receiver(
            lambda _: credentials, header, place, self.command, content=body,
            content_type=self.headers.get("Content-Type", ""), timestamp_skew_in_seconds=60,
            accept_untrusted_content=not body, seen_nonce=lambda *nonce: nonce in nonces or nonces.add(nonce),
        )
        request = webob.Request.blank(
            place, method=self.command, body=body, headers={"Authorization": header},
            content_type=self.headers.get("Content-Type", ""),
        )
        assert hawkauthlib.check_signature(request, keys[session]), "hawkauthlib says no"
        wrong = webob.Request.blank(place + "x", method=self.command, headers={"Authorization": header})
        assert not hawkauthlib.check_signature(wrong, keys[session]), "hawkauthlib says yes to anything"
        checked.append(self.path)

    def handle_one(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "Authorization" in self.headers:
            try:
                self.check(body)
            except Exception as error:  # noqa: BLE001, whatever a library says is told below
                problems.append((self.path, repr(error)))
        names = ("Authorization", "Content-Type", "Host")
        headers = {name: self.headers[name] for name in names if name in self.headers}
        request = urllib.request.Request(server.url + self.path, body or None, headers, method=self.command)
        try:
            answer = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        content = answer.read()
        if b"sessionToken" in content:
            learn(json.loads(content)["sessionToken"])
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.headers["Content-Type"])
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = True

    do_GET = do_POST = handle_one


with Server(flow) as server:
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    result = subprocess.run(
        [flow, "fxa", "--hawk", "--guardian", server.url, "--accounts", f"http://127.0.0.1:{proxy.server_port}",
         "--delete-account", "--email", "plain@example.org"],
        input="correct horse\nyes\n", capture_output=True, text=True, timeout=120,
    )
    assert "The account was deleted." in result.stdout, result.stdout + result.stderr
assert not problems, problems
assert set(checked) >= {"/v1/oauth/authorization", "/v1/account/attached_clients", "/v1/account/destroy"}, checked
print(f"mohawk and hawkauthlib accept our {len(checked)} Hawk headers")
