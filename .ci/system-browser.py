"""Walks flows in the terminal with a real browser, which comes back to a port of this machine.

  .ci/system-browser.py COMMAND registration|fxa

The command opens the browser with a program `xdg-open` of this script, which passes the address to Chromium. At the site, the page
calls the port, as a page of somebody else would."""
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import urllib.parse

from browser import Browser

WALKS = {}


def walk(*options):
    def add(function):
        WALKS[function.__name__] = (options, function)
        return function
    return add


def fail(words):
    sys.exit(f"FAILED: {words}")


class Terminal:
    """The command. What it opens comes through a pipe with a name."""
    def __init__(self, command, folder):
        self.address = folder / "address"
        os.mkfifo(self.address)
        opener = folder / "xdg-open"
        opener.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$1\" > '{self.address}'\n")
        opener.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "DISPLAY": ":0"}
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(self, text):
        self.process.stdin.write(text + "\n")

    def opened(self):
        return self.address.read_text().strip()

    def line(self, words):
        """The next line with some words."""
        for text in self.process.stdout:
            print("  " + text, end="")
            if words in text:
                return text
        fail(f"the command does not print: {words}")

    def end(self):
        status = self.process.wait(timeout=60)
        if status != 0:
            fail(f"the command exits with {status}")


def is_open(port):
    for family, host in [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]:
        with socket.socket(family) as connection:
            if connection.connect_ex((host, port)) == 0:
                return True
    return False


def arrive(browser, callback):
    """Waits for the page of the app."""
    while not any(event["method"] == "Page.loadEventFired" for event in browser.events):
        browser.receive()
    place = browser.evaluate("location.href").split("?")[0]
    if place != callback:
        fail(f"the browser ends at {place}")
    text = browser.evaluate("document.body.innerText")
    if "Return to the app to continue" not in text:
        fail(f"the page says: {text}")


# What any page can do without being seen: requests, images and frames.
HIDDEN_CALLS = [
    "fetch(url, { mode: 'no-cors' })",
    "new Promise((done) => { const image = new Image(); image.onerror = done; image.src = url })",
    "new Promise((done) => { const frame = document.createElement('iframe'); frame.onload = done; frame.src = url; "
    "document.body.append(frame) })",
]


@walk("--end-browser-session")
def registration(terminal, browser):
    terminal.say("email")
    page = terminal.opened()
    callback = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query))["redirect_uri"]
    port = urllib.parse.urlsplit(callback).port
    browser.open(page)
    code = terminal.line("An email arrives with the code").split()[-1].rstrip(".)")
    for call in HIDDEN_CALLS:
        for url in [callback + "?code=forged&state=forged", f"http://localhost:{port}/?code=forged"]:
            browser.evaluate(f"(async () => {{ const url = {url!r}; await {call} }})().then(() => true, () => false)")
    if not is_open(port):
        fail("a page of somebody else ended the visit")
    browser.evaluate(f"document.querySelector('[name=code]').value = '{code}'")
    browser.events = []
    browser.evaluate("document.querySelector('form').submit()")
    arrive(browser, callback)
    terminal.line("== G")
    if is_open(port):
        fail("the port is still open")
    terminal.say("confirm")
    terminal.line("== H")
    terminal.say("logout")
    browser.open(terminal.opened())
    arrive(browser, callback)
    terminal.line("== D")


@walk("--platform", "windows")
def fxa(terminal, browser):
    terminal.say("ada@example.org")
    page = terminal.opened()
    port = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query))["port"]
    browser.open(page)
    arrive(browser, f"http://127.0.0.1:{port}/")
    terminal.line("Signed in as ada@example.org.")
    terminal.end()
    if is_open(int(port)):
        fail("the port is still open")


def main():
    flow, name = sys.argv[1:]
    options, function = WALKS[name]
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(
            [pathlib.Path(flow).resolve(), name, "--system-browser", *options], pathlib.Path(folder))
        browser = Browser(800)
        try:
            function(terminal, browser)
        finally:
            browser.close()
            terminal.process.kill()
            terminal.process.wait()
    print(f"{name}: the browser came back to a port")


if __name__ == "__main__":
    main()
