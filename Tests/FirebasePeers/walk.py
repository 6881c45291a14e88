"""The flow in the terminal, on the server of the tests, with somebody who scans the QR code that is shown. What our client
sends is as Google's discovery documents say."""
import json
import re
import subprocess
import sys
import threading
import urllib.parse
import urllib.request

import pyotp

import schema
from server import EMAIL, KEY, PASSWORD, Loopback, Proxy, Server, code


class Walk:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.text = ""

    def until(self, end):
        """What is written until a question; one that never comes ends the walk."""
        timer = threading.Timer(60, self.process.kill)
        timer.daemon = True
        timer.start()
        begin = len(self.text)
        data = b""
        while not data.rstrip().endswith(end.encode()):
            byte = self.process.stdout.read(1)
            assert byte, data.decode()
            data += byte
        timer.cancel()
        self.text += data.decode()
        return self.text[begin:]

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()


def scanned(screen, folder):
    """What a scanner reads from the blocks on the screen."""
    signs = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    lines = [line for line in screen.split("\n") if line.startswith("█") and set(line) <= set(signs)]
    rows = []
    for line in lines:
        rows.append([signs[sign][0] for sign in line])
        rows.append([signs[sign][1] for sign in line])
    width = max(map(len, rows))
    pixels = bytearray()
    for row in rows:
        line = bytes(255 * square for square in row + [1] * (width - len(row)) for _ in range(8))
        pixels += line * 8
    path = f"{folder}/qr.pgm"
    with open(path, "wb") as file:
        file.write(f"P5 {width * 8} {len(rows) * 8} 255\n".encode() + pixels)
    return subprocess.run(["zbarimg", "--quiet", "--raw", path], capture_output=True, text=True, check=True).stdout.strip()


def sign_in(walk):
    walk.until("Email address:")
    walk.say(EMAIL)
    walk.until("Password:")
    walk.say(PASSWORD)


def lost(flow):
    """An enrolment whose answer is lost is found out, also when the server cannot be asked at once."""
    for is_down in (False, True):
        with Loopback(flow, "firebase", subprocess.PIPE) as server:
            def type(line, end):
                server.process.stdin.write(line + "\n")
                server.process.stdin.flush()
                while end not in server.process.stderr.readline():
                    pass

            type(f"confirm {EMAIL}", "is confirmed")
            proxy = Proxy(server.url)
            walk = Walk(flow, "firebase", "--server", proxy.url)
            # Whoever wanted a new account may sign in after all. Words count in any case.
            walk.until("for a new account) Email address:")
            walk.say("signup")
            walk.until("Email address of the new account:")
            walk.say("Cancel")
            sign_in(walk)
            walk.until("`signOut`:")
            walk.say("enroll")
            key = re.search(r"The key, valid for .*: (\w+)", walk.until("or `skip`:")).group(1)
            walk.say("continue")
            walk.until("for the key:")
            walk.say("12 34")
            assert "! Not a code\n  A code has 6 digits." in walk.until("for the key:")
            type("fail lost", "the fault `lost`")
            if is_down:
                proxy.down = "/accounts:lookup"
            shown = pyotp.TOTP(key).now()
            walk.say(shown[:3] + " " + shown[3:])
            if is_down:
                assert "== enrolmentUnclear" in walk.until("`signOut`:")
                walk.say("cancel")
                assert "`cancel` is not available now." in walk.until("`signOut`:")
                proxy.down = None
                walk.say("check")
            end = walk.until("`signOut`:")
            assert "The second factor was enrolled." in end and "second factors: TOTP." in end, end
            walk.say("unenroll")
            walk.until("a factor, or `cancel`:")
            walk.say("1")
            assert "The second factor was removed.\n! Sign in again" in walk.until("Email address:")
            walk.say("quit")
            assert walk.process.wait(timeout=30) == 1


def confirm(walk, server):
    """Confirms the address, so that a second factor can be enrolled."""
    walk.say("enroll")
    walk.until("is confirmed:")
    walk.say("email")
    walk.until("is confirmed:")
    body = json.dumps({"oobCode": server.mailed()}).encode()
    request = urllib.request.Request(
        f"{server.url}/v1/accounts:update?key={KEY}", body, {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=30)
    walk.say("check")


def enrolled(flow, server, proxy, is_lost=False):
    """A walk of somebody who must have a factor and has enrolled one, also where the list of factors does not come then."""
    walk = Walk(flow, "firebase", "--server", proxy.url, "--policy", "required")
    sign_in(walk)
    assert "== enrolmentForced" in walk.until("`signOut`:")
    confirm(walk, server)
    key = re.search(r"The key, valid for .*: (\w+)", walk.until("or `cancel`:")).group(1)
    walk.say("continue")
    walk.until("for the key:")
    if is_lost:
        proxy.changes.append(("/accounts:lookup", b'"users"', b'"nobody"'))
    walk.say(pyotp.TOTP(key).now())
    factors = "not looked up yet" if is_lost else "TOTP"
    assert f"second factors: {factors}." in walk.until("`signOut`:")
    return walk


def required(flow, is_lost):
    """Whoever must have a factor and has enrolled one is signed in well."""
    with Server(flow) as server:
        walk = enrolled(flow, server, Proxy(server.url), is_lost)
        walk.say("quit")
        assert walk.process.wait(timeout=30) == 0, walk.text


def unsupported(flow):
    """A factor of another kind is not asked for; the person gives up, or chooses another one."""
    with Server(flow) as server:
        proxy = Proxy(server.url)
        enrolled(flow, server, proxy).say("quit")
        proxy.changes.append(("/accounts:signInWithPassword", b'"totpInfo"', b'"phoneInfo"'))
        walk = Walk(flow, "firebase", "--server", proxy.url)
        sign_in(walk)
        walk.until("a factor, or `cancel`:")
        walk.say("1")
        assert "== unsupportedFactor" in walk.until("or `cancel`:")
        walk.say("back")
        walk.until("a factor, or `cancel`:")
        walk.say("1")
        walk.until("or `cancel`:")
        walk.say("cancel")
        assert "== signedOut" in walk.until("Email address:")
        walk.say("quit")
        assert walk.process.wait(timeout=30) == 1


def run(flow, folder):
    with Server(flow) as server:
        proxy = Proxy(server.url)
        walk = Walk(flow, "firebase", "--server", proxy.url)
        sign_in(walk)
        walk.until("`signOut`:")
        confirm(walk, server)
        screen = walk.until("or `skip`:")
        address = scanned(screen, folder)
        key = re.search(r"The key, valid for .*: (\w+)", screen).group(1)
        app = pyotp.parse_uri(address)
        assert (app.secret, app.name, app.issuer) == (key, EMAIL, "statechart-flow"), address
        assert (app.interval, app.digits) == (30, 6)
        # The same address as pyotp's, but for the order of the parameters and what it leaves out.
        theirs = urllib.parse.urlsplit(app.provisioning_uri())
        ours = urllib.parse.urlsplit(address)
        assert (ours.scheme, ours.netloc) == (theirs.scheme, theirs.netloc)
        assert urllib.parse.unquote(ours.path) == urllib.parse.unquote(theirs.path)
        assert urllib.parse.parse_qs(theirs.query).items() <= urllib.parse.parse_qs(ours.query).items()
        walk.say("continue")
        walk.until("for the key:")
        walk.say("000000" if app.now() != "000000" else "000001")
        assert "! Wrong code" in walk.until("for the key:")
        walk.say(code(app, -1))
        assert "second factors: TOTP." in walk.until("`signOut`:")
        walk.say("signOut")
        sign_in(walk)
        walk.until("authenticator app:")
        walk.say(app.now())
        assert f"Signed in as {EMAIL}" in walk.until("`signOut`:")
        walk.say("unenroll")
        walk.until("a factor, or `cancel`:")
        walk.say("1")
        # Removing the last factor signs out.
        assert "== reauthRequired" in walk.until("Email address:")
        walk.say(EMAIL)
        walk.until("Password:")
        walk.say(PASSWORD)
        assert "second factors: none." in walk.until("`signOut`:")
        walk.say("quit")
        assert walk.process.wait(timeout=30) == 0
        seen = set()
        for verb, path, kind, body, status, text in proxy.kept:
            path = path.split("?")[0].replace("/identitytoolkit.googleapis.com", "")
            if status == 200:
                seen.add(schema.check(verb, path, json.loads(body), json.loads(text)))
        assert len(seen) >= 7, seen
        print(f"walked through the flow; a scanner read the code; {len(proxy.kept)} requests of {len(seen)} methods as the schemas say")


if __name__ == "__main__":
    run(*sys.argv[1:])
    lost(sys.argv[1])
    for is_lost in (False, True):
        required(sys.argv[1], is_lost)
    unsupported(sys.argv[1])
