"""Checks the words that users read. Docs/contributing/style.md says what to write instead."""
import collections
import pathlib
import re
import sys

RETIRED = re.compile(
    r"\bmend(?:s|ed|ing)?\b|\banew\b|\bwhoever\b|\bis\s+none\b|\bspans?\s+of\s+time\b|\bthereby\b", re.I
)
TITLE_STARTS = ("Nothing", "What", "No way", "There is no")
# These have a good use too, so they are only listed.
COUNTED = re.compile(r"\b(?:(?:way|part|place|answer|tell)s?|plain|told)\b", re.I)
LONGEST = 25  # words of a sentence
# Fewer mean that something is no longer found, such as all literals after one that is read wrongly.
FEWEST_RULES = 90
FEWEST_LITERALS = 14_000
FEWEST_CHARTS = 5

# The style guide lists the words.
PAGES_WITHOUT_CHECK = {"Docs/contributing/style.md"}

LITERAL_OR_COMMENT = re.compile(r'//[^\n]*|/\*|(#*)("""|")')


def literals(text: str, start: int = 0, closing: str = "") -> tuple[list[tuple[int, str]], int]:
    """The string literals of Swift as (offset, text), up to the parenthesis that ends an interpolation."""
    found, position, depth = [], start, 0
    while position < len(text):
        character = text[position]
        if closing and character == "(":
            depth += 1
        elif closing and character == ")":
            if depth == 0:
                return found, position + 1
            depth -= 1
        match = LITERAL_OR_COMMENT.match(text, position) if character in '/#"' else None
        if not match:
            position += 1
        elif match[0] == "/*":
            position = after_comment(text, position)
        elif match[0].startswith("//"):
            position = match.end()
        else:
            inside, position = literal(text, match.end(), match[2] + match[1], "\\" + match[1])
            found += inside
    return found, position


def literal(text: str, start: int, end: str, escape: str) -> tuple[list[tuple[int, str]], int]:
    """A literal and those in its interpolations, and the offset after it."""
    found, pieces, position = [], [], start
    while position < len(text) and not text.startswith(end, position):
        if text.startswith(escape + "(", position):
            inside, position = literals(text, position + len(escape) + 1, ")")
            found += inside
            pieces.append("…")
        elif text.startswith(escape, position):
            # An escaped line break or quote ends nothing. A line break still counts as a line.
            pieces.append("\n" if text.startswith("\n", position + len(escape)) else " ")
            position += len(escape) + 1
        else:
            pieces.append(text[position])
            position += 1
    return [(start, "".join(pieces)), *found], position + len(end)


def after_comment(text: str, start: int) -> int:
    """The offset after a comment, which may hold others."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, start):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def prose(text: str) -> list[str]:
    """The lines of a page, those of fences and of HTML comments empty."""
    text = re.sub(r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), text, flags=re.S)
    lines, fence = [], ""
    for line in text.split("\n"):
        mark = re.match(r" *(?:> *|[-*] +|\d+\. +)*(`{3,}|~{3,})", line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip("`~> \t"):
                fence = ""
            lines.append("")
        elif mark:
            fence = mark[1]
            lines.append("")
        else:
            lines.append(line)
    return lines


def sentences(lines: list[str]) -> list[tuple[int, str]]:
    """The sentences of paragraphs, list items and table cells, each with its line."""
    blocks: list[tuple[int, str]] = []
    is_open = False
    for number, line in enumerate(lines, 1):
        bare = line.strip().lstrip("> ")
        if not bare or bare.startswith("#"):
            is_open = False
        elif bare.startswith("|"):
            blocks += [(number, cell.strip()) for cell in re.split(r"(?<!\\)\|", bare)]
            is_open = False
        elif is_open and not re.match(r"[-*] |\d+\. ", bare):
            blocks[-1] = (blocks[-1][0], blocks[-1][1] + " " + bare)
        else:
            blocks.append((number, re.sub(r"^(?:[-*]|\d+\.) ", "", bare)))
            is_open = True
    found = []
    for number, block in blocks:
        # Code and the addresses of links count as one word, whatever they hold.
        block = re.sub(r"`[^`]*`", "`code`", block)
        block = re.sub(r"\]\([^)]*\)", "]", block)
        found += [(number, each) for each in re.split(r"(?<=[.!?])[*_)\]]* (?=[*_(\[]*[A-Z`0-9])", block)]
    return found


def rule_titles() -> list[tuple[str, str]]:
    """The rules of the linter as (id, title)."""
    return [
        match.groups()
        for path in sorted(pathlib.Path("Sources/StatechartsLint").rglob("*.swift"))
        for match in re.finditer(r'RuleDescription\(\s*"([^"]+)",\s*"((?:[^"\\]|\\.)*)"', path.read_text())
    ]


def main() -> None:
    problems: list[str] = []
    counted: list[tuple[str, str]] = []

    def place(path: pathlib.Path, line: int, text: str, match: re.Match[str]) -> str:
        around = " ".join(text[max(0, match.start() - 40) : match.end() + 40].split())
        return f"{path}:{line + text.count(chr(10), 0, match.start())}: “{match[0]}” in: {around}"

    def check(path: pathlib.Path, line: int, text: str) -> None:
        problems.extend(place(path, line, text, match) for match in RETIRED.finditer(text))
        # A text of one word is a name.
        if re.search(r"\s", text.strip()):
            counted.extend((match[0].lower(), place(path, line, text, match)) for match in COUNTED.finditer(text))

    sources = [path for path in sorted(pathlib.Path("Sources").rglob("*.swift")) if ".generated." not in path.name]
    literal_count = 0
    for path in sources:
        text = path.read_text()
        found = literals(text)[0]
        literal_count += len(found)
        for start, each in found:
            check(path, text.count("\n", 0, start) + 1, each)
    if literal_count < FEWEST_LITERALS:
        problems.append(f"only {literal_count} string literals were found in Sources")

    # Titles, descriptions, labels and comments are most of a chart.
    charts = sorted(pathlib.Path("charts").rglob("*.yaml"))
    for path in charts:
        check(path, 1, path.read_text())
    if len(charts) < FEWEST_CHARTS:
        problems.append(f"only {len(charts)} charts were found in charts")

    pages = [
        pathlib.Path("README.md"),
        *sorted(path for folder in ("Docs", ".github") for path in pathlib.Path(folder).rglob("*.md")),
    ]
    long: list[tuple[pathlib.Path, int, int, str]] = []
    for path in pages:
        if str(path) in PAGES_WITHOUT_CHECK:
            continue
        lines = prose(path.read_text())
        # Code is quoted as it is, such as the old name of a key in the changelog.
        check(path, 1, re.sub(r"`[^`\n]*`", "`code`", "\n".join(lines)))
        for line, sentence in sentences(lines):
            words = len(sentence.split())
            if words > LONGEST:
                long.append((path, line, words, sentence))

    titles = rule_titles()
    if len(titles) < FEWEST_RULES:
        problems.append(f"only {len(titles)} rule titles were found in Sources/StatechartsLint")
    for rule, title in titles:
        if re.match(rf"(?:{'|'.join(TITLE_STARTS)})\b", title):
            problems.append(f"the title of the rule {rule} does not name the problem: {title}")

    if "--list" in sys.argv:
        for path, line, words, sentence in long:
            print(f"{path}:{line}: {words} words: {sentence}")
        for _, each in sorted(counted):
            print(each)
    for path in pages:
        count = sum(each[0] == path for each in long)
        if count:
            print(f"{count:5} sentences over {LONGEST} words in {path}")
    print(f"{len(long):5} sentences over {LONGEST} words in all; .ci/words --list prints them, and the next words")
    counts = collections.Counter(word for word, _ in counted)
    print("to be replaced where there is a better word:", ", ".join(f"{word} {counts[word]}" for word in sorted(counts)))
    print(
        f"{literal_count} literals in {len(sources)} files of Swift, {len(charts)} charts, {len(pages)} pages and "
        f"{len(titles)} rule titles checked"
    )
    if problems:
        print("\n".join(problems), file=sys.stderr)
        sys.exit(f"FAILED: {len(problems)} problems; see Docs/contributing/style.md")


main()
