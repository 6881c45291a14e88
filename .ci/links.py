"""Finds links of pages that lead to no file, or to no heading of a page."""
import pathlib
import re
import sys


def without_code(text):
    text = re.sub(r"^(```+).*?^\1", "", text, flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`(?!\])", "", text)


def anchors(page):
    """The headings of a page, as GitHub makes anchors of them, and what the page names itself."""
    text = page.read_text()
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), flags=re.M)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "").strip().lower() for title in titles)
    made = {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in plain}
    return made | set(re.findall(r'(?:id|name)="([^"]+)"', text))


known, broken = {}, []
for page in map(pathlib.Path, ["README.md", ".github/CONTRIBUTING.md", *sorted(map(str, pathlib.Path("Docs").rglob("*.md")))]):
    if ".build" in page.parts:
        continue
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page.resolve()
        if not target.exists():
            broken.append(f"{page}: {link} leads to no file")
        elif anchor and target.suffix == ".md":
            known[target] = known.get(target) or anchors(target)
            if anchor not in known[target]:
                broken.append(f"{page}: {link} leads to no heading")
print(*broken, sep="\n", end="\n" if broken else "")
sys.exit(1 if broken else 0)
