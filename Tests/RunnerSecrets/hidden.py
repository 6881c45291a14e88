"""What a person can type where nothing shows, what is told while a server is silent, and what the background does: run on
a terminal of its own, with the command's path."""
import os
import pty
import resource
import select
import signal
import subprocess
import sys
import termios
import time


class Person:
    def __init__(self, *command, ignored=()):
        self.child, self.screen = pty.fork()
        if self.child == 0:
            # Whoever runs this in the background has them ignored.
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
                signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.execv(command[0], command)
        self.seen, self.all = b"", b""

    def wait(self, text):
        begin = time.monotonic()
        while text not in self.seen:
            if time.monotonic() - begin > 60:
                sys.exit(f"{text} never came; the screen: {self.seen.decode(errors='replace')}")
            self.read()
        self.seen = self.seen[self.seen.index(text) + len(text):]

    def read(self):
        if not select.select([self.screen], [], [], 60)[0]:
            os.kill(self.child, signal.SIGKILL)
            sys.exit(f"nothing came for a minute; the screen: {self.seen.decode(errors='replace')}")
        try:
            part = os.read(self.screen, 4096)
        except OSError:
            part = b""
        self.seen += part
        self.all += part
        return part

    def hide(self):
        """Waits until nothing shows: what is typed before is thrown away, as at any password."""
        begin = time.monotonic()
        while termios.tcgetattr(self.screen)[3] & termios.ECHO:
            if time.monotonic() - begin > 60:
                sys.exit("what is typed goes on showing")
            time.sleep(0.01)

    def give(self):
        """Waits until the shell has given the terminal to a job: what is typed before is the shell's."""
        begin = time.monotonic()
        while os.tcgetpgrp(self.screen) == self.child:
            if time.monotonic() - begin > 60:
                sys.exit("the shell gives its terminal to nobody")
            time.sleep(0.01)

    def type(self, data):
        os.write(self.screen, data)

    def end(self):
        """How the command ended: its status, or the signal below zero."""
        while self.read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def asked(command, **options):
    person = Person(command, "fxa", **options)
    person.wait(b"Email address:")
    person.type(b"ada@example.com\n")
    person.wait(b"assword")
    person.hide()
    return person


class SilentServer:
    """Mozilla VPN's servers, which do not answer the next request."""

    def __enter__(self):
        self.run = subprocess.Popen(
            [command, "serve", "fxa"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        url = self.run.stdout.readline().strip()
        self.run.stdin.write("fail silence\n")
        self.run.stdin.flush()
        while "silence" not in (line := self.run.stderr.readline()):
            if not line:
                sys.exit("the server does not say that it will be silent")
        return [command, "fxa", "--guardian", url, "--accounts", url]

    def __exit__(self, *_):
        self.run.communicate()


command = sys.argv[1]
problems = []
for key, expected in [(b"\x03", -signal.SIGINT), (b"half\x03", -signal.SIGINT), (b"\x1c", -signal.SIGQUIT)]:
    person = asked(command)
    person.type(key)
    if (status := person.end()) != expected:
        problems.append(f"{key}: ended with {status}")
# Where it is ignored it does nothing.
person = asked(command, ignored=[signal.SIGINT])
person.type(b"half\x03\n")
person.wait(b"at least 8 characters")
person.wait(b"assword")
person.hide()
person.type(b"\x04")
person.end()
person = asked(command)
# Taken back, cleared, and typed anew: too short, which is told without the text.
person.type(b"x\x7fwrong\x15sh\xc3\xa9\x7frt\n")
person.wait(b"at least 8 characters")
person.wait(b"assword")
person.hide()
person.type(b"\x04")
person.end()
if any(typed in person.all for typed in (b"wrong", b"sh\xc3\xa9")):
    problems.append(f"what was typed shows: {person.all}")
# There ^D ends the question alone.
person = Person(command, "nextauth")
person.wait(b"> ")
person.type(b"qr anna\n")
person.wait(b"WAIT_FOR_SECOND_FACTOR")
person.type(b"pin\n")
person.wait(b"PIN:")
person.hide()
person.type(b"\x04")
person.wait(b"nothing was sent")
person.wait(b"> ")
person.type(b"Quit\n")
if (status := person.end()) != 1:
    problems.append(f"^D at the PIN: ended with {status}")
# Who looks at the screen sees that something is under way; a program that reads what is written does not.
waiting = b"(Waiting for the server.)"
with SilentServer() as silent:
    person = Person(*silent)
    person.wait(waiting)
    person.type(b"\x03")
    person.end()
with SilentServer() as silent:
    run = subprocess.run(silent, stdin=subprocess.DEVNULL, capture_output=True)
    if b"Request Timeout" not in run.stdout or waiting in run.stdout + run.stderr:
        problems.append(f"without a terminal: {run.stdout} {run.stderr}")
# In the background a server goes on and a walk is stopped, as whatever wants to be typed to; neither takes that for the end.
person = Person("/bin/bash", "--norc", "--noprofile", "-i")
person.type(f"PS1='$'' '; {command} serve fxa 2> /dev/null &\n".encode())
person.wait(b"http://127.0.0.1:")
person.type(b"fg\n")
person.wait(b"serve fxa")
person.give()
person.type(b"\x1a")
person.wait(b"Stopped")
person.type(b"bg; jobs; fg\n")
person.wait(b"Running")
person.wait(b"serve fxa")
person.type(b"\x04")
person.wait(b"$ ")
person.type(f"{command} nextauth & until jobs | grep -q Stopped; do sleep 0.1; done; fg\n".encode())
person.wait(b"> ")
person.type(b"help\n")
person.wait(b"What the person does")
person.type(b"quit\n")
person.wait(b"$ ")
person.type(b"exit\n")
person.end()
# On a terminal that controls no jobs a server is typed to as ever.
screen, typed = pty.openpty()
with subprocess.Popen(
        [command, "serve", "fxa"], stdin=typed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True) as server:
    os.write(screen, b"quit\n")
    try:
        server.wait(60)
    except subprocess.TimeoutExpired:
        server.kill()
        problems.append("serve does not end on a terminal that controls no jobs")
print("\n".join(problems) or "hidden lines: nothing shows, and ^C, ^\\, ^D, erasing and the background do what they do; waits are told")
sys.exit(1 if problems else 0)
