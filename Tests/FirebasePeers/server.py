"""The server that plays a project of Firebase, started for a test, and a proxy that keeps what goes through it."""
import http.server
import json
import pathlib
import sys
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "PeerSupport"))
from loopback import Loopback  # noqa: E402, after its folder is known

EMAIL, PASSWORD, KEY, ADMINISTRATOR = "ada@example.org", "correct horse", "loopback-key", "loopback-administrator"


def code(app, steps=0):
    """What an authenticator app shows, so many steps from now."""
    return app.at(int(time.time()) + steps * app.interval)


class Server(Loopback):
    def __init__(self, command):
        super().__init__(command, "firebase")

    def mailed(self):
        """The code of the last email, as the Auth Emulator tells it."""
        with urllib.request.urlopen(self.url + "/emulator/v1/projects/demo/oobCodes", timeout=30) as answer:
            return json.load(answer)["oobCodes"][-1]["oobCode"]


class Proxy(http.server.ThreadingHTTPServer):
    """Hands everything on, or what it is changed to, and keeps method, path, body and answer."""

    def __init__(self, target):
        self.kept = []
        # A path whose requests are not answered.
        self.down = None
        # The end of a path, what stands in the answer, and what comes in its place.
        self.changes = []
        super().__init__(("127.0.0.1", 0), Handler)
        self.target = target
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.down and self.server.down in self.path:
            return
        names = ("Content-Type", "Authorization", "X-Goog-User-Project")
        headers = {name: self.headers[name] for name in names if name in self.headers}
        request = urllib.request.Request(self.server.target + self.path, body or None, headers, method=self.command)
        try:
            answer = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        except ConnectionError:
            # An answer that is lost is lost here too.
            return
        text = answer.read()
        for end, there, instead in self.server.changes:
            if self.path.split("?")[0].endswith(end):
                assert there in text, text
                text = text.replace(there, instead)
        kind = self.headers.get("Content-Type", "")
        self.server.kept.append((self.command, self.path, kind, body, answer.status, text))
        self.send_response(answer.status)
        for name in ("Content-Type", "Date"):
            if name in answer.headers:
                self.send_header(name, answer.headers[name])
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PATCH = handle_any

    def log_message(self, *_):
        pass
