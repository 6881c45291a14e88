"""Codes of authenticator apps: ours, pyotp's and oathtool's are the same."""
import base64
import hashlib
import random
import subprocess
import sys

import pyotp

flow, count = sys.argv[1], int(sys.argv[2])
source = random.Random(20)
rows = []
# oathtool writes 101 codes that follow each other at a time.
for _ in range(-(-count // 101)):
    key = base64.b32encode(source.randbytes(source.choice([16, 20, 32, 64]))).decode().rstrip("=")
    algorithm, digits = source.choice(["sha1", "sha256", "sha512"]), source.choice([6, 7, 8])
    step, time = source.choice([15, 30, 60]), source.randrange(0, 4_000_000_000)
    written = subprocess.run(
        ["oathtool", f"--totp={algorithm}", "-b", "-d", str(digits), "-s", str(step), "-N", f"@{time}", "-w", "100", "-"],
        input=key, capture_output=True, text=True, check=True).stdout.split()
    assert len(written) == 101
    for number, code in enumerate(written):
        rows.append((key, algorithm, digits, step, time + number * step, code))
lines = "".join(" ".join(map(str, row[:5])) + "\n" for row in rows)
ours = subprocess.run([flow, "codes"], input=lines, capture_output=True, text=True, check=True).stdout.split()
assert len(ours) == len(rows) >= count
for (key, algorithm, digits, step, time, code), our in zip(rows, ours):
    theirs = pyotp.TOTP(key, digits=digits, digest=getattr(hashlib, algorithm), interval=step).at(time)
    assert our == code == theirs, (algorithm, digits, step, time, our, code, theirs)
print(f"{len(rows)} codes as pyotp and oathtool have them")
