#!/usr/bin/env python3
"""Prints a chart without findings that is as large as wanted: `.ci/large_chart.py GROUPS`, of nine states each."""
import sys


def large_chart(groups):
    """A chart with groups of nine states, with about 99 lines each."""
    lines = ["statechart: 1", "id: large", "context:", "  count: { type: int, initial: 0 }", "events:"]
    lines += [f"  event{i}: {{ title: event {i}, payload: {{ value: int, text: \"string?\" }} }}" for i in range(100)]
    lines += ["errors:"]
    lines += [f"  error{i}: {{ title: Error {i}, payload: {{ retryAfter: \"int?\" }} }}" for i in range(40)]
    lines += ["handlers:", "  guards:"]
    lines += [f"    guard{i}: {{ payload: {{ value: int }} }}" for i in range(50)]
    lines += ["  actions:"]
    lines += [f"    action{i}: {{ arguments: {{ value: int }} }}" for i in range(50)]
    lines += ["  services:"]
    lines += [
        f"    service{i}: {{ input: {{ count: int }}, result: {{ size: int }}, errors: [error{i % 40}] }}"
        for i in range(50)]
    lines += ["initial: group0", "states:"]
    for group in range(groups):
        lines += [f"  group{group}:", f"    initial: state{group}x0", "    states:"]
        for state in range(9):
            number = group * 9 + state
            lines += [
                f"      state{group}x{state}:", f"        title: State {state} of group {group}",
                "        entry: [ { assign: { count: count + 1 } } ]"]
            if state == 4:
                lines += [
                    "        invoke:", f"          service: service{group % 50}", "          input: { count: count }",
                    "          timeout: 15s", f"          done: state{group}x5",
                    f"          failed: {{ error{group % 50 % 40}: state{group}x0, any: group{(group + 1) % groups} }}"]
            lines += [
                "        on:", f"          event{number % 100}:", f"            - guard: guard{group % 50} and count < 1000",
                f"              target: state{(group + 1) % groups}x{state}",
                f"              actions: [ {{ action{group % 50}: {{ value: count }} }} ]",
                f"            - state{group}x{(state + 1) % 9}",
                f"          event{(number + 7) % 100}: group{(group + 3) % groups}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(large_chart(int(sys.argv[1])))
