"""Kills the registration while it renews, at the calls with which it sends, answers and keeps its tokens. Whatever the
moment, the next process finds a refresh token that the site takes."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

# Which calls, and how many of each: a renewal keeps its tokens three times, and each time forces file and folder to the disk.
CALLS = {"/^rename": 3, "fsync": 6, "write": 24, "/^send": 6}


def expire(store):
    """Lets the stored access token be over."""
    with open(os.path.join(store, "registration.secret"), "r+") as file:
        kept = json.load(file)
        kept["expires_at"] = 1_000
        file.seek(0)
        file.truncate()
        json.dump(kept, file)


def run(command, url, store, *typed, before=()):
    """What a run comes to in which this is typed."""
    return subprocess.run(
        [*before, command, "registration", "--domain-url", url, "--follow", "--store", store],
        input="".join(line + "\n" for line in (*typed, "quit")), capture_output=True, text=True, timeout=120)


def main(command):
    assert shutil.which("strace"), "strace is missing"
    server = subprocess.Popen([command, "serve", "registration"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    killed = dict.fromkeys(CALLS, 0)
    try:
        url = server.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as scratch:
            store = os.path.join(scratch, "tokens")
            done = run(command, url, store, "social", "confirm")
            assert "== H ACTIVE" in done.stdout, done.stdout + done.stderr
            for call, most in CALLS.items():
                for number in range(1, most + 1):
                    expire(store)
                    done = run(command, url, store, before=(
                        "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                        f"inject={call}:signal=KILL:when={number}"))
                    # strace ends as the command does.
                    killed[call] += done.returncode == -signal.SIGKILL
                    done = run(command, url, store)
                    # What was killed after the last step has renewed already.
                    assert "== C ACTIVE" in done.stdout or "== B ACTIVE" in done.stdout, (
                        f"{call} {number}: {done.stdout}{done.stderr}")
                    # Nothing that was written half, or not moved, is left behind; the lock stays.
                    assert set(os.listdir(store)) == {".secrets.lock", "registration.secret"}, os.listdir(store)
    finally:
        server.stdin.close()
        server.wait()
    # Calls are counted for each thread, so how many are met depends on how many threads the system has made.
    assert all(killed.values()), killed
    print(f"killed at {sum(killed.values())} calls of a renewal, and each next process renewed")


main(sys.argv[1])
