#!/usr/bin/env python3
"""Compares what the real Mermaid finds in diagrams with what they have to say.

Reads the lines of `statechart-diagrams` from standard input. Needs mermaidx 0.10.1, which holds Mermaid 11.16 and a
JavaScript engine; the engine class is not a documented interface, hence the exact version.

  --render N     also draws every Nth diagram to the end; 0 draws none
  --svg FOLDER   keeps what was drawn
  --pages FILE…  draws all diagrams of Markdown pages instead, and reads nothing from standard input
"""
import argparse
import html
import json
import os
import re
import sys
from collections import Counter

from mermaidx.engines.quickjs_engine import Engine

READ = """
globalThis.__found = null;
mermaid.initialize({startOnLoad: false});
mermaid.mermaidAPI.getDiagramFromText(%s).then(
  (diagram) => {
    const data = diagram.db.getData();
    globalThis.__found = JSON.stringify({
      nodes: data.nodes.map((n) => ({
        id: n.id, parent: n.parentId ?? null, label: n.label, lines: n.description ?? [], shape: n.shape,
        isGroup: n.isGroup, classes: n.cssClasses ?? ''})),
      arrows: data.edges.map((e) => [e.start, e.end, e.label ?? '']),
      title: diagram.db.getAccTitle(), description: diagram.db.getAccDescription()});
  },
  (error) => { globalThis.__found = JSON.stringify({error: String(error)}); });
"""

SHAPES = {
    "choice": "choice", "fork": "bar", "join": "bar", "stateStart": "startDot", "stateEnd": "endDot", "rect": "state",
    "rectWithTitle": "state", "roundedWithTitle": "state",
}


def plain(text):
    """Text as a reader sees it. Mermaid holds labels as HTML, and numeric references under signs of its own."""
    return re.sub("ﬂ°°(\\d+)¶ß", lambda match: chr(int(match[1])), html.unescape(text))


class Mermaid:
    def __init__(self):
        self.engine = Engine()
        self.engine.start()

    def read(self, text):
        def job():
            context = self.engine._ctx
            context.eval(READ % json.dumps(text))
            while self.engine._run_job():
                pass
            return context.eval("__flat(__found ?? '{\"error\": \"no answer\"}')")

        return json.loads(self.engine._executor.submit(job).result())

    def draw(self, text):
        return self.engine.render_svg(text, "default", None, None)


def expected_graph(record):
    nodes = {}
    for node in record["nodes"]:
        label = node.get("label") if node["kind"] == "state" else None
        # Boxes keep narrow by breaks, which our reader takes for spaces.
        nodes[node["id"]] = (node.get("parent"), node["kind"], label, tuple(node["lines"]), node["isGroup"],
                             tuple(sorted(node["classes"])), tuple(node["note"]))
    return nodes, Counter(tuple(arrow) for arrow in record["arrows"])


def found_graph(data):
    # A note has a group of its own, which is named after its state.
    notes = {node["id"]: node["parent"].removesuffix("----parent") for node in data["nodes"] if node["shape"] == "note"}
    texts = {notes[node["id"]]: tuple(plain(line) for line in node["label"].split("<br/>"))
             for node in data["nodes"] if node["id"] in notes}
    nodes = {}
    for node in data["nodes"]:
        if node["id"] in notes or node["shape"] == "noteGroup":
            continue
        kind = SHAPES.get(node["shape"], node["shape"])
        lines = [plain(line.replace("<br/>", " ")) for line in node["lines"]]
        classes = [name for name in node["classes"].split() if not name.startswith("statediagram-")]
        label = plain(node["label"] or "") if kind == "state" else None
        nodes[node["id"]] = (node["parent"], kind, label, tuple(lines), node["isGroup"], tuple(sorted(classes)),
                             texts.get(node["id"], ()))
    arrows = Counter()
    for start, end, label in data["arrows"]:
        if start in notes or end in notes:
            continue
        parts = [plain(part) for part in (label or "").split("<br/>")]
        for part in parts:
            # Several causes are a list.
            arrows[(start, end, part.removeprefix("• ") if len(parts) > 1 else part)] += 1
    return nodes, arrows


def differences(record, data):
    if "error" in data:
        yield "Mermaid refuses it: " + data["error"].split("\n")[0]
        return
    (nodes, arrows), (found, drawn) = expected_graph(record), found_graph(data)
    for name in sorted(set(nodes) | set(found)):
        if nodes.get(name) != found.get(name):
            yield f"node {name}: should be {nodes.get(name)}, Mermaid finds {found.get(name)}"
    for arrow in sorted(set(arrows) | set(drawn)):
        if arrows[arrow] != drawn[arrow]:
            yield f"arrow {arrow}: should be there {arrows[arrow]} times, Mermaid finds {drawn[arrow]}"
    for key in ("title", "description"):
        if record[key] != plain(data[key] or ""):
            yield f"{key}: should be {record[key]!r}, Mermaid finds {data[key]!r}"


def draw_pages(mermaid, pages, folder):
    """Draws every diagram in fences of pages, as those who publish them do."""
    drawn = failed = 0
    for page in pages:
        with open(page) as file:
            text = file.read()
        for match in re.finditer(r"^( *)```mermaid\n(.*?)^\1```", text, re.S | re.M):
            place = f"{page}:{text.count(chr(10), 0, match.start()) + 1}"
            try:
                svg = mermaid.draw(match[2])
                drawn += 1
                if folder:
                    with open(os.path.join(folder, re.sub("[^A-Za-z0-9]+", "-", place) + ".svg"), "w") as file:
                        file.write(svg)
            except Exception as error:  # whatever Mermaid throws
                failed += 1
                print(f"{place}: Mermaid cannot draw it: {error}")
    print(f"{drawn} diagrams of {len(pages)} pages drawn, {failed} failed")
    return 1 if failed or not drawn else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--render", type=int, default=0)
    parser.add_argument("--svg")
    parser.add_argument("--pages", nargs="+")
    options = parser.parse_args()
    mermaid = Mermaid()
    if options.pages:
        return draw_pages(mermaid, options.pages, options.svg)
    compared = drawn = differing = 0
    for number, line in enumerate(sys.stdin):
        record = json.loads(line)
        found = list(differences(record, mermaid.read(record["text"])))
        compared += 1
        if not found and options.render and number % options.render == 0:
            try:
                svg = mermaid.draw(record["text"])
                drawn += 1
                if options.svg:
                    name = re.sub("[^A-Za-z0-9]+", "-", record["name"]) + ".svg"
                    with open(os.path.join(options.svg, name), "w") as file:
                        file.write(svg)
            except Exception as error:  # whatever Mermaid throws
                found.append(f"Mermaid cannot draw it: {error}")
        if found:
            differing += 1
            print(f"{record['name']}:")
            for each in found:
                print("  " + each)
            print(record["text"])
    print(f"{compared} diagrams compared with what Mermaid finds, {drawn} drawn, {differing} differ")
    return 1 if differing or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
