"""A command that is run as a person runs it, a proxy that knows what goes over the wire, and the search for secrets in
everything that the command leaves."""
import base64
import http.client
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse


def forms(secret):
    """A text in the forms in which it could be written down."""
    data = secret.encode()
    found = {
        secret, secret[::-1], secret.upper(), data.hex(), data.hex().upper(), urllib.parse.quote(secret, safe=""),
        urllib.parse.quote_plus(secret), urllib.parse.quote(secret), "".join(f"%{byte:02x}" for byte in data), "".join(f"%{byte:02X}" for byte in data),
        json.dumps(secret)[1:-1],
        base64.b32encode(data).decode().rstrip("="),
    }
    # In the middle of something that is encoded, a text begins at any of three places, and its ends are mixed with others.
    for before in range(3):
        text = base64.b64encode(b"\0" * before + data).decode()
        first = (0, 2, 3)[before]
        last = len(text) - (0, 3, 2)[(before + len(data)) % 3]
        found |= {text[first:last], text[first:last].replace("+", "-").replace("/", "_")}
    # Without the last zero, so that either order of the bytes is found.
    return {form.encode() for form in found if form} | {secret.encode("utf-16-le")[:-1] if len(secret) > 1 else secret.encode("utf-16-le")}


def leaks(data, secrets):
    """The secrets that stand somewhere in bytes. A short code has to stand alone: its digits are in many numbers."""
    found = []
    for secret in secrets:
        for form in forms(secret):
            if len(secret) < 12 and secret.isalnum():
                form = rb"(?<![0-9A-Za-z])" + re.escape(form) + rb"(?![0-9A-Za-z])"
                if re.search(form, data):
                    found.append(secret)
                    break
            elif form in data:
                found.append(secret)
                break
    return found


class Run:
    """A command with folders of its own: whatever it leaves behind is there."""

    def __init__(self, *command):
        self.folder = tempfile.TemporaryDirectory()
        environment = dict(os.environ, HOME=self.folder.name, TMPDIR=self.folder.name, XDG_CACHE_HOME=self.folder.name)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder.name,
            env=environment)
        self.told = {"stdout": b"", "stderr": b""}
        self.place = 0
        self.change = threading.Condition()
        self.readers = [threading.Thread(target=self.read, args=(name,), daemon=True) for name in self.told]
        for reader in self.readers:
            reader.start()

    def read(self, name):
        stream = getattr(self.process, name)
        while data := os.read(stream.fileno(), 65536):
            with self.change:
                self.told[name] += data
                self.change.notify_all()

    def until(self, end):
        """What is written until something stands there."""
        end = end.encode()
        with self.change:
            there = self.change.wait_for(lambda: end in self.told["stdout"][self.place:], timeout=60)
            new = self.told["stdout"][self.place:]
            assert there, f"never says {end!r}: {new.decode(errors='replace')}"
            place = new.index(end) + len(end)
            self.place += place
            return new[:place].decode()

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self, question, line):
        text = self.until(question)
        self.say(line)
        return text

    def insist(self, line, end):
        """Says a line again and again, until something is written that comes by itself."""
        for _ in range(300):
            with self.change:
                if self.change.wait_for(lambda: end.encode() in self.told["stdout"][self.place:], timeout=0.2):
                    break
            self.say(line)
        return self.until(end)

    def end(self):
        """Waits for the end of the command."""
        self.process.stdin.close()
        status = self.process.wait(timeout=60)
        for reader in self.readers:
            reader.join(timeout=60)
        return status

    def left(self, kept=()):
        """Names and contents of the files left behind, without those that are meant to keep secrets."""
        parts = []
        for path in sorted(pathlib.Path(self.folder.name).rglob("*")):
            name = str(path.relative_to(self.folder.name))
            parts.append(name.encode())
            if path.is_file() and not any(name.startswith(keep) for keep in kept):
                parts.append(path.read_bytes())
        return b"\n".join(parts)


class Proxy(http.server.ThreadingHTTPServer):
    """Hands everything on, and keeps what looks like a secret in requests and answers."""

    daemon_threads = True
    # Fields whose values are secret although they are short.
    SHORT = ("code", "password", "unblockCode", "userInput", "value", "verificationCode", "pin", "biometric")

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), Handler)
        self.target, self.url = target, f"http://127.0.0.1:{self.server_address[1]}"
        self.secrets, self.count = {}, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """Whoever asks may hang up before the answer: a question that is open for long is left at the end."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def note(self, name, value):
        """A value of the wire. Long ones are secrets, whatever they are called; those that are none are named where the
        search is."""
        if isinstance(value, dict):
            for key, inner in value.items():
                self.note(key, inner)
        elif isinstance(value, list):
            for inner in value:
                self.note(name, inner)
        elif isinstance(value, str) and len(value) >= (4 if name in self.SHORT else 16):
            self.secrets.setdefault(name, set()).add(value)

    def read(self, headers, body):
        for name in ("Authorization", "User-Api-Key", "Cookie", "Set-Cookie", "X-Session-Token"):
            for value in headers.get_all(name) or []:
                for part in re.split(r"[ ;,]+|(?<=[a-zA-Z_])=", value):
                    if len(part) >= 16:
                        self.note(name, part.strip('"'))
        try:
            self.note("", json.loads(body))
        except ValueError:
            if "form" in (headers.get("Content-Type") or ""):
                for name, value in urllib.parse.parse_qsl(body.decode(errors="replace")):
                    self.note(name, value)

    def known(self, *public):
        """The secrets so far, without the fields that are meant to be told."""
        names = [name for name in self.secrets if name not in public]
        return sorted(set().union(*(self.secrets[name] for name in names)) if names else set())


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def handle_any(self):
        own, theirs = self.server.url.encode(), self.server.target.encode()
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.read(self.headers, body)
        self.server.count += 1
        headers = {
            name: value.replace(self.server.url, self.server.target) for name, value in self.headers.items()
            if name.lower() not in ("host", "content-length", "connection", "accept-encoding", "te")
        }
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.server.target).netloc, timeout=30)
        connection.request(self.command, self.path, body.replace(own, theirs) or None, headers)
        answer = connection.getresponse()
        text = answer.read().replace(theirs, own)
        self.server.read(answer.headers, text)
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in ("content-length", "connection", "transfer-encoding", "server"):
                self.send_header(name, value.replace(self.server.target, self.server.url))
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_HEAD = handle_any

    def log_message(self, *_):
        pass
