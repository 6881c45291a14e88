"""The checks of running apps in the page of `.ci/preview`: the example app in a real browser."""
import argparse
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import axe
from browser import Browser
from preview import SCREENS, Failures, looks_right, reachable, start, take_picture, themes, wait

CHART = "charts/sign-in.yaml"
ADDRESS = "canary-2207@example.org"
HOOKS = """(() => {
  const all = (selector) => [...document.querySelectorAll(`#app ${selector}`)]
  window.texts = (selector) => all(selector).map((each) => each.textContent)
  window.control = (key) => all('[data-key]').find((each) => each.dataset.key === key)
  window.push = (key) => { const each = control(key); each.focus(); each.click() }
  window.place = () => document.querySelector('#app .sim-place')?.textContent
  window.badge = () => document.querySelector('#app .app-session .badge')?.textContent
  window.active = () => [...document.querySelectorAll('#view .state.active')].map((each) => each.dataset.state).join()
  return 0
})()"""


class App:
    """The example app, which reads what is typed."""

    def __init__(self, program, url, folder):
        # What is printed to a terminal comes at once.
        terminal, output = os.openpty()
        self.process = subprocess.Popen(
            [program, folder], env={**os.environ, "STATECHART_PREVIEW": url}, stdin=subprocess.PIPE, stdout=output, text=True)
        os.close(output)
        self.output = os.fdopen(terminal)

    def type(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def read_until(self, pattern):
        while line := self.output.readline():
            if match := re.search(pattern, line):
                return match
        sys.exit(f"the app has not printed {pattern}")


def open_page(browser, url, failures):
    browser.open("about:blank")
    browser.open(f"{url}#chart={CHART.replace('/', '%2F')}&panel=app")
    wait(browser, "!!document.querySelector('#app h3') && !!document.documentElement.dataset.revision", "the panel", failures)
    browser.evaluate(HOOKS)


def signs_in(browser, url, app_program, folder, failures):
    """A sign-in with one wrong code, live, backwards, and after its end."""
    open_page(browser, url, failures)
    failures.check("PreviewInspector" in browser.evaluate("document.querySelector('#app').textContent"), "how to connect an app")
    app = App(app_program, url, folder / "store")
    wait(browser, "place() === 'Your email address' && badge() === 'Live'", "a new session", failures)
    wait(browser, "document.querySelector('#running').textContent === ' 1'", "the number of sessions", failures)
    failures.check(browser.evaluate("active()") == "askingEmail", "the picture of the start")
    app.type(ADDRESS)
    code = app.read_until(r"your code is (\d+)").group(1)
    wait(browser, "place() === 'The code from your mail' && active() === 'askingCode'", "a step of the app", failures)
    app.type("000000")
    wait(browser, "texts('.sim-trace > li').length === 5 && place() === 'The code from your mail'", "a wrong code", failures)

    # Backwards, while the app goes on.
    browser.evaluate("push('back')")
    wait(browser, "place() === 'Checking the code' && active() === 'checkingCode'", "one step back", failures)
    failures.check(browser.evaluate("document.activeElement.dataset.key") == "back", "a step back lost the focus")
    browser.evaluate("push('first')")
    wait(browser, "place() === 'Your email address' && active() === 'askingEmail'", "the first step", failures)
    browser.evaluate("push('forward')")
    wait(browser, "place() === 'Sending the code'", "one step forward", failures)
    app.type(code)
    wait(browser, "texts('.sim-trace > li').length === 7", "new steps in the list", failures)
    failures.check(browser.evaluate("place()") == "Sending the code", "the page does not stay at the step")
    failures.check(browser.evaluate("control('forward') === document.activeElement"), "new steps took the focus")
    browser.evaluate("push('live')")
    wait(browser, "place() === 'You are signed in' && active() === 'signedIn'", "the newest step", failures)
    marked = browser.evaluate("[...document.querySelectorAll('#view .state.visited')].map((each) => each.dataset.state)")
    failures.check({"askingEmail", "sendingCode", "askingCode", "checkingCode"} <= set(marked), f"the visited states are {marked}")

    # With keys alone.
    browser.evaluate("control('back').focus()")
    browser.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", windowsVirtualKeyCode=13, text="\r")
    wait(browser, "place() === 'Checking the code'", "a step back with keys", failures)
    reachable(browser, failures)
    browser.evaluate("push('live')")

    app.type("1")
    wait(browser, "badge() === 'Ended'", "the end of the session", failures)
    failures.check(app.process.wait(timeout=30) == 0, "the app has failed")
    failures.check(browser.evaluate("texts('.hint').join()").startswith("The flow has ended."), "how the session ended")
    wait(browser, "document.querySelector('#running').textContent === ''", "no session runs", failures)

    # An app that ends in the middle.
    app = App(app_program, url, folder / "store")
    wait(browser, "texts('option').length === 2", "a second session", failures)
    browser.evaluate("control('session').value = control('session').options[0].value; control('session').dispatchEvent(new Event('change'))")
    wait(browser, "badge() === 'Live' && place() === 'Your email address'", "the second session", failures)
    app.process.kill()
    app.process.wait(timeout=30)
    wait(browser, "badge() === 'App closed'", "the app that was killed", failures)

    # The picture is the simulator's again in its tab.
    browser.evaluate("document.querySelector('#tab-simulator').click()")
    wait(browser, "active() === 'askingEmail'", "the picture of the simulator", failures)
    texts = urllib.request.urlopen(f"{url}api/sessions?path={CHART}").read().decode() + browser.evaluate("document.body.textContent")
    for canary in [ADDRESS, code, "000000"]:
        failures.check(canary not in texts, f"a secret is on the page: {canary}")


def accessible(browser, url, pictures, failures):
    """axe-core, and the width of a phone."""
    for screen, theme in themes(browser):
        open_page(browser, url, failures)
        wait(browser, "texts('option').length === 2", "the sessions", failures)
        browser.evaluate("control('session').value = control('session').options[1].value; control('session').dispatchEvent(new Event('change'))")
        wait(browser, "badge() === 'Ended'", "the first session", failures)
        browser.evaluate("push('back')")
        browser.evaluate("push('back')")
        looks_right(browser, "app", screen, theme, failures)
        take_picture(browser, pictures, "app", screen, theme)
    # Without an app.
    browser.open("about:blank")
    browser.open(f"{url}#chart=charts%2Fregistration.yaml&panel=app")
    wait(browser, "document.querySelector('#app h3')?.textContent === 'No app runs this chart'", "a chart without an app", failures)
    for each in axe.violations(browser):
        failures.check(False, f"no app: {each}")


class BusyApp:
    """An app whose session takes 500 steps in a second."""

    def __init__(self, url):
        _, _, host, token, _ = url.split("/")
        self.socket = socket.create_connection(("127.0.0.1", int(host.split(":")[1])))
        self.socket.sendall(
            f"GET /{token}/api/attach HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: statechart-trace\r\n\r\n".encode())
        self.socket.recv(4096)
        self.line(statechartTrace=1, app="busy", process=1)
        self.event(event="started")
        self.event(event="stepped", exited=[], entered=["askingEmail"])
        self.isOver = False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def line(self, **members):
        self.socket.sendall((json.dumps(members) + "\n").encode())

    def event(self, **members):
        self.line(session="busy", chart="signIn", **members)

    def run(self):
        while not self.isOver:
            for _ in range(10):
                self.event(event="received", name="submitEmail")
            time.sleep(0.02)

    def end(self):
        self.isOver = True
        self.thread.join()
        self.socket.close()


def keeps_buttons(browser, url, failures):
    """A slow press of a mouse is a click, and the list of sessions stays, while an app is busy."""
    app = BusyApp(url)
    try:
        open_page(browser, url, failures)
        wait(browser, "badge() === 'Live' && texts('.sim-trace > li').length > 50", "a busy app", failures)
        browser.evaluate("window.choice = control('session'); window.before = control('back'); 0")
        for key, holds in [("back", "!control('forward').disabled"), ("first", "control('first').disabled"), ("live", "control('forward').disabled")]:
            x, y = browser.evaluate(f"(() => {{ const box = control('{key}').getBoundingClientRect(); return [box.x + 5, box.y + 5] }})()")
            for kind in ["mousePressed", "mouseReleased"]:
                browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
                time.sleep(0.6)
            failures.check(browser.evaluate(holds), f"a slow press of {key} is no click")
        failures.check(browser.evaluate("choice.isConnected && before.isConnected"), "the controls are replaced")
    finally:
        app.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--app", required=True)
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    program, app = (str(pathlib.Path(each).resolve()) for each in (options.program, options.app))
    failures = Failures()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        shutil.copytree("charts", folder / "charts")
        shutil.copy("Docs/examples/sign-in-app/Sources/signIn/sign-in.yaml", folder / CHART)
        process, url = start(program, folder)
        browser = Browser(*SCREENS["desktop"][:2])
        try:
            signs_in(browser, url, app, folder, failures)
            accessible(browser, url, options.pictures, failures)
            keeps_buttons(browser, url, failures)
        finally:
            browser.close()
            process.terminate()
            process.wait(timeout=30)
    if failures:
        sys.exit(1)
    print("the page shows sessions of a running app, live and backwards, and keeps secrets")


if __name__ == "__main__":
    main()
