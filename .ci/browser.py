"""Chromium, over the pipe of its debugging protocol. For the scripts that check pictures and pages."""
import base64
import json
import os
import select
import shutil
import subprocess
import sys

# Far more than the slowest page needs.
MOST_SECONDS = 120

# For scripts that measure a page: the contrast of two colors, as WCAG counts it.
CONTRAST = r"""
  const light = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).map((value) => value / 255)
      .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrastOf = (one, other) => {
    const [a, b] = [light(one), light(other)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }
"""


class Browser:
    def __init__(self, width, height=1000):
        names = ["chromium-headless-shell", "chromium", "chromium-browser"]
        program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
        if not program:
            sys.exit("Chromium is missing; Debian's package is chromium-headless-shell")
        to_read, self.output = os.pipe()
        self.input, to_write = os.pipe()

        def connect():
            # Chromium reads from 3 and writes to 4, which the pipes may already have as their numbers.
            source, sink = os.dup(to_read), os.dup(to_write)
            os.dup2(source, 3)
            os.dup2(sink, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--log-level=3",
             "--remote-debugging-pipe"], preexec_fn=connect, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for area in ["Page", "Runtime", "Accessibility"]:
            self.call(area + ".enable")
        self.resize(width, height)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                return answer["result"] if "result" in answer else sys.exit(f"{method}: {answer['error']}")

    def receive(self):
        """The next message. Events are kept in `events` until the next page."""
        while b"\0" not in self.rest:
            part = os.read(self.input, 1 << 20) if select.select([self.input], [], [], MOST_SECONDS)[0] else b""
            if not part:
                sys.exit("Chromium gave no answer")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, place):
        """Loads a file, or an address that is a text. Returns the events until it was loaded."""
        self.events = []
        self.call("Page.navigate", url=place if isinstance(place, str) else place.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.receive()
        return self.events

    def resize(self, width, height=1000, is_phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)

    def theme(self, theme, media=""):
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": theme}])

    def evaluate(self, script):
        """The value of an expression, or of what it promises."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return result["result"].get("value") if "exceptionDetails" not in result else sys.exit(f"script: {result}")

    def picture(self, path, x, y, width, height):
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.call("Browser.close")
        self.process.wait(timeout=30)
