"""Random walks through the session of nextAuth's SDK: the chart, run by our interpreter, answers each step as the model."""
import argparse
import collections
import json
import queue
import random
import subprocess
import sys
import threading

import model

ACCOUNTS = ["ada", "bob", "eve"]
CODES = {
    "fetchSession": ["badData", "unknownServer", "fetchFailed", "noAccounts", "accountLimit", "factorBlocked",
                     "sessionTerminated", "networkError", "protocolFailure"],
    "sendInput": ["biometricChanged", "factorBlocked", "networkError", "protocolFailure"],
    "keepAlive": ["networkError", "protocolFailure"],
    "holdSession": ["networkError", "protocolFailure"],
}
DURATIONS = ["userInputTimeout", "secondFactorTimeout", "appLoginTimeout", "appLoginInactivityTimeout", "historyExpiry"]


class Walker:
    """Thinks of what happens next."""

    def __init__(self, source):
        self.source = source

    def config(self):
        pick = self.source.choice
        config = {
            "origin": pick(["qr", "deepLink", "push", "appLogin", "appLogin"]),
            "skipReadyForUserInteraction": pick([True, False]),
            "bypassConfirmation": pick([True, False]),
            "userInputTimeout": pick([120_000, 47_300, 9_100]),
            "timeoutScope": pick(["session", "round"]),
            "secondFactorTimeout": pick([0, 0, 31_700, 8_300]),
            "appLoginTimeout": pick([0, 20_900, 1_800_700]),
            "appLoginInactivityTimeout": pick([0, 300_500, 11_900]),
            "historyExpiry": pick([7_776_000_000, 86_400_000]),
        }
        if self.source.random() < 0.3:
            config["preselectedAccount"] = pick(ACCOUNTS)
        return config

    def step(self, session):
        """A line for `simulate`: mostly what is expected here, sometimes anything."""
        choice = self.source.random()
        if choice < 0.08:
            return self.event(session, self.source.choice([*model.EVENTS, "accountDeleted"]))
        if choice < 0.10:
            return self.source.choice([
                {"event": "nothing"}, {"event": "setAccount"},
                {"event": "accountDeleted", "data": {"account": 1}}, {"service": "keepAlives", "done": None}])
        if choice < 0.22:
            return {"advance": f"{self.span(session)}ms"}
        if choice < 0.25:
            service = self.source.choice([*CODES])
            return {"service": service, "failed": self.source.choice(CODES[service])}
        return self.expected(session)

    def span(self, session):
        """To a timer, to just before it, or any."""
        if session.timers:
            to = self.source.choice(sorted(session.timers.values())) - session.now
            return max(0, to - self.source.choice([0, 0, 1, 1_000]))
        return self.source.choice([0, 1, 999, 100_000])

    def expected(self, session):
        pick, state = self.source.choice, session.state
        if state == model.STARTING:
            if self.source.random() < 0.9:
                return {"service": "fetchSession", "done": self.session(session)}
            return {"service": "fetchSession", "failed": pick(CODES["fetchSession"])}
        if state == model.READY:
            return self.event(session, pick(["startUserInteraction"] * 5 + ["stopSession"]))
        if state == model.CONFIRMATION:
            return self.event(session, pick(["setAccount"] * 8 + ["stopSession", "inputCancel"]))
        if state == model.FACTOR:
            return self.event(session, pick(["setPinBiometric"] * 8 + ["stopSession", "inputCancel"]))
        if state == model.EVALUATING:
            if self.source.random() < 0.85:
                return {"service": "sendInput", "done": self.result(session)}
            return {"service": "sendInput", "failed": pick(CODES["sendInput"])}
        if state == model.ACTIVE:
            return self.active(session)
        return self.event(session, pick(["accountDeleted"] * 3 + [*model.EVENTS]))

    def active(self, session):
        pick = self.source.choice
        if "keepAlive" in session.services and self.source.random() < 0.7:
            return pick([{"service": "keepAlive", "done": None}] * 4
                        + [{"service": "keepAlive", "failed": pick(CODES["keepAlive"])}])
        events = ["activity", "stopSession", "logout", "serverLogout", "pingLost", "failure", "accountDeleted"]
        event = pick(["loggedIn"] * (2 if session.logged_in else 14) + events)
        line = self.event(session, event)
        if event in ("loggedIn", "serverLogout", "pingLost", "failure") and self.source.random() < 0.5:
            line = {"service": "holdSession", **line}
        if self.source.random() < 0.05:
            line = {"service": "holdSession", "failed": pick(CODES["holdSession"])}
        if self.source.random() < 0.3 and session.timers:
            line = {"advance": f"{session.due()[0] - session.now}ms"}
        return line

    def event(self, session, name):
        pick = self.source.choice
        data = {}
        if "account" in model.EVENTS[name]:
            data["account"] = pick(ACCOUNTS + ["new", "nobody"])
            if self.source.random() < 0.6:
                data["account"] = session.account or pick(session.accounts or ["new"])
        if name == "setAccount" and self.source.random() < 0.3:
            data["userInput"] = "hello"
        if name == "setPinBiometric":
            data["factor"] = pick(["1234", {"biometric": 1}])
        if name == "loggedIn":
            data = {key: "some" for key in ("sessionInfo", "webSession", "webSession") if self.source.random() < 0.6}
            if self.source.random() < 0.1:
                data["oneShot"] = pick([True, False])
        if name == "failure":
            data["code"] = pick(["networkError", "protocolFailure", "internalError"])
        return {"event": name, "data": data} if data else {"event": name}

    def session(self, session):
        pick = self.source.choice
        accounts = self.source.sample(ACCOUNTS, pick([0, 1, 1, 1, 2, 3] if self.source.random() < 0.2 else [1, 1, 2, 3]))
        kind = pick(["login", "login", "enrol"])
        if session.is_app_login:
            # Implied by the app, mostly.
            kind, accounts = "login", [session.config.get("preselectedAccount", "ada")]
            if self.source.random() < 0.25:
                accounts = self.source.sample(ACCOUNTS, 2)
        data = {
            "id": f"s{self.source.randrange(1000)}", "kind": kind, "server": "login.example.org", "accounts": accounts,
            "secondFactorRequired": pick([True, False]), "factorContext": "verify",
        }
        # Where it is not said, others send the keep-alives.
        ping = pick([0, 30, 600, None] if not session.is_app_login else [0, 30, 30, 600, 600, None])
        if ping is not None:
            data["pingTime"] = ping
        if kind == "enrol":
            data["newAccount"] = "new"
            data["factorContext"] = pick(["firstSet", "verify"])
        if self.source.random() < 0.3:
            data["pinRequired"] = pick([True, False])
        if self.source.random() < 0.1:
            data["pinBlocked"] = pick([True, False])
        if self.source.random() < 0.1:
            data["pinMissing"] = pick([True, False])
        for key in ("announceInfo", "visualHash"):
            if self.source.random() < 0.4:
                data[key] = f"some {key}"
        return data

    def result(self, session):
        pick = self.source.choice
        data = {"result": "success"}
        # Seldom also where no factor was given, which is for the server to know.
        if session.factor_given or self.source.random() < 0.1:
            data["result"] = pick(["success"] * 6 + ["wrong"] * 4 + ["blocked", "cancelled"])
        if data["result"] == "wrong":
            if self.source.random() < 0.8:
                data["remaining"] = pick([0, 1, 2, 2, 2])
            if self.source.random() < 0.2:
                data["inputExpected"] = pick([True, False])
        elif data["result"] == "blocked":
            if self.source.random() < 0.5:
                data["inputExpected"] = pick([True, True, False])
        elif data["result"] == "success":
            if self.source.random() < 0.3:
                data["moreInput"] = pick(["confirmation", "secondFactor"])
                if data["moreInput"] == "secondFactor" and self.source.random() < 0.3:
                    data["factorContext"] = pick(["firstSet", "verify"])
                if data["moreInput"] == "confirmation" and self.source.random() < 0.5:
                    data["secondFactorRequired"] = pick([True, False])
            if self.source.random() < 0.3:
                data["pinMissing"] = pick([True, False])
            if self.source.random() < 0.1:
                data["sessionEnds"] = True
                if self.source.random() < 0.5:
                    data["loggedIn"] = True
                    if self.source.random() < 0.3:
                        data["oneShot"] = pick([True, False])
        return data


def restart(config):
    return {"restart": {key: f"{value}ms" if key in DURATIONS else value for key, value in config.items()}}


def walk(seed, number, counts):
    """The lines of a session, and what the model answers."""
    walker = Walker(random.Random(f"{seed}/{number}"))
    config = walker.config()
    session = model.Model(config, counts)
    lines, answers = [restart(config)], [session.answer("taken")]
    after = 0
    while after < 4 and len(lines) < 60:
        line = walker.step(session)
        if "advance" in line and ambiguous(session, model.milliseconds(line["advance"])):
            continue
        lines.append(line)
        answers.append(session.step(line))
        after += session.state in (model.DONE, model.ERROR)
    return config, lines, answers


def ambiguous(session, span):
    """Whether two timers fire at the same time, so that nothing tells which comes first."""
    times = sorted(session.timers.values())
    return any(a == b <= session.now + span for a, b in zip(times, times[1:]))


def expected(config, lines):
    """What the model answers to a session's lines."""
    session = model.Model(config)
    return [session.answer("taken")] + [session.step(line) for line in lines[1:]]


LIFECYCLE = [model.STARTING, model.READY, model.CONFIRMATION, model.FACTOR, model.EVALUATING, model.ACTIVE,
             model.DONE, model.ERROR]
HISTORY = [*model.STATUS, "expired"]


def seen(answer):
    """What the chart answers, in the model's words."""
    states = answer["states"]
    return {
        "outcome": answer["outcome"],
        "lifecycle": " ".join(state for state in LIFECYCLE if state in states),
        "history": " ".join(state for state in HISTORY if state in states),
        "services": sorted(answer["services"]),
        "callbacks": [(output["name"], output.get("data") or {}) for output in answer["outputs"]],
        "deeds": sorted(action["name"] for action in answer["actions"]),
        "properties": {key: answer["context"][key] for key in model.Model.PROPERTIES},
    }


def difference(ours, theirs):
    for key in ours:
        if ours[key] != theirs[key]:
            if isinstance(ours[key], dict):
                inner = [inner for inner in ours[key] if ours[key][inner] != theirs[key][inner]]
                return "; ".join(f"{it}: model {ours[key][it]!r}, chart {theirs[key][it]!r}" for it in inner)
            return f"{key}: model {ours[key]!r}, chart {theirs[key]!r}"
    return None


class Chart:
    """The chart in one long run of `simulate`: lines are written and answers read while others are thought of."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.read = queue.Queue()
        self.written = queue.Queue()
        threading.Thread(target=self.keep_reading, daemon=True).start()
        threading.Thread(target=self.keep_writing, daemon=True).start()
        assert self.read.get(), "the chart does not start"

    def keep_reading(self):
        for line in self.process.stdout:
            self.read.put(line)
        self.read.put(b"")

    def keep_writing(self):
        while lines := self.written.get():
            self.process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
            self.process.stdin.flush()
        self.process.stdin.close()

    def ask(self, lines):
        """Writes a session's lines."""
        self.written.put(lines)

    def answers(self, lines):
        """The answers to the first session that was asked and not read yet."""
        return [seen(json.loads(self.read.get())) for _ in lines]

    def close(self):
        self.written.put(None)
        assert self.process.wait() == 0


def first_difference(ours, theirs):
    for number, (mine, other) in enumerate(zip(ours, theirs)):
        found = difference(mine, other)
        if found:
            return number, found
    return None


def shrink(chart, config, lines):
    """A shorter session that still differs: without any line that can be left out."""
    chart.ask(lines)
    number, found = first_difference(expected(config, lines), chart.answers(lines))
    lines = lines[:number + 1]
    while True:
        shorter = [lines[:at] + lines[at + 1:] for at in range(1, len(lines))]
        for candidate in shorter:
            chart.ask(candidate)
        theirs = [chart.answers(candidate) for candidate in shorter]
        for candidate, answers in zip(shorter, theirs):
            again = first_difference(expected(config, candidate), answers)
            if again:
                lines, found = candidate[:again[0] + 1], again[1]
                break
        else:
            return lines, found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("statechart")
    parser.add_argument("chart")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--session", type=int, help="only this session of the seed")
    parser.add_argument("--first", action="store_true", help="stop at the first difference, and leave the session as it is")
    parser.add_argument("--rows", action="store_true", help="tell how often each row of the tables was taken")
    options = parser.parse_args()
    chart = Chart([options.statechart, "simulate", options.chart, "--jsonl"])
    counts, kinds, waiting = collections.Counter(), {}, collections.deque()
    steps = number = differing = 0
    only = options.session is not None
    # Sessions that are written while the chart answers: with the first difference, all of them are in vain.
    ahead = 4 if options.first else 200

    def compare():
        nonlocal differing
        session, config, lines, ours = waiting.popleft()
        found = first_difference(ours, chart.answers(lines))
        if found:
            differing += 1
            # One of each kind is enough to read.
            line = lines[found[0]]
            kind = (found[1].split(":")[0], *(line.get(key) for key in ("event", "service", "failed")))
            if len(kinds) < 6:
                kinds.setdefault(kind, (session, config, lines, found))

    while steps < options.steps and not (only and number) and not (options.first and kinds):
        walked = walk(options.seed, options.session if only else number, counts)
        chart.ask(walked[1])
        waiting.append((options.session if only else number, *walked))
        steps += len(walked[1])
        number += 1
        if len(waiting) > ahead:
            compare()
    while waiting:
        compare()
    for session, config, lines, (last, found) in kinds.values():
        if options.first:
            lines = lines[:last + 1]
        else:
            lines, found = shrink(chart, config, lines)
        print(f"\ndifferent in session {session} of seed {options.seed}: {found}", file=sys.stderr)
        print("after, with `statechart simulate CHART --jsonl`:", file=sys.stderr)
        for line in lines:
            print(f"  {json.dumps(line)}", file=sys.stderr)
        print(f"again: walk.py STATECHART CHART --seed {options.seed} --session {session}", file=sys.stderr)
    chart.close()
    never = [row for row in model.rows() if not counts[row]]
    if options.rows or (never and not only):
        for row in model.rows():
            print(f"{counts[row]:7} {row}")
    if kinds:
        sys.exit(f"{differing} of {number} sessions differ")
    if never and not only:
        sys.exit("never taken: " + "; ".join(never))
    print(f"{steps} steps of {number} sessions as the tables say; each of their {len(list(model.rows()))} rows was taken "
          f"{min(counts[row] for row in model.rows())} times or more, seed {options.seed}")


if __name__ == "__main__":
    main()
