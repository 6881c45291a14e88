"""Prints one step of a composite action as a script: action-step.py ACTION NUMBER INPUT=VALUE…

The step gets its environment from the inputs, as GitHub sets it. What GitHub knows of itself is empty.
"""
import re
import shlex
import sys

import yaml

action = yaml.safe_load(open(sys.argv[1]))
step = action["runs"]["steps"][int(sys.argv[2])]
inputs = {name: each["default"] for name, each in action["inputs"].items()}
for given in sys.argv[3:]:
    name, value = given.split("=", 1)
    if name not in inputs:
        sys.exit(f"FAILED: the action has no input {name}")
    inputs[name] = value


def filled(text):
    text = re.sub(r"\$\{\{ (?:inputs\.([\w-]+)|github\.\w+) \}\}", lambda match: inputs[match[1]] if match[1] else "", text)
    return text if "${{" not in text else sys.exit(f"FAILED: .ci/action-step.py does not know what {text} is")


for name, value in step["env"].items():
    print(f"export {name}={shlex.quote(filled(value))}")
print(step["run"])
