"""Types into `statechart simulate` and `statechart new` in a terminal, as a person does."""
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

COMMAND = os.path.abspath(sys.argv[1])
CHART = os.path.abspath("Docs/examples/sign-in-with-code.yaml")
LEFT, UP, HOME = "\x1b[D", "\x1b[A", "\x1b[H"
# Nothing here takes a second; this only ends a run that would wait forever.
LIMIT = 60


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


class Terminal:
    """The command in a terminal of its own."""

    def __init__(self, *arguments: str, folder: str = ".", columns: int = 80, color: bool = False, program: str = COMMAND,
                 ignored: tuple[int, ...] = ()):
        arguments = arguments or ("simulate", CHART)
        # The other side stays open here, so that the settings can be read after the command has ended.
        self.keyboard, self.side = pty.openpty()
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.usual = self.settings()
        self.screen, self.status = "", None
        self.process = os.fork()
        if self.process == 0:
            os.close(self.keyboard)
            os.chdir(folder)
            self.take()
            # A shell in the background ignores some, and whoever runs this may be one.
            for number in signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP:
                signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
            environment = {**os.environ, "TERM": "xterm"}
            environment.pop("NO_COLOR", None)
            if not color:
                environment["NO_COLOR"] = "1"
            os.execve(program, [program, *arguments], environment)

    def take(self) -> None:
        """Makes the terminal that of this process, which runs the command next."""
        os.setsid()
        fcntl.ioctl(self.side, termios.TIOCSCTTY, 0)
        for descriptor in range(3):
            os.dup2(self.side, descriptor)

    def settings(self) -> int:
        return termios.tcgetattr(self.side)[3] & (termios.ECHO | termios.ICANON)

    def read(self, seconds: float) -> bool:
        if not select.select([self.keyboard], [], [], seconds)[0]:
            return False
        self.screen += os.read(self.keyboard, 65536).decode(errors="replace").replace("\r\n", "\n")
        return True

    def wait(self, text: str) -> None:
        end = time.monotonic() + LIMIT
        while text not in plain(self.screen):
            assert self.read(max(end - time.monotonic(), 0)), f"`{text}` does not appear in: {self.screen!r}"

    def type(self, keys: str | bytes, after: str = "> ") -> None:
        self.wait(after)
        if after == "> ":
            # A line that was typed before has it too.
            end = time.monotonic() + LIMIT
            while not plain(self.screen).rstrip("\r").endswith(after):
                assert self.read(max(end - time.monotonic(), 0)), f"no prompt at the end of: {self.screen!r}"
        self.screen = ""
        os.write(self.keyboard, keys if isinstance(keys, bytes) else keys.encode())

    def end(self) -> int:
        """The exit code, or the signal that ended the command as a negative number."""
        end = time.monotonic() + LIMIT
        while self.status is None:
            self.read(0.02)
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.status = os.waitstatus_to_exitcode(status)
            assert time.monotonic() < end, "the command does not end"
        while self.read(0.05):
            pass
        return self.status


def address(keys: str) -> str:
    """Types keys for the address, and gives the address that the recorded walk has."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder=folder)
        terminal.type("1\r")
        terminal.type(keys + "\r", "address: ")
        terminal.type("save walk.jsonl\r")
        terminal.type("q\r")
        assert terminal.end() == 0, terminal.screen
        return json.loads(pathlib.Path(folder, "walk.jsonl").read_text())["data"]["address"]


def paste(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


for keys, typed in [
    (f"ada@x{LEFT}Z", "ada@Zx"), (f"da@x{HOME}a", "ada@x"), ("ada@xy\x7f", "ada@x"), ("wrong\x15ada@x", "ada@x"),
    ("a \x1b[5~\x1b[15~\x1bOP\x1b[1;2Pb", "a b"), (f"ünï{LEFT}\x7f日本", "ü日本ï"), (paste("ada@x\n"), "ada@x"),
    (paste("a\nq\tb"), "a q b"), ("\x07\x00a", "a"),
]:
    assert address(keys) == typed, (keys, address(keys), typed)

# A text that is too long is not pasted at all, and what was typed before stays.
terminal = Terminal()
terminal.type("t 2" + paste("é" * 40_000) + "s\r")
terminal.wait("The pasted text is longer than 64 KiB, so it was ignored.\n\r> t 2")
terminal.wait("0:02  Now in")
os.kill(terminal.process, signal.SIGTERM)
terminal.end()

terminal = Terminal()
terminal.type("t 3s\r")
terminal.wait("0:03  Now in")
terminal.type(UP + "\r")
terminal.wait("0:06  Now in")
# Before the prompt, the terminal itself would take the key.
terminal.type("\x04", "(submitEmail)\n\r> ")
assert terminal.end() == 0

# A secret is not shown while it is typed, and not brought back.
terminal = Terminal()
for keys, after in [("1\r", "> "), ("ada@x\r", "address: "), ("1\r", "> "), ("1\r", "> "), ("4711\r", "code: "), ("2\r", "> ")]:
    terminal.type(keys, after)
terminal.wait("showError")
assert "4711" not in terminal.screen
terminal.type("1\r")
terminal.type(UP + "\r", "code: ")
terminal.wait("Back again")
os.kill(terminal.process, signal.SIGTERM)
terminal.end()

# Neither is a value with a secret inside.
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "pay.yaml").write_text("""
statechart: 1
id: pay
events: { pay: { payload: { card: { type: { number: { type: string, secret: true }, name: string } } } } }
initial: asking
states: { asking: { on: { pay: asking } } }
""")
    terminal = Terminal("simulate", "pay.yaml", folder=folder)
    terminal.type("1\r")
    terminal.type('{"number": "4711", "name": "Ada"}\r', "card: ")
    terminal.wait("Now in: asking")
    assert "4711" not in terminal.screen and "Ada" not in terminal.screen, terminal.screen
    terminal.type("1\r")
    terminal.type(UP + "\r", "card: ")
    terminal.wait("Back again")
    assert "4711" not in terminal.screen, terminal.screen
    os.kill(terminal.process, signal.SIGTERM)
    terminal.end()

# What is typed before the question for a secret is dropped.
terminal = Terminal()
for keys, after in [("1\r", "> "), ("ada@x\r", "address: "), ("1\r", "> "), ("1\rearly", "> "), ("\r", "code: ")]:
    terminal.type(keys, after)
terminal.wait("Back again")
os.kill(terminal.process, signal.SIGTERM)
terminal.end()

# Escape alone does nothing, and Return after half a character counts.
terminal = Terminal()
terminal.type("\x1b")
while terminal.read(0.3):
    pass
os.write(terminal.keyboard, b"\xc3\r")
terminal.wait("That is not UTF-8 text")
terminal.type("t 1s\r")
terminal.wait("0:01  Now in")
terminal.type("q\r")
assert terminal.end() == 0

# ^Z stops the command, and the line is still there when it goes on.
terminal = Terminal("--norc", "--noprofile", "-i", program="/bin/bash")
os.write(terminal.keyboard, f"PS1='$'' '; {COMMAND} simulate {CHART}\r".encode())
terminal.type("t 2", "? help.\n\n0:00  Now in: Asking for the email address\n  1  email address typed (submitEmail)\n\r> ")
terminal.type("\x1a", "t 2")
terminal.type("fg\r", "$ ")
terminal.type("s\r", "> t 2")
terminal.wait("0:02  Now in")
terminal.type("q\r")
terminal.type("exit\r", "$ ")
assert terminal.end() == 0

# A signal that is ignored, as under `nohup`, stays ignored.
terminal = Terminal(ignored=(signal.SIGHUP,))
terminal.wait("> ")
os.kill(terminal.process, signal.SIGHUP)
terminal.type("q\r")
assert terminal.end() == 0, terminal.status

for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
    terminal = Terminal()
    terminal.wait("> ")
    assert terminal.settings() != terminal.usual
    os.kill(terminal.process, number)
    assert terminal.end() == -number, number
    assert terminal.settings() == terminal.usual, number
    assert terminal.screen.endswith("\x1b[?2004l"), terminal.screen

terminal = Terminal()
terminal.type("q\r")
assert terminal.end() == 0 and terminal.settings() == terminal.usual

terminal = Terminal(columns=40)
terminal.wait("> ")
lines = plain(terminal.screen).split("\n")
assert all(len(line) <= 40 for line in lines), lines
assert "A person types an email address, gets a" in lines and "six-digit code by mail, and types it in." in lines, lines
os.kill(terminal.process, signal.SIGTERM)
terminal.end()

terminal = Terminal(color=True)
terminal.wait("> ")
assert "\x1b[1mSign-in with a code\x1b[0m" in terminal.screen and "\x1b[1;36m1  \x1b[0m" in terminal.screen
os.kill(terminal.process, signal.SIGTERM)
terminal.end()
terminal = Terminal()
terminal.wait("> ")
while terminal.read(0.3):
    pass
assert "\x1b[1m" not in terminal.screen
assert terminal.screen.count("\r> ") == 1, terminal.screen
os.kill(terminal.process, signal.SIGTERM)
terminal.end()

with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "myForm.yaml").write_text("x")
    terminal = Terminal("new", folder=folder)
    for keys, after in [
        ("-9223372036854775808\r", "Number [1]: "), ("2\r", "Type a number from 1 to 4.\n\rNumber [1]: "), ("My form\r", "Title [Contact form]: "), ("\r", "[myForm]: "),
        ("my form\r", "already exists"), ("form2\r", "it has a space"),
        ("x" * 201 + "\r", "fillingIn [Filling in the form]: "),
        ("Typing\r", "Write a shorter one.\n\r  fillingIn [Filling in the form]: "), ("\r\r\r\r", "checking [Is the form complete?]: "),
    ]:
        terminal.type(keys, after)
    terminal.wait("statechart simulate form2.yaml")
    assert terminal.end() == 0
    text = pathlib.Path(folder, "form2.yaml").read_text()
    assert "\ntitle: My form\n" in text and "\n    title: Typing\n" in text, text
    assert pathlib.Path(folder, "myForm.yaml").read_text() == "x"
    # A long question is shown whole, above the line that is typed, however narrow the terminal is.
    for columns, question in [(80, "Id, for the file ID.yaml [changeOfThePasswordOfAPerson]:"), (44, "Id, for the file ID.yaml\n[changeOfThePasswordOfAPerson]:")]:
        terminal = Terminal("new", "--title", "Change of the password of a person", folder=folder, columns=columns)
        terminal.type("1\r", "Number [1]: ")
        terminal.wait(f"{question}\n\r> ")
        os.kill(terminal.process, signal.SIGTERM)
        terminal.end()
    # An id alone does not say which flow is meant; a kind does.
    terminal = Terminal("new", "signIn", folder=folder)
    terminal.wait("Number [1]: ")
    os.kill(terminal.process, signal.SIGTERM)
    terminal.end()
    terminal = Terminal("new", "signIn", "--kind", "code", folder=folder)
    assert terminal.end() == 0 and "Wrote `signIn.yaml`." in terminal.screen, terminal.screen
    assert "[" not in plain(terminal.screen), terminal.screen
    assert pathlib.Path(folder, "signIn.yaml").exists()
print("simulate and new were used in a terminal")
