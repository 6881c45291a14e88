"""Runs `statechart-flow` and `statechart` as people do, types secrets that stand nowhere else, and looks for these and for
all that goes over the wire in what the commands write and leave behind.

    scan.py STATECHART-FLOW STATECHART [PROJECT]
"""
import base64
import hashlib
import hmac
import html
import http.client
import json
import pathlib
import re
import secrets
import sys
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "PeerSupport"))
from loopback import Loopback  # noqa: E402, after its folder is known
from runner import Proxy, Run, leaks  # noqa: E402

# What a person has to see, and which part of it is the secret. Nothing else may be shown.
DESIGNED = {
    "the code of an email, where the server on this machine has sent it":
        rb"\(Email to \S+: the code is (\S+)\.\)",
    "the code of the authenticator app, where the server on this machine plays it":
        rb"\(The authenticator app shows (\d+)\.\)",
    "the key to be typed into an authenticator app": rb"\nThe key, valid for [^:]*: (\S+)\n",
    "what the QR code of that key says, where the server on this machine plays the app":
        rb"\(The QR code contains (\S+)\)",
    "the page to open in a browser, where there is none": rb"Open this page in a browser: (\S+)\n",
    "the page to open in a web view, where there is none":
        rb"Open this page in another browser, instead of the web view: (\S+)\n",
    "the answer to a request that the person has typed": rb"`quit`: (\d\d\d [^\n]*)\n",
}
shown, scanned, found_secrets = set(), 0, 0


def canary(length=24):
    """A password or token that stands nowhere else, with signs that are written in other ways when they are encoded."""
    return "c4n4ry+" + secrets.token_urlsafe(length) + "/é ~"


def digits(right=None, count=6):
    """A code that is not the right one."""
    while True:
        code = "".join(secrets.choice("0123456789") for _ in range(count))
        if code != right and len(set(code)) > 3:
            return code


def hidden(told):
    """What was told, without what a person has to see."""
    for name, pattern in DESIGNED.items():
        parts, end = [], 0
        for match in re.finditer(pattern, told):
            parts.append(told[end:match.start(1)])
            end = match.end(1)
            shown.add(name)
        told = b"".join(parts) + told[end:]
    return told


def check(name, run, known, kept=(), ended=(0,), said=None):
    """Nothing of these secrets is anywhere, and the run came to what was meant. Each is found where it is planted."""
    global scanned, found_secrets
    known = sorted({text for text in known if text})
    assert run.process.returncode in ended, f"{name}: ended with {run.process.returncode}: {run.told}"
    assert said is None or said.encode() in run.told["stdout"] + run.told["stderr"], f"{name}: never said {said}: {run.told}"
    stdout = hidden(run.told["stdout"])
    for place, data in (("stdout", stdout), ("stderr", run.told["stderr"]), ("a file", run.left(kept))):
        wrong = leaks(data, known)
        assert not wrong, f"{name}: {wrong} in {place}:\n{data.decode(errors='replace')}"
        scanned += len(data)
    for text in known:
        # As a log, an address or a header would have it. What a short code is in base64 may stand anywhere by chance.
        written = [text, json.dumps({"x": text}), "x=" + urllib.parse.quote(text)]
        if len(text) >= 12:
            written.append(base64.b64encode(f"code={text}&".encode()).decode())
        for form in [form.encode() for form in written] + [text.encode("utf-16-le"), text.encode("utf-16-be")]:
            assert leaks(stdout + b" " + form + b" ", [text]), f"{name}: planted as {form} and not found"
    found_secrets += len(known)
    run.folder.cleanup()


def totp(key, at=None):
    key = base64.b32decode(key + "=" * (-len(key) % 8))
    digest = hmac.new(key, (int(at or time.time()) // 30).to_bytes(8, "big"), hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place:place + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def get(url, method="GET", body=None, headers=None):
    """An answer, without going where it leads."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=30)
    connection.request(method, parts.path + ("?" + parts.query if parts.query else ""), body, headers or {})
    answer = connection.getresponse()
    return answer, answer.read().decode()


# MARK: Mozilla VPN


def fxa(flow):
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # the authenticator app of the server's accounts
    public = ("email", "name", "lang", "client_id", "scope", "redirect_uri", "message", "error", "info")

    def start(server, *options):
        proxy = Proxy(server.url)
        return proxy, Run(flow, "fxa", "--guardian", proxy.url, "--accounts", proxy.url, *options)

    def mail(server, email):
        mails = json.loads(get(server.url + "/loopback/mails")[1])["mails"]
        return [mail["code"] for mail in mails if mail["email"] == email][-1]

    with Loopback(flow, "fxa") as server:
        # Signing up, with mistakes on the way.
        proxy, run = start(server)
        password, wrong, short = canary(), digits(), "c4n4ry7"
        run.answer("Email address:", "new@example.org")
        run.answer("for the new account:", short)
        run.answer("for the new account:", "new@example.org c4n4ry")
        run.answer("for the new account:", password)
        run.answer("(yes or no)", "no")
        run.answer("for the new account:", password)
        run.answer("(yes or no)", "yes")
        run.answer("another email):", wrong)
        run.answer("another email):", "again")
        run.until("another email):")
        run.say(mail(server, "new@example.org"))
        run.until("Signed in as new@example.org.")
        assert run.end() == 0 and proxy.count >= 8, proxy.count
        right = mail(server, "new@example.org")
        check("fxa: signing up", run, proxy.known(*public) + [password, wrong, short, right, "new@example.org c4n4ry"])

        # An unblock code and a wrong password.
        proxy, run = start(server)
        wrong, code = canary(), "C4N4RY12"
        run.answer("Email address:", "blocked@example.org")
        run.answer("Password:", wrong)
        run.answer("another email):", code)
        run.answer("another email):", "again")
        run.until("another email):")
        unblock = mail(server, "blocked@example.org")
        run.say(unblock)
        run.answer("Password:", "correct horse")
        text = run.until("\n== ")
        while "blockCode" in text + run.until("\n"):
            run.answer("another email):", "again")
            run.until("another email):")
            unblock = mail(server, "blocked@example.org")
            run.say(unblock)
            text = run.until("\n== ")
        run.end()
        check("fxa: unblocking", run, proxy.known(*public) + [wrong, code, unblock, "correct horse"])

        # A second factor.
        proxy, run = start(server)
        wrong = digits(totp(key))
        run.answer("Email address:", "totp@example.org")
        run.answer("Password:", "correct horse")
        run.answer("authenticator app:", "c4n4ry")
        run.answer("authenticator app:", wrong)
        right = totp(key)
        run.answer("authenticator app:", right)
        run.until("Signed in as totp@example.org.")
        assert run.end() == 0
        check("fxa: a second factor", run, proxy.known(*public) + [wrong, right, "c4n4ry", "correct horse"])

        # A browser that is not there: what comes back is typed.
        proxy, run = start(server, "--platform", "windows")
        code, other = canary(), canary()
        run.answer("Email address:", "ada@example.org")
        run.until("to give up):")
        run.say("http://127.0.0.1:7778/?code=" + urllib.parse.quote(other))
        run.answer("to give up):", "http://127.0.0.1:7777/?code=" + urllib.parse.quote(code, safe=""))
        run.end()
        check("fxa: the browser's answer", run, proxy.known(*public) + [code, other], ended=(1,), said="That is the right address")

        # Deleting the account.
        proxy, run = start(server, "--delete-account", "--email", "plain@example.org")
        wrong = canary()
        run.answer("Password:", wrong)
        run.answer("Password:", "correct horse")
        run.answer("(yes or no)", "yes")
        run.until("The account was deleted.")
        assert run.end() == 0
        check("fxa: deleting the account", run, proxy.known(*public) + [wrong, "correct horse"])

    # The server that the command starts itself, with Hawk; what is mailed is shown.
    run = Run(flow, "fxa", "--hawk")
    password = canary()
    run.answer("Email address:", "new@example.org")
    run.answer("for the new account:", password)
    run.answer("(yes or no)", "yes")
    code = re.search(r"the code is (\S+)\.\)", run.until("another email):")).group(1)
    run.say(code)
    run.until("Signed in as")
    assert run.end() == 0
    check("fxa: with Hawk", run, [password, code])
    # Nobody is at home.
    password = canary()
    run = Run(flow, "fxa", "--guardian", "http://127.0.0.1:9", "--accounts", "http://127.0.0.1:9", "--email", "a@example.org")
    for _ in range(2):
        run.say(password)
    run.end()
    check("fxa: nobody at home", run, [password], ended=(1,), said="No internet connection")


# MARK: Discourse


def discourse(flow):
    public = ("error_type", "username", "title", "description", "application_name", "auth_redirect", "scopes", "public_key")
    with Loopback(flow, "discourse") as server:
        for options in ((), ("--padding", "oaep"), ("--otp-via-new-key",)):
            proxy = Proxy(server.url)
            run = Run(flow, "discourse", "--site", proxy.url, "--person", "ada", *options)
            run.answer("The password for ada:", "correct horse")
            run.answer("`quit`:", "get /session/current.json")
            run.answer("`quit`:", "get /no/such/place")
            run.answer("`quit`:", "forget")
            run.answer("`quit`:", "close")
            run.answer("`quit`:", "open")
            run.answer("`quit`:", "logout")
            run.until("== signedOut")
            run.answer("`quit`:", "quit")
            assert run.end() == 0
            # The key and the nonce are on the wire in the clear; the answer is not, and no more may it be shown.
            known = proxy.known(*public)
            assert any(re.fullmatch("[0-9a-f]{32}", text) for text in known), known
            check(f"discourse: the whole way {options}", run, known + ["correct horse"])

        # A wrong password.
        proxy, wrong = Proxy(server.url), canary()
        run = Run(flow, "discourse", "--site", proxy.url, "--person", "ada")
        run.answer("The password for ada:", wrong)
        run.answer("`quit`:", "quit")
        run.end()
        check("discourse: a wrong password", run, proxy.known(*public) + [wrong], ended=(1,), said="The site refuses the password")

        # Without browsers: pages are shown to be opened, and what is typed back is shown no more.
        proxy = Proxy(server.url)
        run = Run(flow, "discourse", "--site", proxy.url)
        page = re.search(r"browser: (\S+)", run.until("give up):")).group(1)
        false = [canary(), canary()]
        run.say("discourse://other?payload=" + urllib.parse.quote(false[0], safe=""))
        run.until("give up):")
        cookie = "; ".join(
            value.split(";")[0] for value in
            get(server.url + "/login", "POST", "login=ada&password=correct+horse",
                {"Content-Type": "application/x-www-form-urlencoded"})[0].headers.get_all("Set-Cookie"))
        form = get(page.replace(proxy.url, server.url), headers={"Cookie": cookie})[1]
        fields = [(html.unescape(name), html.unescape(value))
                  for name, value in re.findall(r'name="([^"]*)" value="([^"]*)"', form)]
        place = get(server.url + "/user-api-key", "POST", urllib.parse.urlencode(fields),
                    {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"})[0].headers["Location"]
        answer = urllib.parse.parse_qs(urllib.parse.urlsplit(place).query)
        run.say(place)
        shown_page = run.until("close it):")
        otp = re.search(r"/session/otp/(\w+)", shown_page).group(1)
        # A page of another site, or no page: the question comes again.
        for wrong in ("http://evil.example/", "back"):
            run.say(wrong)
            run.until("That is not the right page")
            run.until("close it):")
        run.say(f"{proxy.url}/session/otp/{false[1]}")
        # That is an error page: another one-time password is asked for, once.
        run.answer("give up):", "quit")
        run.end()
        nonce = urllib.parse.parse_qs(urllib.parse.urlsplit(page).query)["nonce"][0]
        lines = [line for value in answer["payload"] + answer["oneTimePassword"] for line in value.split()]
        check("discourse: without browsers", run, proxy.known(*public) + lines + [nonce, otp, *false],
              ended=(1,), said="That is not the right page")


# MARK: Firebase


def firebase(flow):
    public = ("email", "displayName", "kind", "@type", "finalizeEnrollmentTime", "enrolledAt", "requestType", "message")
    with Loopback(flow, "firebase") as server:
        proxy = Proxy(server.url)
        run = Run(flow, "firebase", "--server", proxy.url)
        wrong, false = canary(), digits()

        def sign_in(password):
            run.answer("Email address:", "ada@example.org")
            run.answer("Password:", password)

        sign_in(wrong)
        sign_in("correct horse")
        run.answer("`signOut`:", "enroll")
        run.answer("is confirmed:", "email")
        run.until("is confirmed:")
        mails = json.loads(get(server.url + "/emulator/v1/projects/demo/oobCodes")[1])["oobCodes"]
        get(server.url + "/v1/accounts:update?key=loopback-key", "POST", json.dumps({"oobCode": mails[-1]["oobCode"]}),
            {"Content-Type": "application/json"})
        run.say("check")
        key = re.search(r"The key, valid for .*: (\w+)", run.until("or `skip`:")).group(1)
        run.say("continue")
        run.answer("for the key:", "c4n4ry")
        run.answer("for the key:", false)
        codes = [totp(key, time.time() - 30), totp(key, time.time() + 30)]
        run.answer("for the key:", codes[0])
        run.until("second factors: TOTP.")
        run.answer("`signOut`:", "signOut")
        sign_in("correct horse")
        run.answer("authenticator app:", false)
        run.answer("authenticator app:", codes[1])
        run.answer("`signOut`:", "unenroll")
        run.answer("a factor, or `cancel`:", "1")
        run.until("== reauthRequired")
        sign_in("correct horse")
        run.answer("`signOut`:", "quit")
        assert run.end() == 0
        check("firebase: the whole way", run,
              proxy.known(*public) + [wrong, false, "c4n4ry", key, *codes, "correct horse", mails[-1]["oobCode"]])

    # The server that the command starts itself shows what its person must see.
    run = Run(flow, "firebase")
    wrong = canary()
    for line in (wrong, "correct horse"):
        run.answer("Email address:", "ada@example.org")
        run.answer("Password:", line)
    run.answer("`signOut`:", "enroll")
    run.answer("is confirmed:", "email")
    run.answer("is confirmed:", "check")
    text = run.until("or `skip`:")
    key, code = re.search(r"The key, valid for .*: (\w+)", text).group(1), re.search(r"app shows (\d+)", text).group(1)
    run.say("continue")
    run.answer("for the key:", code)
    run.answer("`signOut`:", "quit")
    assert run.end() == 0
    check("firebase: its own server", run, [wrong, key, code, "correct horse"])


# MARK: nextAuth


def nextauth(flow):
    for options in ((), ("--json",)):
        with Loopback(flow, "nextauth") as server:
            proxy = Proxy(server.url)
            run = Run(flow, "nextauth", "--server", proxy.url, *options)
            wrong, code = canary(), canary()
            for line in ("app anna", "pin", wrong, "pin", "2580"):
                run.say(line)
            # It comes with the server's next news.
            run.insist("sessions", "LOGGED_IN")
            for line in ("account anna " + code, "text", code, "use 1", "logout", "history", "quit"):
                run.say(line)
            assert run.end() == 0, run.told
            assert wrong in proxy.known(), proxy.secrets
            check(f"nextauth: a server elsewhere {options}", run, proxy.known("account", "id") + [wrong, code])
        # A new account with a PIN and words of its own.
        run = Run(flow, "nextauth", *options)
        pin, wrong, words = canary(), canary(), canary()
        for line in ("server wipe", "enroll carl nofactor", f"account carl {words}", "pin", pin, "logout", "qr carl", "pin",
                     wrong, "pin", pin, "sessions", "history", "use 1", "pin", wrong, "quit"):
            run.say(line)
            if line == pin:
                run.insist("sessions", "LOGGED_IN")
        assert run.end() == 0, run.told
        check(f"nextauth: a new account {options}", run, [pin, wrong, words])


# MARK: The registration


def registration(flow):
    with Loopback(flow, "registration") as server:
        common = ("registration", "--domain-url", server.url, "--backend", server.url + "/rest")
        run = Run(flow, *common, "--store", "store")
        false = [canary(), canary()]

        def page():
            text = run.until("give up):")
            return urllib.parse.parse_qs(urllib.parse.urlsplit(re.search(r"browser: (\S+)", text).group(1)).query), text

        run.answer("`quit`:", "social")
        query, text = page()
        redirect = query["redirect_uri"][0]
        run.say(f"{redirect}?code={urllib.parse.quote(false[0], safe='')}&state={query['state'][0]}")
        run.answer("`quit`:", "retry")
        run.answer("`quit`:", "social")
        query2, text = page()
        run.say(f"{redirect}?code=x&state={urllib.parse.quote(false[1], safe='')}")
        known = [query[name][0] for name in ("state", "nonce")] + [query2[name][0] for name in ("state", "nonce")] + false
        while "== F" not in (text := run.until("`quit`:")) and "== D" not in text:
            pass
        run.say("retry" if "== F" in text else "social")
        if "== F" in text:
            run.answer("`quit`:", "social")
        query, text = page()
        address = re.search(r"browser: (\S+)", text).group(1)
        place = get(address)[0].headers["Location"]
        answer = urllib.parse.parse_qs(urllib.parse.urlsplit(place).query)
        known += [answer["code"][0], answer["state"][0], query["nonce"][0]]
        run.say(place)
        run.until("== G")
        run.answer("`quit`:", "confirm")
        run.until("== H")
        run.answer("`quit`:", "member")
        run.answer("`quit`:", "quit")
        run.end()
        store = pathlib.Path(run.folder.name) / "store"
        files = sorted(store.rglob("*.secret"))
        tokens = json.loads(files[0].read_bytes())
        known += [tokens[name] for name in ("access_token", "refresh_token", "id_token")]
        # The store is the place for them, and nobody else may read it.
        assert all(path.stat().st_mode & 0o077 == 0 for path in [store, *files]), "the store is open to others"
        check("registration: the whole way", run, known, kept=("store/",))

    # Its own server, with everything that a person can do.
    run = Run(flow, "registration", "--store", "store")
    for line in ("social", "confirm", "rejected", "member", "request", "rejected"):
        run.answer("`quit`:", line)
    run.until("`quit`:")
    store = pathlib.Path(run.folder.name) / "store"
    tokens = json.loads(next(store.rglob("*.secret")).read_bytes())
    run.say("revoke")
    for line in ("rejected", "retry", "refuses", "email", "quit"):
        run.answer("`quit`:", line)
    run.end()
    check("registration: its own server", run,
          [tokens[name] for name in ("access_token", "refresh_token", "id_token")], kept=("store/",), ended=(1,),
          said="== E")
    # A token that was agreed on, for a platform without a browser.
    token = canary().replace(" ", "")
    run = Run(flow, "registration", "--not-native", "--agreed-token", token, "--backend-check")
    run.answer("`quit`:", "member")
    run.answer("`quit`:", "quit")
    run.end()
    check("registration: an agreed token", run, [token])
    # ID tokens that are checked, and none of whose words is told.
    token = "eyJhbGciOiJub25lIn0." + secrets.token_urlsafe(40) + "." + secrets.token_urlsafe(20)
    run = Run(flow, "registration", "--check-tokens", "tokens.json")
    run.end()
    check("registration: no file", run, [token], ended=(64,))
    whole = json.dumps({"issuer": "https://x/", "clientId": "c", "nonce": token[:30], "now": 1, "jwks": {"keys": []},
                        "tokens": [{"name": "t", "token": token}]})
    for text, ended, said in ((whole, 0, '"accepted":false'), ("{" + token, 1, "does not have the format")):
        run = Run("/bin/sh", "-c", f"cat > tokens.json; exec '{flow}' registration --check-tokens tokens.json")
        run.say(text)
        run.end()
        (pathlib.Path(run.folder.name) / "tokens.json").unlink()
        check("registration: tokens to check", run, [token, token.split(".")[1], token[:30]], ended=(ended,), said=said)


# MARK: Charts without an app


def charts(statechart, project):
    """The charts in virtual time: what is secret in them stands in no line of the answers."""
    run = Run("/bin/sh", "-c", f"cd '{project}' && exec '{statechart}' try")
    run.end()
    script = [json.loads(line) for line in (project / "Docs/examples/fxa-sign-in.jsonl").read_text().splitlines()]
    typed = [data for line in script for name, data in line.get("data", {}).items() if name in ("password", "code")]
    assert len(typed) >= 3, script
    check("statechart try", run, typed)

    password, code = canary(), digits()
    for line in script:
        data = line.get("data", {})
        if "password" in data:
            data["password"] = password
        if "code" in data:
            data["code"] = code
    text = "".join(json.dumps(line) + "\n" for line in script)
    for options in (("--jsonl",), ("--replay", "-")):
        run = Run(statechart, "simulate", project / "charts/fxa-authentication.yaml", *options)
        run.process.stdin.write(text.encode())
        run.end()
        assert len(run.told["stdout"]) > 1_000, run.told
        check(f"simulate fxa {options}", run, [password, code])

    # Of each chart each field that is secret, in each event; also in lines that are refused.
    for chart in sorted((project / "charts").glob("*.yaml")):
        events = secret_fields(chart.read_text())
        assert events, chart
        known, lines = [], []
        for event, fields in events.items():
            data = {}
            for field in fields:
                data[field] = canary()
                known.append(data[field])
            lines.append({"event": event, "data": data})
            lines.append({"event": event, "data": {**data, "noSuchField": 7}})
            lines.append({"event": event, "data": {name: [value] for name, value in data.items()}})
        run = Run(statechart, "simulate", chart, "--jsonl")
        run.process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        run.end()
        check(f"simulate {chart.name}", run, known)

    # A walk that is saved, with a secret of each type. Either answer to a question of yes or no is saved as the same one.
    number, seconds, name = 10**9 + secrets.randbelow(10**9), 10**5 + secrets.randbelow(10**5), "c4n4ry" + secrets.token_hex(8)
    typed = {
        "string": canary(), "int": str(number), "number": f"{number}.5", "duration": f"{seconds * 10 + 7}ms", "bool": "yes",
        "[string]": json.dumps([name + "1"]), "{ pin: string }": json.dumps({"pin": name + "2"}), "map": json.dumps({name + "3": name + "4"}),
        "any": json.dumps({name + "5": [number + 1]}),
    }
    fields = "".join(f"          f{place}: {{ type: {type}, secret: true }}\n" for place, type in enumerate(typed))
    chart = f"statechart: 1\nid: vault\nevents:\n  give:\n    payload:\n{fields}initial: asking\nstates:\n"
    chart += "  asking: { on: { give: given } }\n  given: { type: final }\n"
    run = Run("/bin/sh", "-c", f"printf '%s' '{chart}' > chart.yaml; '{statechart}' simulate chart.yaml; cp walk.jsonl saved; cat saved")
    run.process.stdin.write("".join(line + "\n" for line in ["1", *typed.values(), "save walk.jsonl", "q"]).encode())
    run.end()
    known = [text for type, text in typed.items() if text[0] not in "[{" and type != "bool"]
    known += [f"{name}{place}" for place in range(1, 6)] + [str(number + 1)]
    check("simulate and save", run, known, said='"f4":false')


def secret_fields(text):
    """The secret fields of the payloads of a chart's events, by event."""
    events, event = {}, None
    inside = False
    for line in text.splitlines():
        if not line.startswith((" ", "#")) and line:
            inside = line == "events:"
        elif inside and (name := re.match(r"  (\w[\w.]*):", line)):
            event = name.group(1)
        for field in re.findall(r"(\w+): \{ type: [^{}]*secret: true", line) if inside else ():
            events.setdefault(event, []).append(field)
    return events


def plant(flow):
    """Programs that tell what is typed are found, whatever they make of it."""
    planted = {
        "in stdout": "tee /proc/$$/fd/1", "in stderr": "tee /dev/stderr", "in a file": "tee log.txt",
        "as base64": "tee typed | base64 -w 0 >&2; cat typed; rm typed", "as hex": "tee typed | od -An -tx1 | tr -d ' \\n' >&2; cat typed; rm typed",
        "backwards": "tee typed | rev >&2; cat typed; rm typed", "in a file's name": "tee typed; tail -n 1 typed | tr -d '/ ' | xargs touch; rm typed",
    }
    for name, filter in planted.items():
        password = "c4n4ry" + secrets.token_hex(16) if "name" in name else canary()
        run = Run("/bin/sh", "-c", f"{{ {filter}; }} | '{flow}' fxa")
        run.process.stdin.write(f"plain@example.org\n{password}\n".encode())
        run.end()
        everything = run.told["stdout"] + run.told["stderr"] + run.left()
        assert leaks(everything, [password]) == [password], f"planted {name}, and not found"
        run.folder.cleanup()
    return len(planted)


def main(flow, statechart, project="."):
    flow, statechart = (str(pathlib.Path(path).resolve()) for path in (flow, statechart))
    count = plant(flow)
    for scan in (fxa, discourse, firebase, nextauth, registration):
        scan(flow)
        print(f"{scan.__name__}: nothing is told")
    charts(statechart, pathlib.Path(project).resolve())
    # A name for something that is never shown would hide what is.
    never = sorted(set(DESIGNED) - shown)
    assert not never, f"never shown: {never}"
    print(f"{found_secrets} secrets are nowhere in {scanned} bytes of output and files, but where a person must see them; "
          f"{count} that were planted are found")


if __name__ == "__main__":
    main(*sys.argv[1:])
