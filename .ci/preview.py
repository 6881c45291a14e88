"""The checks of `.ci/preview`."""
import argparse
import html
import itertools
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import axe
from browser import Browser

SCREENS = {"desktop": (1440, 900, False), "phone": (390, 844, True)}
# How long a save may take until its redraw, beside other stages on a slow machine. Docs/performance.md has the goal and the figure.
MOST_MILLISECONDS = 1_000
# What the second half of the saves may leave in memory.
MOST_GROWTH_KIB = 3 << 10
# The same for a thousand saves, beside which nothing runs.
MANY_SAVES = 900
MOST_MILLISECONDS_ALONE = 150
MOST_GROWTH_KIB_ALONE = 1 << 10
# The time limit of each request keeps memory until it ends.
SECONDS_OF_LIMITS = 35
CANARY = "sk_live_9fGk2LmQx7&RtVbN3pW<zYc8Ds"
# A long secret, which pictures break over lines, and some that are too short or too plain to be found in other texts.
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiJ" * 15 + "." + ("Qx7RtVbN3pWz" * 7)[:83]
PLAIN_CANARIES = ["hunter2", "correcthorsebattery"]
HOSTILE = "</text><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
CODE = "charts/sign-in-with-code.yaml"


class Failures(list):
    def check(self, holds, words):
        if not holds:
            print(f"FAILED: {words}")
            self.append(words)


def prepare(folder):
    """A Git repository with the shipped charts, a chart with a secret, and one with hostile titles."""
    shutil.copytree("charts", folder / "charts")
    shutil.copy("Docs/examples/sign-in-with-code.yaml", folder / CODE)
    text = (folder / CODE).read_text()
    other = text.replace("title: Sign-in with a code", "title: Another chart")
    # Of a variable that is not marked, the picture and the reference show what is assigned.
    (folder / "charts/secret.yaml").write_text(other.replace(
        "attempts: {", f"apiKey: {{ type: string, secret: true, initial: \"'{CANARY}'\" }}\n  password: string?\n"
        f"  accessToken: {{ type: string, initial: \"'{TOKEN}'\" }}\n"
        f"  oldPassword: {{ type: string, initial: \"'{PLAIN_CANARIES[0]}'\" }}\n"
        f"  newPassword: {{ type: string, initial: \"'{PLAIN_CANARIES[1]}'\" }}\n  attempts: {{").replace(
        "\n  askingCode:\n", f"\n  askingCode:\n    entry: {{ assign: {{ password: \"'{CANARY}'\", accessToken: \"'{TOKEN}'\", "
        f"oldPassword: \"'{PLAIN_CANARIES[0]}'\", newPassword: \"'{PLAIN_CANARIES[1]}'\" }} }}\n"))
    (folder / "charts/hostile.yaml").write_text(other.replace("title: Signed in", f"title: '{HOSTILE.replace(chr(39), chr(39) * 2)}'"))
    (folder / "outside.yaml").write_text(text)
    for command in (["init", "-q"], ["add", "charts"], ["commit", "-q", "-m", "First"]):
        git(folder, *command)


def git(folder, *command):
    subprocess.run(["git", "-c", "user.name=nobody", "-c", "user.email=nobody@example.com", *command], cwd=folder, check=True)


def start(program, folder, *prefix):
    process = subprocess.Popen([*prefix, program, "preview", "--no-open", "charts"], cwd=folder, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    line = process.stdout.readline()
    return process, line.split()[-1]


def ask(url, **headers):
    """The status and the text of a response."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=30) as response:
            return response.status, response.read().decode(), response.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers


def raw(url, data, seconds=15):
    """What comes for some bytes, until the connection is closed."""
    host, port = url.split("/")[2].split(":")
    with socket.create_connection((host, int(port)), timeout=seconds) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        answer = b""
        try:
            while part := connection.recv(1 << 16):
                answer += part
        except OSError:
            pass
        return answer


def wait(browser, script, words, failures, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if browser.evaluate(script):
            return True
        time.sleep(0.005)
    failures.check(False, f"{words}: {script}")
    return False


def save(path, text):
    """Saves as most editors do: a new file takes the place of the old one."""
    beside = path.with_suffix(".new")
    beside.write_text(text)
    os.replace(beside, path)


def memory(process):
    return int(next(line for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
                    if line.startswith("VmRSS")).split()[1])


def refusals(url, failures):
    """Requests of others."""
    host, token = url.split("/")[2], url.split("/")[3]
    page = f"http://{host}/"
    routes = ["api/charts", "api/chart?path=" + CODE, "api/view?view=sheet&path=" + CODE, "", "main.js", "api/events"]
    for route in routes[:-1]:
        failures.check(ask(url + route)[0] == 200, f"{route} is not served")
    for route in routes:
        for name, headers in {
            "Host": {"Host": "example.com"}, "Host with a name": {"Host": f"127.0.0.1.example.com:{host.split(':')[1]}"},
            "Origin": {"Origin": "http://example.com"}, "Origin null": {"Origin": "null"},
            "Origin with another port": {"Origin": "http://127.0.0.1:1"}, "Sec-Fetch-Site": {"Sec-Fetch-Site": "cross-site"},
        }.items():
            status, text, _ = ask(url + route, **headers)
            failures.check(status in (403, 421) and len(text) < 200, f"forged {name}: {route} gives {status}")
        for wrong in ["", "x" * 26 + "/", token[:-1] + "/", token.upper() + "/"]:
            status, text, _ = ask(page + wrong + route)
            failures.check(status == 403 and len(text) < 200, f"wrong token: /{wrong}{route} gives {status}")
    for path in ["outside.yaml", "charts/../outside.yaml", "/etc/hostname", "charts", ".git/config"]:
        for route in ["chart", "compare"]:
            failures.check(ask(f"{url}api/{route}?path={path}")[0] == 404, f"{path} is served")
    headers = ask(url)[2]
    failures.check("'unsafe" not in headers["Content-Security-Policy"], "the policy allows scripts or styles in the page")
    failures.check(headers["Referrer-Policy"] == "no-referrer", "the address is sent to others")
    head = f"POST /{token}/api/charts HTTP/1.1\r\nHost: {host}\r\n"
    for words, data, status in [
        ("a body that is too long", f"{head}Content-Length: {(1 << 20) + 1}\r\n\r\n", "413"),
        ("a negative length", f"{head}Content-Length: -1\r\n\r\n", "400"),
        ("two lengths", f"{head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"),
        ("chunks", f"{head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "411"),
        ("a head that is too long", f"{head}X: {'x' * (70 << 10)}\r\n\r\n", "431"),
        ("no HTTP", "hello\r\n\r\n", "400"),
    ]:
        answer = raw(url, data.encode()).split(b"\r\n")[0].decode()
        failures.check(answer.startswith(f"HTTP/1.1 {status}"), f"{words} gives {answer!r}")


def slow(url, failures):
    """A request that never ends, while others are served."""
    host, port = url.split("/")[2].split(":")
    begun = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(b"GET / HT")
        while connection.recv(1 << 16):
            pass
    failures.check(5 < time.monotonic() - begun < 30, "a slow request is not ended in time")


def secrets(url, failures):
    path = "charts/secret.yaml"
    for route in ["chart?", "view?view=sheet&", "view?view=screens&", "view?view=reference&", "compare?", "charts?",
                  "state?state=askingCode&"]:
        text = ask(f"{url}api/{route}path={path}")[1]
        shown = html.unescape(text)
        failures.check(CANARY not in shown and CANARY[::-1] not in shown, f"a secret is in {route}")
        plain = [each for each in PLAIN_CANARIES if each in shown]
        failures.check(not plain, f"{plain} in {route}")
        parts = [TOKEN[start:start + 12] for start in range(len(TOKEN) - 11) if TOKEN[start:start + 12] in shown]
        failures.check(not parts, f"{len(parts)} parts of a token are in {route}")


def page(browser, url, folder, failures):
    """What a person does."""
    def click(selector, text=""):
        return browser.evaluate(
            f"""(() => {{ const found = [...document.querySelectorAll({json.dumps(selector)})]
              .find((each) => each.textContent.includes({json.dumps(text)}));
              found?.dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); return Boolean(found) }})()""")

    browser.open(url)
    wait(browser, "document.querySelectorAll('#charts li').length === 8", "all charts are listed", failures)
    failures.check(click("#charts button", "Sign-in with a code"), "the chart is not in the list")
    wait(browser, "document.querySelector('#view svg text')?.textContent === 'Sign-in with a code'", "its picture", failures)

    # A mistake, and its finding in the text.
    path = folder / CODE
    text = path.read_text()
    save(path, text.replace("resendCode: askingEmail", "resendCode: askingEmial"))
    wait(browser, "document.querySelector('.finding .message')?.textContent.includes('askingEmial')", "the finding", failures)
    failures.check(browser.evaluate("document.title").startswith("(1)"), "the title does not count errors")
    click(".finding button")
    wait(browser, "document.querySelector('.code .current mark')?.textContent === 'askingEmial'", "the marked range", failures)
    failures.check(browser.evaluate("document.activeElement.matches('.code .current')"), "the focus is not in the marked line")

    # The focus stays in the findings and in the list of charts while the file is saved.
    click("#panels button", "Findings")
    for selector in [".finding button", "#charts [aria-current=true]"]:
        browser.evaluate(f"document.querySelector('{selector}').focus()")
        revision = int(browser.evaluate("document.documentElement.dataset.revision"))
        save(path, f"{text.replace('resendCode: askingEmail', 'resendCode: askingEmial')}# {selector}\n")
        wait(browser, f"Number(document.documentElement.dataset.revision) > {revision}", "a save", failures)
        failures.check(browser.evaluate(f"document.activeElement.matches('{selector}')"), f"{selector} lost the focus")
    wait(browser, "document.querySelector('#saved').textContent.includes('1 error')", "what a save has led to", failures)

    # An address in the open page shows what it says; a link inside the page does not.
    shown = browser.evaluate("location.hash")
    browser.evaluate("location.hash = '#view'")
    wait(browser, f"location.hash === {json.dumps(shown)}", "the address after a link inside the page", failures)
    browser.evaluate("location.hash = '#chart=charts/registration.yaml&view=reference'")
    wait(browser, "document.querySelector('#chart-path').textContent.endsWith('registration.yaml')", "the chart of an address", failures)
    wait(browser, "document.querySelector('#tab-reference').getAttribute('aria-selected') === 'true'", "the view of an address", failures)
    browser.evaluate("location.hash = '#chart=charts/none.yaml'")
    wait(browser, "document.querySelector('#outdated').textContent.includes('no chart charts/none.yaml')", "the unknown chart of an address", failures)
    browser.evaluate(f"location.hash = {json.dumps(shown)}")
    wait(browser, "document.querySelector('#chart-path').textContent.endsWith('sign-in-with-code.yaml')", "the chart before", failures)

    # A text that is no chart keeps the picture.
    save(path, "states: [")
    wait(browser, "document.querySelector('#outdated').textContent.startsWith('Out of date')", "the outdated picture", failures)
    failures.check(browser.evaluate("document.querySelectorAll('#view .state').length") > 4, "the picture is gone")
    path.unlink()
    wait(browser, "document.querySelector('#outdated').textContent.includes('does not exist')", "the vanished file", failures)

    # A change, and the comparison with the commit.
    changed = text.replace("title: Asking for the code", "title: Typing the code").replace(
        "      resendCode: askingEmail\n", "")
    save(path, changed)
    wait(browser, "document.querySelector('#view').textContent.includes('Typing the code')", "the new title", failures)
    click("#views button", "Changes")
    wait(browser, "document.querySelectorAll('.changes li').length === 2", "the changes", failures)
    marked = browser.evaluate("[...document.querySelectorAll('#view .state.changed')].map((each) => each.dataset.state).join()")
    failures.check(marked == "askingCode", f"the marked cards are {marked}")
    save(path, text)
    wait(browser, "document.querySelector('.changes').textContent.includes('are those of the last commit')", "no changes", failures)
    # Commits, of which the page learns when somebody comes back to it. A load after the save may still show the first one.
    for number in range(2):
        git(folder, "commit", "-q", "--allow-empty", "-m", f"Empty {number}")
        head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()
        browser.evaluate("dispatchEvent(new Event('focus'))")
        wait(browser, f"document.querySelector('.changes').textContent.includes('{head}')", "a new commit", failures)

    # A card, by pointer and by keys.
    click("#views button", "Picture")
    wait(browser, "!document.querySelector('.changes') && Boolean(document.querySelector('#view svg'))", "the picture again", failures)
    click("[data-state=checkingCode] text", "Checking the code")
    wait(browser, "document.querySelector('#state h3')?.textContent.startsWith('Checking the code')", "the state", failures)
    failures.check("checkingCode:" in browser.evaluate("document.querySelector('#state .code').textContent"), "its lines are missing")
    browser.evaluate("document.querySelector('#view [data-state=signedIn]').focus()")
    press(browser, "Enter")
    wait(browser, "document.querySelector('#state h3')?.textContent.startsWith('Signed in')", "the state by keys", failures)
    wait(browser, "document.activeElement.matches('#state .actions button')", "the focus in the state", failures)
    revision = int(browser.evaluate("document.documentElement.dataset.revision"))
    save(path, f"{text}# Another comment\n")
    wait(browser, f"Number(document.documentElement.dataset.revision) > {revision}", "a save", failures)
    failures.check(browser.evaluate("document.activeElement.matches('#state .actions button')"), "the state lost the focus")
    save(path, text)
    wait(browser, f"Number(document.documentElement.dataset.revision) > {revision + 1}", "another save", failures)
    browser.evaluate("document.querySelector('#tab-sheet').focus()")
    press(browser, "ArrowRight")
    wait(browser, "document.querySelector('#view').getAttribute('aria-labelledby') === 'tab-screens'", "the screens by keys", failures)
    reachable(browser, failures)

    # Titles are texts.
    for view in ["sheet", "screens", "reference", "changes"]:
        browser.open("about:blank")
        browser.open(f"{url}#chart=charts%2Fhostile.yaml&view={view}&panel=state")
        wait(browser, "document.documentElement.dataset.revision", f"the hostile chart as {view}", failures)
        failures.check(not browser.evaluate("document.querySelector('main img, main script, aside img, aside script')"), f"markup in {view}")
        failures.check(browser.evaluate("document.title") != "taken", f"a script ran in {view}")


def press(browser, key):
    code = {"Enter": 13, "ArrowRight": 39, "Tab": 9}[key]
    for kind in ["rawKeyDown", "keyUp"]:
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)


def reachable(browser, failures):
    """Every control can be reached with Tab; of tabs, the one that is selected."""
    browser.evaluate("document.activeElement.blur()")
    wanted = browser.evaluate("""(() => {
      const controls = 'button, input, select, textarea, summary, a[href], [tabindex="0"]'
      const all = [...document.querySelectorAll(controls)].filter((each) =>
        each.tabIndex >= 0 && !each.disabled && each.checkVisibility())
      all.forEach((each, index) => { each.dataset.number = index }); return all.length })()""")
    seen = set()
    for _ in range(wanted + 5):
        press(browser, "Tab")
        seen.add(browser.evaluate("document.activeElement.dataset.number ?? ''"))
    missing = [str(number) for number in range(wanted) if str(number) not in seen]
    names = browser.evaluate(f"""{json.dumps(missing)}.map((number) =>
      document.querySelector(`[data-number="${{number}}"]`)?.textContent.trim().slice(0, 40)).join('; ')""")
    failures.check(not missing and wanted > 10, f"of {wanted} controls, not reached with Tab: {names}")


def looks_right(browser, name, screen, theme, failures):
    """axe-core, and the width of the screen."""
    for each in axe.violations(browser):
        failures.check(False, f"{name}, {screen}, {theme}: {each}")
    wide = browser.evaluate("document.documentElement.scrollWidth") - SCREENS[screen][0]
    failures.check(wide <= 0, f"{name}, {screen}: the page is {wide} pixels too wide")


def take_picture(browser, pictures, name, screen, theme):
    """A picture of the page in the folder `pictures`, if there is one; a phone's shows what is below the screen too."""
    if pictures:
        width, height = SCREENS[screen][:2]
        if screen == "phone":
            height = min(browser.evaluate("document.documentElement.scrollHeight"), 4000)
        browser.picture(pictures / f"{name}-{screen}-{theme}.png", 0, 0, width, height)


def themes(browser):
    """Each screen with each theme. The browser has them in turn, and then a desktop in light again."""
    for screen, theme in itertools.product(SCREENS, ["light", "dark"]):
        browser.theme(theme)
        browser.resize(*SCREENS[screen])
        yield screen, theme
    browser.theme("light")
    browser.resize(*SCREENS["desktop"])


def accessible(browser, url, folder, pictures, is_whole, failures):
    """axe-core and keys on each view and panel of a chart with findings and changes, and of one that cannot be drawn any more."""
    path = folder / CODE
    text = path.read_text()
    changed = text.replace("title: Asking for the code", "title: Typing the code").replace("      resendCode: askingEmail\n", "").replace(
        "\nstates:\n", "\nstates:\n  extra: { title: Extra, after: { 1s: askingEmail } }\n")

    failures.check(changed.count("Extra") == 1 and "Typing the code" in changed and "resendCode: asking" not in changed, "nothing is planted")

    def wait_for(shown):
        wait(browser, f"Boolean(document.documentElement.dataset.revision && {shown})", f"{name}, {screen}", failures)

    places = {
        "picture": ("view=sheet&panel=findings", "document.querySelector('.finding')"),
        "state": ("view=sheet&panel=state&state=askingCode", "document.querySelector('#state').children.length"),
        "screens": ("view=screens&panel=text", "document.querySelector('.code')"),
        "reference": ("view=reference&panel=state", "document.querySelector('#view h3')"),
        "changes": ("view=changes&panel=simulator", "document.querySelector('.changes li')"),
        "outdated": ("view=sheet&panel=findings", "!document.querySelector('#outdated').hidden"),
    }
    for screen, theme in themes(browser):
        if not is_whole and (screen, theme) not in [("desktop", "light"), ("phone", "dark")]:
            continue
        for name, (place, shown) in places.items():
            save(path, changed)
            browser.open("about:blank")
            browser.open(f"{url}#chart={CODE.replace('/', '%2F')}&{place}")
            if name == "outdated":
                wait_for("document.querySelector('.finding')")
                save(path, "states: [")
            wait_for(shown)
            looks_right(browser, f"preview-{name}", screen, theme, failures)
            failures.check(browser.evaluate("document.querySelector('#view').scrollLeft") == 0, f"{name}, {screen}: the view is cut on the left")
            take_picture(browser, pictures, f"preview-{name}", screen, theme)
            if (screen, theme) == ("desktop", "light"):
                reachable(browser, failures)
    save(path, text)


def redraws(browser, process, url, folder, count, failures):
    """The times from a save to its picture, of the shipped charts in turn, and the memory of the command."""
    browser.theme("light")
    browser.resize(*SCREENS["desktop"])
    charts = sorted(path for path in (folder / "charts").glob("*.yaml") if path.stem not in ("secret", "hostile"))
    times, known, round_count = [], {path.stem: [] for path in charts}, max(count // len(charts) // 2, 1)
    before = 0
    is_alone = count >= MANY_SAVES
    # The first saves of each chart fill caches, so memory counts from the second half on.
    for half, path in itertools.product(range(2), charts):
        if half == 1 and path == charts[0]:
            time.sleep(SECONDS_OF_LIMITS if is_alone else 0)
            before = memory(process)
        browser.open("about:blank")
        browser.open(f"{url}#chart=charts%2F{path.name}&view=sheet")
        wait(browser, "document.documentElement.dataset.revision", path.name, failures)
        # The page notes when a picture with a title is there, and was laid out.
        browser.evaluate("""window.seen = {}; new MutationObserver(() => {
          const title = document.querySelector('#view svg > title')?.textContent
          document.querySelector('#view').getBoundingClientRect()
          if (title && !(title in seen)) seen[title] = Date.now() }).observe(document.querySelector('#view'), { childList: true, subtree: true, characterData: true })""")
        text = path.read_text()
        title = next(line for line in text.splitlines() if line.startswith("title:"))
        own = []
        for number in range(round_count):
            name = f"Saved {half} {number}"
            begun = time.time()
            save(path, text.replace(title, f"title: {name}"))
            if not wait(browser, f"seen[{json.dumps(name)}]", path.name, failures):
                break
            own.append(browser.evaluate(f"seen[{json.dumps(name)}]") - begun * 1_000)
        times += own
        known[path.stem] += own
        save(path, text)
    times.sort()
    known = {name: statistics.median(own) if own else 0 for name, own in known.items()}
    p95 = times[int(len(times) * 0.95) - 1] if times else 1e9
    time.sleep(SECONDS_OF_LIMITS if is_alone else 0)
    growth = memory(process) - before
    slowest = max(known, key=known.get)
    print(f"{len(times)} saves: p50 {statistics.median(times):.0f} ms, p95 {p95:.0f} ms, slowest {times[-1]:.0f} ms "
          f"(median of {slowest}: {known[slowest]:.0f} ms); memory grew by {growth} KiB in the second half, to {memory(process)} KiB")
    failures.check(p95 <= (MOST_MILLISECONDS_ALONE if is_alone else MOST_MILLISECONDS), f"p95 of saves is {p95:.0f} ms")
    failures.check(growth <= (MOST_GROWTH_KIB_ALONE if is_alone else MOST_GROWTH_KIB), f"memory grew by {growth} KiB")


def exhaustion(program, folder, failures):
    """With few descriptors and more connections than those, the command goes on."""
    process, url = start(program, folder, "prlimit", "--nofile=40")
    try:
        host, port = url.split("/")[2].split(":")
        held = []
        for _ in range(60):
            try:
                held.append(socket.create_connection((host, int(port)), timeout=2))
            except OSError:
                break
        for each in held:
            each.close()
        failures.check(ask(url + "api/charts")[0] == 200, "the command does not survive many connections")
        failures.check(process.poll() is None, "the command ended when descriptors ran out")
    finally:
        process.send_signal(signal.SIGINT)
        failures.check(process.wait(timeout=30) == 0, "the exit code after Ctrl-C is not 0")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--saves", type=int, default=100)
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    program = options.program.resolve()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    failures = Failures()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        prepare(folder)
        process, url = start(program, folder)
        slow_request = threading.Thread(target=slow, args=(url, failures))
        slow_request.start()
        browser = Browser(*SCREENS["desktop"][:2])
        try:
            for title, check in {
                "refusals": lambda: refusals(url, failures), "secrets": lambda: secrets(url, failures),
                "page": lambda: page(browser, url, folder, failures),
                "accessibility": lambda: accessible(
                    browser, url, folder, options.pictures, options.pictures or options.saves >= MANY_SAVES, failures),
                "saves": lambda: redraws(browser, process, url, folder, options.saves, failures),
                "exhaustion": lambda: exhaustion(program, folder, failures),
            }.items():
                begun = time.monotonic()
                check()
                print(f"{title}: {time.monotonic() - begun:.1f} s")
            slow_request.join()
        finally:
            browser.close()
            process.send_signal(signal.SIGINT)
            failures.check(process.wait(timeout=30) == 0, "the exit code after Ctrl-C is not 0")
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
