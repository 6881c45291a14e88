"""Reads YAML files with PyYAML, libyaml and ruamel, and fails where one refuses a file or reads another tree.

Scalars are compared as texts: YAML 1.1 takes the key `on` for true, which no chart can avoid, as no workflow of GitHub can.
Yams is not run: it contains a copy of libyaml's parser, so libyaml (CSafeLoader) stands for it.
Each tree is written as JSON for the comparison with YAML::PP, which is of another family: compare.py FOLDER FILE…
"""
import json, pathlib, sys
import ruamel.yaml, yaml


# Decision: Docs/decisions/linter.md#portable-yaml-is-about-syntax
def tree(node):
    if isinstance(node.value, str):
        return node.value
    if node.id == "sequence":
        return [tree(item) for item in node.value]
    return {tree(key): tree(value) for key, value in node.value}


def trees(text):
    for name, loader in (("libyaml", yaml.CSafeLoader), ("PyYAML", yaml.SafeLoader)):
        yield name, lambda: yaml.compose(text, Loader=loader)
    yield "ruamel.yaml", lambda: ruamel.yaml.YAML(typ="safe", pure=True).compose(text)


folder, files, wrong, read_as = pathlib.Path(sys.argv[1]), sys.argv[2:], 0, {}
for number, file in enumerate(files):
    text, found = pathlib.Path(file).read_text(encoding="utf-8"), {}
    for name, read in trees(text):
        try:
            found[name] = tree(read())
        except (yaml.YAMLError, ruamel.yaml.error.YAMLError) as error:
            wrong += 1
            print(f"{file}: {name} refuses it: {' '.join(str(error).split())}")
    if any(other != found.get("libyaml") for other in found.values()):
        wrong += 1
        print(f"{file}: read differently")
    read_as[pathlib.Path(file)] = found.get("libyaml")
    (folder / f"{number}.json").write_text(json.dumps([file, found.get("libyaml")]), encoding="utf-8")
for file, found in read_as.items():
    if file.name.startswith("formatted-") and found != read_as[file.with_name(file.name.removeprefix("formatted-"))]:
        wrong += 1
        print(f"{file}: formatting has changed it")
print(f"{len(files)} files read alike by PyYAML, libyaml and ruamel.yaml" if not wrong else f"{wrong} differences")
sys.exit(1 if wrong or not files else 0)
