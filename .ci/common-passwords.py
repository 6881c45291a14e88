"""Writes the list of common passwords as Swift, front coded as CommonPasswords reads it, or says whether it is as it would be."""
import importlib.metadata
import string
import sys

from zxcvbn.frequency_lists import FREQUENCY_LISTS

HEAD = """\
// Made by `.ci/common-passwords --write`; do not edit.
//
// The entries are those of 8 characters and more of the list `passwords` of zxcvbn {version}
// (https://github.com/dwolfhub/zxcvbn-python). Its licence:
//
{licence}

extension CommonPasswords {{
  /// The list, front coded, many entries a line here: {count} of zxcvbn's common passwords.
  static let shippedText = \"\"\"
"""
TAIL = """
    \"\"\"
}
"""
# Decision: Docs/decisions/flow-mozilla-vpn.md#common-passwords-come-from-zxcvbn
SHORTEST = 8
WIDTH = 110
DIGITS = string.digits + string.ascii_lowercase


def front_coded(entries: list[str]) -> list[str]:
    """Each entry as how many characters it shares with the one before, and the rest."""
    lines = []
    before = ""
    for entry in entries:
        shared = 0
        while shared < min(len(before), len(entry), len(DIGITS) - 1) and before[shared] == entry[shared]:
            shared += 1
        lines.append(DIGITS[shared] + entry[shared:])
        before = entry
    return lines


def decoded(lines: list[str]) -> list[str]:
    entries = []
    for line in lines:
        before = entries[-1] if entries else ""
        entries.append(before[:int(line[0], 36)] + line[1:])
    return entries


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def swift() -> str:
    package = importlib.metadata.distribution("zxcvbn")
    assert package.metadata["License"] == "MIT", package.metadata["License"]
    licence = [file.read_text() for file in package.files or [] if file.name == "LICENSE.txt"][0]
    entries = sorted({entry for entry in FREQUENCY_LISTS["passwords"] if len(entry) >= SHORTEST})
    # What is no visible ASCII would have to be counted in bytes.
    assert all(33 <= ord(sign) <= 126 for entry in entries for sign in entry)
    lines = front_coded(entries)
    assert decoded(lines) == entries
    text = HEAD.format(
        version=package.version, count=f"{len(entries):,}",
        licence="\n".join(f"// {line}".rstrip() for line in licence.strip().splitlines()))
    row = " " * 4
    for line in lines:
        item = escaped(line) + "\\n"
        if len(row) + len(item) + 1 > WIDTH:
            text += row + "\\\n"
            row = " " * 4
        row += item
    return text + row + "\\\n" + TAIL


mode, path = sys.argv[1:]
text = swift()
if mode == "--write":
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
elif mode == "--check":
    with open(path, encoding="utf-8") as file:
        if file.read() != text:
            sys.exit(f"{path} is stale: run .ci/common-passwords --write")
else:
    sys.exit("usage: .ci/common-passwords [--check|--write]")
