"""What axe-core finds wrong with a page that a browser shows."""
# Decision: Docs/decisions/tooling-and-tests.md#pictures-and-pages-are-checked-in-a-real-browser
import importlib.util
import json
import pathlib
import sys


def script():
    # The package is there for the copy of axe-core in it. Its own code needs Playwright.
    package = importlib.util.find_spec("axe_playwright_python")
    if not package:
        sys.exit("axe-playwright-python is missing; .ci/pictures installs it")
    return (pathlib.Path(package.origin).parent / "axe.min.js").read_text()


# A page on which axe-core tests nothing has no violations either.
RUN = """axe.run(document, OPTIONS).then(({ violations, passes }) => violations.flatMap(({ id, help, nodes }) =>
  nodes.map((node) => `axe-core: ${id}: ${help}: ${node.target.join(' ')}: ${node.html.slice(0, 160)}`))
  .concat(passes.length ? [] : ['axe-core tested nothing']))"""


def violations(browser, has_colors=True):
    """One line for each violation. The rules about colors take most of the time."""
    rules = {rule: {"enabled": has_colors} for rule in ["color-contrast", "link-in-text-block"]}
    # Only rules about sounds and about turned phones need what is loaded first.
    options = {"resultTypes": ["violations"], "rules": rules, "preload": False}
    if not browser.evaluate("'axe' in window"):
        browser.evaluate(script() + ";0")
    return browser.evaluate(RUN.replace("OPTIONS", json.dumps(options)))
