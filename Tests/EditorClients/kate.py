"""Drives `statechart lsp` in Kate: kate.py FOLDER CHART. The folder has Kate's settings, the screen, and what the server sends."""
import pathlib
import struct
import subprocess
import sys
import time

folder = pathlib.Path(sys.argv[1])
original = pathlib.Path(sys.argv[2]).read_text()
path = folder / "charts" / "sign-in.yaml"


def wait(what, condition):
    end = time.monotonic() + 20
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"FAILED in Kate: {what}\n{(folder / 'kate.txt').read_text()[-2000:]}")
        time.sleep(0.1)


def type_keys(*arguments):
    subprocess.run(["xdotool", *arguments], check=True)


def sent(text):
    """How often the server sent a text."""
    return (folder / "sent").read_text().count(text)


def marked_pixels():
    """How many points of the screen have the pale red behind a line with an error. The file is an X window dump."""
    (file,) = (folder / "screen").iterdir()
    data = file.read_bytes()
    (header,) = struct.unpack_from(">I", data, 0)
    (colors,) = struct.unpack_from(">I", data, 76)
    pixels = data[header + 12 * colors:]
    return sum(
        red > 235 and 200 < green < 235 and abs(green - blue) < 3
        for blue, green, red in zip(pixels[0::4], pixels[1::4], pixels[2::4]))


# Open a chart with a wrong target, and see the finding.
path.write_text(original.replace("resendCode: askingEmail", "resendCode: askingEmial"))
line = original[:original.index("resendCode: askingEmail")].count("\n") + 1
with open(folder / "kate.txt", "w") as output:
    kate = subprocess.Popen(["kate", "--new", "--line", str(line), path], stdout=output, stderr=output)
try:
    wait("no finding was sent", lambda: sent("unknown-target") >= 1)
    wait("no line is marked", lambda: marked_pixels() > 5_000)

    # Write the target with the server's completion, and see the finding go.
    type_keys("search", "--sync", "--onlyvisible", "--name", "sign-in.yaml", "windowfocus")
    type_keys("key", "End", "ctrl+BackSpace")
    type_keys("type", "--delay", "50", "askingEm")
    wait("nothing is completed", lambda: sent("\"items\"") > 0)
    time.sleep(1)
    type_keys("key", "Return")
    wait("the line is still marked", lambda: marked_pixels() == 0)
    type_keys("key", "ctrl+s")
    wait("the fixed chart is not saved", lambda: path.read_text() == original)
    type_keys("key", "ctrl+q")
    kate.wait(timeout=20)
finally:
    kate.kill()
print("Kate: opened, saw a finding, completed, saw it go")
