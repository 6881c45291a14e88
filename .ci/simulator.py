"""The checks of the simulator in the page of `.ci/preview`: a run in a real browser."""
import argparse
import base64
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from browser import Browser
from preview import SCREENS, Failures, looks_right, prepare, reachable, start, take_picture, themes, wait

OTHER_CHART = "charts/registration.yaml"
CHART = "charts/fxa-authentication.yaml"
# Typed as secrets. They must be in no response.
PASSWORD = "canary-4f1d-password"
CODES = ["canary-0000", "canary-9999"]
# What is pressed and typed, and where the flow is then.
STEPS = [
    ("service initialize done", {}, "Your turn › Start"),
    ("event checkAccount", {"emailAddress": "Ada@example.org"}, "Checking account"),
    ("service checkAccount done", {"exists": "true"}, "Your turn › Sign in"),
    ("event setPassword", {"password": PASSWORD}, "Your turn › Sign in"),
    ("event signIn", {}, "Authenticating › Signing in"),
    ("service signIn done", {"verified": "false", "verificationMethod": "totp-2fa"}, "Your turn › TOTP verification needed"),
    ("event verifySessionTotpCode", {"code": CODES[0]}, "Verifying session TOTP code"),
    ("service verifySessionTotpCode done", {"verified": "false"}, "Your turn › TOTP verification needed"),
    ("event verifySessionTotpCode", {"code": CODES[1]}, "Verifying session TOTP code"),
    ("service verifySessionTotpCode done", {"verified": "true"}, "Finalize › Exchanging the session"),
    ("service exchangeSession done", {}, "Finalize › Signing in to the VPN service"),
    ("service verifyLogin done", {}, "Authenticated"),
]
# Keeps all that the server answers, and what the page saves, for the checks.
HOOKS = """(() => {
  window.answers = []
  const { fetch } = window
  window.fetch = async (...given) => {
    const response = await fetch(...given)
    answers.push(await response.clone().text())
    return response
  }
  URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text }); return '#saved' }
  HTMLAnchorElement.prototype.click = () => {}
  const all = (name) => [...document.querySelectorAll(`#simulator [data-${name}]`)]
  window.control = (key) => all('key').find((each) => each.dataset.key === key)
  window.press = (key) => { const each = control(key); each.focus(); each.click() }
  window.type = (key, value) => {
    const field = all('field').find((each) => each.dataset.field === key)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  window.place = () => document.querySelector('#simulator .sim-place')?.textContent
  window.count = () => document.querySelectorAll('#simulator .sim-trace > li').length - 1
  return 0
})()"""


class Page:
    """The simulator in a page."""

    def __init__(self, browser, url, failures):
        self.browser, self.url, self.failures = browser, url, failures

    def open(self, chart=CHART, more=""):
        self.browser.open("about:blank")
        self.browser.open(f"{self.url}#chart={chart.replace('/', '%2F')}&panel=simulator{more}")
        wait(self.browser, "!!document.querySelector('#simulator .sim-place')", f"the simulator of {chart}", self.failures)
        self.browser.evaluate(HOOKS)

    def is_at(self, place, count, words):
        condition = f"place() === {json.dumps(place)}"
        if count is not None:
            condition += f" && count() === {count}"
        return wait(self.browser, condition, words, self.failures)

    def press(self, key, fields=None):
        for name, value in (fields or {}).items():
            self.browser.evaluate(f"type({json.dumps(f'{key}.{name}')}, {json.dumps(value)})")
        self.browser.evaluate(f"press({json.dumps(key)})")

    def walk(self, steps=STEPS, first=0):
        for number, (key, fields, place) in enumerate(steps, first + 1):
            self.press(key, fields)
            if not self.is_at(place, number, key):
                return False
        return True

    def save(self):
        self.browser.evaluate("window.saved = undefined")
        self.press("save")
        wait(self.browser, "!!window.saved", "a saved run", self.failures)
        return self.browser.evaluate("window.saved")

    def texts(self, selector):
        return self.browser.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent)")


def sign_in(page, program, folder, failures):
    """The Mozilla sign-in with TOTP, saved and replayed, and its place in the address."""
    browser = page.browser
    page.open()
    if not page.walk():
        return
    failures.check(browser.evaluate("document.querySelector('.sim-end').textContent").startswith("The flow has ended."), "the end")
    marked = browser.evaluate("[...document.querySelectorAll('#view .state.active')].map((each) => each.dataset.state)")
    failures.check(marked == ["authenticated"], f"the picture marks {marked}")
    failures.check("asking" in browser.evaluate("[...document.querySelectorAll('#view .visited')].map((each) => each.dataset.state)"),
                   "the picture does not mark where the run was")
    # The saved run does the same in the terminal.
    saved = page.save()
    (folder / "run.jsonl").write_text(saved)
    replay = subprocess.run([program, "simulate", CHART, "--replay", "run.jsonl"], cwd=folder, capture_output=True, text=True, check=False)
    failures.check(replay.returncode == 0, f"the replay: {replay.stderr}")
    told = [line[2:].split(" (")[0] for line in replay.stdout.splitlines() if line.startswith("• ")]
    seen = [text.split(" → ")[0] for text in page.texts("#simulator .sim-trace > li > .sim-words")]
    failures.check(told == seen, f"the replay says {told}, and the page {seen}")
    lines = subprocess.run([program, "simulate", CHART, "--jsonl"], cwd=folder, input=saved, capture_output=True, text=True, check=False).stdout
    failures.check(json.loads(lines.splitlines()[-1])["configuration"] == ["authenticated"], "the run with --jsonl")
    # The address leads to the same place, and holds no secret.
    address = browser.evaluate("location.hash")
    run = address.split("run=")[-1].split("&")[0]
    kept = base64.urlsafe_b64decode(run + "=" * (-len(run) % 4)).decode()
    failures.check("made-up-1" in kept, f"the address keeps {kept}")
    page.open(more=f"&run={run}")
    page.is_at("Authenticated", len(STEPS), "the place of the address")
    answers = browser.evaluate("answers.join()") + saved + kept + address + replay.stdout + "".join(page.texts("body"))
    for canary in [PASSWORD, *CODES]:
        failures.check(canary not in answers, f"a secret is in a response: {canary}")


def changes(page, failures):
    """Undo, back to a step, an ignored event, time, conditions, a failure, jumps, and what does not fit."""
    browser = page.browser
    page.open()
    page.walk(STEPS[:1])
    reachable(browser, failures)
    page.press("undo")
    page.is_at("Initializing", 0, "undo of the first step")
    failures.check(browser.evaluate("control('undo').disabled"), "Undo is possible where nothing is left to undo")
    page.walk(STEPS[:1])
    # Enter in a field, which is in a closed group afterwards.
    key, fields, place = STEPS[1]
    page.press(f"{key}.emailAddress")
    browser.evaluate(f"type({json.dumps(f'{key}.emailAddress')}, {json.dumps(fields['emailAddress'])})")
    browser.evaluate("document.activeElement.form.requestSubmit()")
    page.is_at(place, 2, "Enter in a field")
    failures.check(browser.evaluate("document.activeElement.matches('.sim-place')"), "Enter in a field lost the focus")
    page.walk(STEPS[2:6], 2)
    page.press("undo")
    page.is_at("Authenticating › Signing in", 5, "undo")
    failures.check(browser.evaluate("document.activeElement.dataset.key") == "undo", "undo lost the focus")
    page.press("service signIn failed", {"choice": "incorrectPassword"})
    page.is_at("Your turn › Sign in", 6, "a failure")
    page.press("back 3")
    page.is_at("Your turn › Sign in", 3, "back to a step")
    page.press("event signUp")
    wait(browser, "count() === 4 && !!document.querySelector('.sim-last.ignored')", "an ignored event", failures)
    failures.check(any("is handled in: Your turn › Sign up" in text for text in page.texts(".sim-last li")), "why an event was ignored")
    page.press("restart")
    page.is_at("Initializing", 0, "restart")
    page.press("condition emailIsValid")
    wait(browser, "count() === 1 && !control('condition emailIsValid').checked", "a condition", failures)
    page.press("undo")
    page.is_at("Initializing", 0, "undo of a condition")
    browser.evaluate("control('jump to').value = 'signIn'")
    page.press("jump")
    page.is_at("Your turn › Sign in", 3, "a jump")
    page.press("restart")
    page.is_at("Initializing", 0, "restart after a jump")
    page.press("undo")
    page.is_at("Your turn › Sign in", 3, "undo of a restart")
    browser.evaluate("control('jump to').value = 'fallbackInBrowser'")
    page.press("jump")
    wait(browser, "document.querySelector('.sim-alert').textContent.includes('new run')", "a jump from the start", failures)
    page.press("undo")
    page.is_at("Your turn › Sign in", 3, "undo of a jump from the start")
    for chart in [OTHER_CHART, CHART]:
        browser.evaluate(f"document.querySelector('#charts button[title=\"{chart}\"]').click()")
        wait(browser, f"document.querySelector('#chart-path').textContent === {json.dumps(chart)}", chart, failures)
    page.is_at("Your turn › Sign in", 3, "the run of a chart that was left")
    page.press("restart")
    page.is_at("Initializing", 0, "restart after undo")
    # What does not fit is said at the field, and what the chart refuses above the run.
    page.press("advance", {"time": "never"})
    wait(browser, "!document.querySelector('.sim-alert').hidden && count() === 0", "a wrong duration", failures)
    page.press("timer 0")
    wait(browser, "count() === 1 && document.querySelector('.sim-alert').hidden", "a timer", failures)
    failures.check(browser.evaluate("document.querySelector('[role=status].sim-status').textContent").strip() != "", "nothing is said")


def edited(page, folder, failures):
    """A changed file: the run goes on in the new chart, and ends before a step that is not possible any more."""
    path = folder / "charts/sign-in-with-code.yaml"
    text = path.read_text()
    page.open("charts/sign-in-with-code.yaml")
    page.press("event submitEmail", {"address": "ada@example.org"})
    wait(page.browser, "count() === 1", "a step before the edit", failures)
    path.write_text(text.replace("submitEmail", "giveEmail"))
    wait(page.browser, "count() === 0 && document.querySelector('.sim-alert').textContent.includes('Step 1 is not possible')",
         "a step that is not possible any more", failures)
    path.write_text(text + "states: twice\n")
    wait(page.browser, "document.querySelector('#simulator .sim').inert && document.querySelector('.sim-alert').textContent.includes('has errors')",
         "buttons that cannot act, because the chart has errors", failures)
    path.write_text(text)
    wait(page.browser, "count() === 1 && document.querySelector('.sim-alert').hidden && !document.querySelector('#simulator .sim').inert", "the step that is possible again", failures)


def limits(url, folder, failures):
    """Requests that no page sends."""
    def post(route, body, query=f"path={CHART}"):
        try:
            with urllib.request.urlopen(f"{url}api/{route}?{query}", data=body, timeout=30) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    failures.check(post("run", b"{")[0] == 400, "a body that is not JSON")
    failures.check(post("run", b'{"lines": []}', "path=outside.yaml")[0] == 404, "a chart that is not shown")
    long = json.loads(post("run", json.dumps({"lines": ['{"advance": "1s"}'] * 501}).encode())[1])
    failures.check(long["problem"]["step"] == 501 and len(long["now"]["steps"]) == 501, f"too many steps: {long.get('problem')}")
    big = json.loads(post("run", json.dumps({"lines": ['{"event": "' + "x" * 300_000 + '"}']}).encode())[1])
    failures.check("KiB" in big["problem"]["message"], f"too many bytes: {big.get('problem')}")


def accessible(page, pictures, failures):
    """axe-core, the width of a phone, and pictures of the simulator in the middle of a run."""
    browser = page.browser
    for screen, theme in themes(browser):
        page.open()
        page.walk(STEPS[:7])
        browser.evaluate("document.querySelectorAll('#simulator details').forEach((each) => { each.open = true })")
        for kind in ["list", "sequence"]:
            page.press(f"trace {kind}")
            looks_right(browser, f"simulator, {kind}", screen, theme, failures)
        if pictures:
            page.open()
            page.walk(STEPS[:6])
            take_picture(browser, pictures, "simulator", screen, theme)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    failures = Failures()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        process, url = start(program, folder)
        browser = Browser(*SCREENS["desktop"][:2])
        try:
            page = Page(browser, url, failures)
            sign_in(page, program, folder, failures)
            changes(page, failures)
            edited(page, folder, failures)
            limits(url, folder, failures)
            accessible(page, options.pictures, failures)
        finally:
            browser.close()
            process.terminate()
            process.wait(timeout=30)
    if failures:
        sys.exit(1)
    print("the simulator walks, undoes, jumps, saves and keeps secrets")


if __name__ == "__main__":
    main()
