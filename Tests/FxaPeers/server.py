"""The server that plays Mozilla VPN, started for a test."""
import json
import pathlib
import sys
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "PeerSupport"))
from loopback import Loopback  # noqa: E402, after its folder is known


class Server(Loopback):
    def __init__(self, command):
        super().__init__(command, "fxa")

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def mail(self, email, kind):
        """The code of the last email."""
        mails = self.ask("/loopback/mails")["mails"]
        return [mail["code"] for mail in mails if mail["email"] == email and mail["kind"] == kind][-1]

    def change(self, email, **what):
        self.ask("/loopback/account", {"email": email, **what})


def totp(key, time):
    """RFC 6238 with SHA-1, 30 seconds and 6 digits."""
    import hashlib
    import hmac

    digest = hmac.new(key.encode(), (int(time) // 30).to_bytes(8, "big"), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at:at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"
