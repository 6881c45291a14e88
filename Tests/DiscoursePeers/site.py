"""A Discourse site in Python, where `cryptography` encrypts: enough of it to log on with a one-time password. Prints its
address, and ends when its input does. Everybody is logged on in the browser, and nobody in the web view."""

import base64
import html
import http.server
import json
import os
import secrets
import sys
import threading
import urllib.parse

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

KEYS, OTPS, LOGINS = set(), set(), set()
# Below version 4, sites know no one-time passwords.
VERSION = int(os.environ.get("SITE_VERSION", "4"))


def seal(fields, text):
    key = serialization.load_pem_public_key(fields["public_key"].encode())
    oaep = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)
    block = key.encrypt(text.encode(), oaep if fields.get("padding") == "oaep" else padding.PKCS1v15())
    signs = base64.b64encode(block).decode()
    return "".join(signs[start : start + 60] + "\n" for start in range(0, len(signs), 60))


def one_time_password(fields):
    token = secrets.token_hex(16)
    OTPS.add(token)
    return seal(fields, token)


class Site(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def answer(self, status=200, body="", kind="text/html", is_on=False, **headers):
        if kind == "text/html":
            # As Discourse marks pages for strangers.
            start = "<html>" if is_on else '<html class="anon">'
            body = start + '<meta name="generator" content="Discourse 3.4.0">' + body
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def call(self, **fields):
        query = urllib.parse.urlencode(fields)
        self.answer(302, Location="discourse://auth_redirect?" + query)

    def do_HEAD(self):
        self.send_response(200)
        self.send_header("Auth-Api-Version", str(VERSION))
        self.end_headers()

    def form(self, action, fields):
        hidden = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in fields.items())
        self.answer(body=f'<form method="post" action="{action}">{hidden}</form>')

    def do_GET(self):
        path, _, query = self.path.partition("?")
        fields = dict(urllib.parse.parse_qsl(query))
        is_on = self.headers.get("Cookie", "").removeprefix("_t=") in LOGINS
        if "User-Api-Key" in self.headers:
            if self.headers["User-Api-Key"] not in KEYS:
                self.answer(403, '{"errors": ["no"], "error_type": "invalid_access"}', "application/json")
            elif path == "/session/current.json":
                self.answer(body='{"current_user": {"username": "ada"}}', kind="application/json")
            else:
                self.answer(body='{"unread_notifications": 1}', kind="application/json")
        elif path == "/site/basic-info.json":
            self.answer(body='{"title": "Python\'s forum"}', kind="application/json")
        elif path in ("/user-api-key/new", "/user-api-key/otp"):
            self.form(path.removesuffix("/new"), fields)
        elif path.startswith("/session/otp/") and path.split("/")[-1] in OTPS:
            self.form("", {})
        elif "user_api_public_key" in fields and VERSION >= 4 and not is_on:
            serialization.load_pem_public_key(fields["user_api_public_key"].encode())
            self.call(otp="true")
        else:
            self.answer(body="Welcome", is_on=is_on)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        fields = dict(urllib.parse.parse_qsl(body))
        if self.path == "/user-api-key":
            key = secrets.token_hex(16)
            KEYS.add(key)
            payload = {"key": key, "nonce": fields["nonce"], "push": False, "api": VERSION}
            answer = {"payload": seal(fields, json.dumps(payload))}
            if VERSION >= 4:
                answer["oneTimePassword"] = one_time_password(fields)
            self.call(**answer)
        elif self.path == "/user-api-key/otp":
            self.call(oneTimePassword=one_time_password(fields))
        elif self.path.startswith("/session/otp/"):
            OTPS.remove(self.path.split("/")[-1])
            login = secrets.token_hex(16)
            LOGINS.add(login)
            self.answer(302, Location="/", Set_Cookie=f"_t={login}; Path=/")
        else:
            KEYS.discard(self.headers["User-Api-Key"])
            self.answer(body='{"success": "OK"}', kind="application/json")


server = http.server.HTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}", flush=True)
sys.stdin.read()
