"""The session of nextAuth's SDK as tables.

Written anew from what the vendor's pages tell, as tables, with the chart's names: a second opinion, though where the pages
say nothing it follows the same decisions as the chart. A row is (where, what happens, when, where to, what else); the first that fits is taken. `walk.py` compares it with the chart.
"""
import collections

# Decision: Docs/decisions/flows.md#a-model-made-from-the-sources-checks-a-chart
REQUEST_TIMEOUT = 15_000

STARTING, READY = "starting", "readyForUserInteraction"
CONFIRMATION, FACTOR, EVALUATING = "waitForConfirmation", "waitForSecondFactor", "evaluating"
ACTIVE, DONE, ERROR = "active", "done", "error"
WAITING = (STARTING, READY, CONFIRMATION, FACTOR, EVALUATING)
METHODS = ("startUserInteraction", "setAccount", "setPinBiometric", "inputCancel", "stopSession", "logout")

# -- What lives as long as a session: its six states and two ends ------------------------------------------------------

# The last column is what the history hears of it.
LIFECYCLE = [
    (STARTING, "fetched", "one-shot AppLogin", ERROR, "error"),
    (STARTING, "fetched", "AppLogin of an account that is not there", ERROR, "error"),
    (STARTING, "fetched", "holds no account", ERROR, "error"),
    (STARTING, "fetched", "", "first question", None),
    (STARTING, "fetchFailed", "over before a question", DONE, "userDenied"),
    (STARTING, "fetchFailed", "", ERROR, "error"),
    (STARTING, "noAccounts", "", ERROR, "error"),
    (READY, "startUserInteraction", "", "next question", None),
    (CONFIRMATION, "setAccount", "possible, factor required", FACTOR, None),
    (CONFIRMATION, "setAccount", "possible", EVALUATING, None),
    (CONFIRMATION, "setAccount", "", "stay", None),
    (FACTOR, "setPinBiometric", "", EVALUATING, None),
    (FACTOR, "inputCancel", "", DONE, "userDenied"),
    (FACTOR, "factorTimeout", "", DONE, "timeout"),
    (EVALUATING, "result", "success", "next round", None),
    (EVALUATING, "result", "wrong, input expected", FACTOR, None),
    (EVALUATING, "result", "wrong", ERROR, "error"),
    (EVALUATING, "result", "PIN blocked, biometric left", FACTOR, None),
    (EVALUATING, "result", "blocked", ERROR, "error"),
    (EVALUATING, "result", "cancelled", DONE, "userDenied"),
    (EVALUATING, "sendingFailed", "biometric changed, PIN left", FACTOR, None),
    (EVALUATING, "sendingFailed", "", ERROR, "error"),
    *((state, "stopSession", "", DONE, "stopSession") for state in WAITING),
    *((state, "timeout", "", DONE, "timeout") for state in WAITING),
    # There is nothing left that it could be a login to.
    *((state, "accountDeleted", "account of the AppLogin", DONE, None) for state in (FACTOR, EVALUATING, ACTIVE)),
    (ACTIVE, "loggedIn", "already", None, None),
    (ACTIVE, "loggedIn", "AppLogin without web session", ERROR, "error"),
    (ACTIVE, "loggedIn", "one shot", DONE, "loggedIn"),
    (ACTIVE, "loggedIn", "", "stay", "loggedIn"),
    (ACTIVE, "stopSession", "", DONE, "stopSession"),
    # Of a continuous session; a one-shot session has no logout.
    (ACTIVE, "logout", "continuous", DONE, "logout"),
    (ACTIVE, "serverLogout", "", DONE, "serverLogout"),
    (ACTIVE, "pingLost", "", DONE, "pingLost"),
    (ACTIVE, "appLoginTimeout", "", DONE, "appLoginTimeout"),
    (ACTIVE, "appLoginInactivity", "", DONE, "appLoginTimeout"),
    (ACTIVE, "failure", "", ERROR, "error"),
    *((state, method, "", "terminated", None) for state in (DONE, ERROR) for method in METHODS),
]

# Where `starting` and `readyForUserInteraction` lead.
QUESTIONS = [
    ("AppLogin", FACTOR),
    ("from starting, app starts the questions", READY),
    ("enrol", CONFIRMATION),
    ("bypass, factor required, one account", FACTOR),
    ("", CONFIRMATION),
]

# Where a round that went well leads.
ROUNDS = [
    # It is never confirmed.
    ("confirmation wanted of an AppLogin", ERROR),
    ("confirmation wanted", CONFIRMATION),
    ("factor wanted", FACTOR),
    ("ends at once after an AppLogin", ERROR),
    ("ends at once", DONE),
    ("", ACTIVE),
]

# -- What is remembered of it ------------------------------------------------------------------------------------------

FAIL, LOGGED_IN, ONE_SHOT = "fail", "loggedIn", "loggedInOneShot"
ABORTED, LOGGED_OUT, HISTORY_ERROR, DELETED = "aborted", "loggedOut", "historyError", "deleted"
STATUS = {
    FAIL: "FAIL", LOGGED_IN: "LOGGED_IN", ONE_SHOT: "LOGGED_IN_ONE_SHOT", ABORTED: "ABORTED",
    LOGGED_OUT: "LOGGED_OUT", HISTORY_ERROR: "ERROR", DELETED: "DELETED",
}
ENDS = ("logout", "serverLogout", "pingLost", "appLoginTimeout")

HISTORY = [
    (FAIL, "loggedIn", "one shot", ONE_SHOT),
    (FAIL, "loggedIn", "", LOGGED_IN),
    (FAIL, "userDenied", "", ABORTED),
    (FAIL, "stopSession", "", ABORTED),
    (FAIL, "timeout", "", ABORTED),
    (FAIL, "error", "", HISTORY_ERROR),
    # No session ends as FAIL, so one that ends without a login is aborted whoever ended it.
    *((FAIL, end, "", ABORTED) for end in ENDS),
    *((LOGGED_IN, end, "", LOGGED_OUT) for end in ENDS),
    (LOGGED_IN, "stopSession", "", LOGGED_OUT),
    # "during authentication" it is no longer.
    (LOGGED_IN, "error", "", LOGGED_OUT),
    *((state, "accountDeleted", "account of the record", DELETED)
      for state in (FAIL, LOGGED_IN, ONE_SHOT, ABORTED, LOGGED_OUT, HISTORY_ERROR)),
]

# -- The conditions of the tables --------------------------------------------------------------------------------------

CONDITIONS = {
    "": lambda m, d: True,
    "holds no account": lambda m, d: m.kind == "login" and not m.accounts and not m.is_app_login,
    # Somebody else's login is none.
    "AppLogin of an account that is not there":
        lambda m, d: m.is_app_login and m.config.get("preselectedAccount") not in (None, *m.accounts),
    # A login to the app is there to be used.
    "one-shot AppLogin": lambda m, d: m.is_app_login and m.ping_time == 0,
    "AppLogin": lambda m, d: m.is_app_login,
    "from starting, app starts the questions": lambda m, d: m.state == STARTING and not m.config["skipReadyForUserInteraction"],
    "enrol": lambda m, d: m.kind == "enrol",
    "bypass, factor required, one account":
        lambda m, d: m.config["bypassConfirmation"] and m.factor_required and len(m.accounts) == 1,
    "possible": lambda m, d: d["account"] == m.new_account if m.kind == "enrol" else d["account"] in m.accounts,
    "possible, factor required": lambda m, d: m.factor_required and CONDITIONS["possible"](m, d),
    "success": lambda m, d: d["result"] == "success",
    "wrong, input expected":
        lambda m, d: d["result"] == "wrong" and d.get("inputExpected", True) and d.get("remaining", 1) > 0,
    "wrong": lambda m, d: d["result"] == "wrong",
    "blocked": lambda m, d: d["result"] == "blocked",
    "PIN blocked, biometric left":
        lambda m, d: d["result"] == "blocked" and d.get("inputExpected", False) and not m.pin_required,
    "cancelled": lambda m, d: d["result"] == "cancelled",
    "over before a question": lambda m, d: d["code"] == "sessionTerminated",
    "biometric changed, PIN left": lambda m, d: d["code"] == "biometricChanged" and not m.only_biometric,
    "confirmation wanted": lambda m, d: d.get("moreInput") == "confirmation",
    "confirmation wanted of an AppLogin": lambda m, d: m.is_app_login and CONDITIONS["confirmation wanted"](m, d),
    "factor wanted": lambda m, d: d.get("moreInput") == "secondFactor",
    # That has a web session, of which nothing was said.
    "ends at once after an AppLogin":
        lambda m, d: m.is_app_login and d.get("sessionEnds", False) and d.get("loggedIn", False),
    "ends at once": lambda m, d: d.get("sessionEnds", False),
    "already": lambda m, d: m.logged_in,
    "AppLogin without web session": lambda m, d: m.is_app_login and ("webSession" not in d or d.get("oneShot", False)),
    # What was not said may turn out to be one shot with the login.
    "continuous": lambda m, d: m.ping_time != 0,
    "one shot": lambda m, d: m.ping_time == 0 or d.get("oneShot", False),
    "account of the AppLogin": lambda m, d: m.is_app_login and CONDITIONS["account of the record"](m, d),
    "account of the record": lambda m, d: m.account is not None and d["account"] == m.account,
}


def rows():
    """All rows of all tables, by the names under which they are counted."""
    yield from (name("lifecycle", *row[:4]) for row in LIFECYCLE)
    yield from (name("questions", *row) for row in QUESTIONS)
    yield from (name("rounds", *row) for row in ROUNDS)
    yield from (name("history", *row) for row in HISTORY)


def name(table, *cells):
    return f"{table}: " + " | ".join(str(cell or "-") for cell in cells)


class Model:
    """One session."""

    PROPERTIES = (
        "origin", "isAppLogin", "kind", "sessionId", "server", "accounts", "account", "newAccount",
        "secondFactorRequired", "factorContext", "pinRequired", "pinBlocked", "pinMissing", "pingTime", "remainingAttempts", "announceInfo",
        "sessionInfo", "visualHash", "hasWebSession", "lastError", "historyStatus")

    def __init__(self, config, counts=None):
        self.config = config
        self.counts = collections.Counter() if counts is None else counts
        self.now = 0
        self.timers = {}
        self.services = []
        self.state, self.history, self.status = STARTING, FAIL, STATUS[FAIL]
        self.is_app_login = config["origin"] == "appLogin"
        self.kind, self.accounts, self.new_account, self.account = "login", [], None, None
        self.factor_required, self.factor_context, self.pin_required = False, "verify", False
        self.factor_given, self.remaining, self.ping_time, self.pin_blocked, self.pin_missing = False, None, None, False, False
        self.announce_info = self.session_info = self.visual_hash = self.session_id = self.server = None
        self.web_session = self.logged_in = self.acted = False
        self.last_error = None
        # FAIL is the status of a session from its beginning, so it is in the history from then on.
        self.callbacks, self.deeds = [], ["storeHistory"]
        self.start("watchdog", config["userInputTimeout"])
        self.start_service("fetchSession")

    # Time and services.

    def start(self, timer, span):
        self.timers[timer] = self.now + span

    def stop(self, *timers):
        for timer in timers:
            self.timers.pop(timer, None)

    def start_service(self, service):
        self.services.append(service)
        if service != "holdSession":
            self.start("answer of " + service, REQUEST_TIMEOUT)

    def end_service(self, *services):
        for service in services:
            if service in self.services:
                self.services.remove(service)
            self.stop("answer of " + service)

    def due(self):
        """When the next timer fires, and which ones."""
        first = min(self.timers.values(), default=None)
        return first, [timer for timer, at in self.timers.items() if at == first]

    def advance(self, span):
        end, taken = self.now + span, False
        while self.timers and self.due()[0] <= end:
            self.now, (timer, *_) = self.due()
            del self.timers[timer]
            taken = True
            self.fire(timer)
        self.now = end
        return taken

    def fire(self, timer):
        if timer == "watchdog":
            self.happens("timeout", {})
        elif timer == "ping":
            self.start_service("keepAlive")
        elif timer == "history":
            self.history = "expired"
        elif timer == "answer of fetchSession":
            self.happens("fetchFailed", {"code": "requestTimeout"})
        elif timer == "answer of sendInput":
            self.happens("sendingFailed", {"code": "requestTimeout"})
        elif timer == "answer of keepAlive":
            self.last_error = "requestTimeout"
            self.happens("pingLost", {})
        else:
            self.happens(timer, {})

    # The tables.

    def call(self, callback, **data):
        self.callbacks.append((callback, {key: value for key, value in data.items() if value is not None}))

    def choose(self, table, rows, data, *begin):
        for row in rows:
            if row[:len(begin)] == begin and CONDITIONS[row[len(begin)]](self, data):
                self.counts[name(table, *row[:4])] += 1
                return row[len(begin) + 1:]
        return None

    def happens(self, trigger, data):
        """Whether something came of it."""
        self.before(trigger, data)
        found = self.choose("lifecycle", LIFECYCLE, data, self.state, trigger)
        target, heard = found or (None, None)
        heard = [heard or trigger] if heard or trigger == "accountDeleted" else []
        if target == "first question" or target == "next question":
            (target,) = self.choose("questions", QUESTIONS, data)
        elif target == "next round":
            (target,) = self.choose("rounds", ROUNDS, data)
            if target == DONE:
                heard = ["loggedIn"] * data.get("loggedIn", False) + ["serverLogout"]
            elif target == ERROR:
                heard, self.last_error = ["error"], "protocolFailure"
        self.after(trigger, data, target)
        if target == "terminated":
            self.call("userErrorMessage", error="sessionTerminated")
            target_entered = None
        else:
            target_entered = target if target and target != "stay" else None
        if "loggedIn" in heard:
            if data.get("oneShot"):
                self.ping_time = 0
            # A callback of its own, before that of the end.
            if self.history == FAIL:
                self.call("sessionLogin", oneShot=self.ping_time == 0, sessionInfo=self.session_info)
        if target_entered:
            self.enter(target_entered, trigger, data)
        # Each on its own: the second finds what the first has made of it.
        remembered = [self.remember(one, data) for one in heard]
        if self.over:
            self.timers.clear()
        return target is not None or any(remembered)

    def before(self, trigger, data):
        """What an event tells, whatever comes of it."""
        if self.state == STARTING and trigger == "fetched":
            self.session_id, self.kind, self.server = data["id"], data["kind"], data["server"]
            self.accounts, self.new_account = data["accounts"], data.get("newAccount")
            preselected = self.config.get("preselectedAccount")
            if self.kind == "login" and preselected in self.accounts:
                self.accounts = [preselected]
            self.factor_required, self.factor_context = data["secondFactorRequired"], data["factorContext"]
            self.ping_time, self.announce_info = data.get("pingTime"), data.get("announceInfo")
            self.visual_hash, self.pin_required = data.get("visualHash"), data.get("pinRequired", False)
            self.pin_blocked, self.pin_missing = data.get("pinBlocked", False), data.get("pinMissing", False)

    def after(self, trigger, data, target):
        """What a taken row does beside going somewhere."""
        if self.state in (STARTING, READY) and target == FACTOR:
            self.account = self.accounts[0] if self.accounts else None
        if trigger in ("fetchFailed", "noAccounts", "sendingFailed") and target != DONE:
            self.last_error = data["code"]
        if self.state == STARTING and trigger == "fetched" and target == ERROR:
            self.last_error = "protocolFailure" if self.is_app_login and self.ping_time == 0 else "noAccounts"
        if self.state == CONFIRMATION and trigger == "setAccount":
            if target == "stay":
                self.last_error = "unknownAccount"
                self.call("userErrorMessage", error="unknownAccount")
            else:
                self.account, self.acted, self.factor_given = data["account"], True, False
                self.last_error = None
                self.deeds.append("keepUserInput")
        if self.state == FACTOR and trigger == "setPinBiometric":
            self.acted = self.factor_given = True
            self.deeds.append("keepFactor")
        if trigger == "result":
            if data["result"] == "success" and target != ERROR:
                # What went wrong before is over.
                self.last_error = None
            if data["result"] == "success":
                # A factor may have been given meanwhile, and another one is not asked for as long as it lasts.
                self.factor_required = data.get("secondFactorRequired", self.factor_required)
            remaining = 0 if data["result"] == "blocked" else data.get("remaining")
            if data["result"] != "success" or self.factor_given:
                self.call("secondFactor", kind=data["result"], remaining=remaining)
                if data["result"] != "cancelled":
                    self.remaining = remaining
            if data["result"] == "success" and self.factor_given:
                # What was chosen is asked for from now on. The PIN was only required to be chosen.
                if self.factor_context == "firstSet":
                    self.pin_required = False
                self.factor_context = "verify"
                self.pin_missing = data.get("pinMissing", self.pin_missing)
            if target == FACTOR and "factorContext" in data:
                self.factor_context = data["factorContext"]
            if data["result"] == "wrong":
                self.last_error = "wrongFactor"
                if target == FACTOR:
                    self.call("userErrorMessage", error="wrongFactor")
            if data["result"] == "blocked":
                self.last_error = "factorBlocked"
                if target == FACTOR:
                    # None of the PIN; how many there are of the biometric is not said.
                    self.pin_blocked, self.remaining = True, None
                    self.call("userErrorMessage", error="factorBlocked")
        if trigger == "sendingFailed" and target == FACTOR:
            self.pin_required = True
            self.call("userErrorMessage", error="biometricChanged")
        if trigger == "sendingFailed" and data["code"] == "factorBlocked":
            self.remaining = 0
            self.call("secondFactor", kind="blocked", remaining=0)
        if self.state == ACTIVE and trigger == "loggedIn" and target:
            if target == ERROR:
                self.last_error = "protocolFailure"
            else:
                self.logged_in, self.session_info = True, data.get("sessionInfo")
                self.web_session = self.is_app_login and target == "stay"
                self.deeds += ["keepWebSession"] * self.web_session
        if self.state == ACTIVE and trigger == "failure":
            self.last_error = data["code"]

    def enter(self, target, trigger, data):
        self.end_service("fetchSession", "sendInput")
        self.stop("factorTimeout")
        self.state = target
        if target == FACTOR and self.config["secondFactorTimeout"] > 0:
            self.start("factorTimeout", self.config["secondFactorTimeout"])
        if target in (READY, CONFIRMATION, FACTOR) and self.history == FAIL:
            self.deeds.append("storeHistory")
        if target in (READY, CONFIRMATION, FACTOR) and self.config["timeoutScope"] == "round":
            self.start("watchdog", self.config["userInputTimeout"])
        if target == READY:
            self.call("sessionReadyForUserInteraction")
        elif target == CONFIRMATION and self.kind == "login":
            self.call("confirmLogin", accounts=self.accounts, announceInfo=self.announce_info)
        elif target == CONFIRMATION:
            self.call("confirmEnrol", account=self.new_account, existingAccounts=self.accounts,
                      visualHash=self.visual_hash, announceInfo=self.announce_info)
        elif target == FACTOR:
            self.call("secondFactor", kind=self.factor_context, pinRequired=self.pin_required,
                      biometricRequired=self.only_biometric, remaining=self.remaining, announceInfo=self.announce_info)
        elif target == EVALUATING:
            self.start_service("sendInput")
        elif target == ACTIVE:
            assert self.acted, "active, and the person did nothing"
            self.stop("watchdog")
            self.start_service("holdSession")
            if self.ping_time:
                self.start("ping", self.ping_time * 1000)
            if self.is_app_login and self.config["appLoginTimeout"] > 0:
                self.start("appLoginTimeout", self.config["appLoginTimeout"])
            if self.is_app_login and self.config["appLoginInactivityTimeout"] > 0:
                self.start("appLoginInactivity", self.config["appLoginInactivityTimeout"])
        elif target in (DONE, ERROR):
            self.web_session = False
            self.deeds.append("closeSession")
            self.start("history", self.config["historyExpiry"])
            self.end_service("keepAlive", "holdSession")
            self.stop("watchdog", "ping", "appLoginTimeout", "appLoginInactivity")
            if target == DONE:
                self.call("sessionStop")
            else:
                self.call("userErrorMessage", error=self.last_error)

    def remember(self, heard, data):
        found = self.choose("history", HISTORY, data, self.history, heard)
        if not found:
            return False
        (self.history,) = found
        self.status = STATUS[self.history]
        self.deeds.append("storeHistory")
        self.call("historyStatusChanged", status=self.status)
        return True

    @property
    def only_biometric(self):
        """Whether nobody can give the PIN: it is blocked, or none is set."""
        return self.pin_blocked or self.pin_missing

    @property
    def over(self):
        """Whether nothing can happen any more: the session has ended, and so has what is remembered of it."""
        return self.state in (DONE, ERROR) and self.history in (DELETED, "expired")

    # The lines of `simulate`.

    def step(self, line):
        """What the chart has to answer to a line."""
        self.callbacks, self.deeds = [], []
        return self.answer(self.outcome(line))

    def answer(self, outcome):
        return {
            "outcome": outcome,
            "lifecycle": self.state,
            "history": self.history,
            "services": sorted(self.services),
            "callbacks": self.callbacks,
            "deeds": sorted(self.deeds),
            "properties": self.properties(),
        }

    def properties(self):
        values = (
            self.config["origin"], self.is_app_login, self.kind, self.session_id, self.server, self.accounts,
            self.account, self.new_account, self.factor_required, self.factor_context, self.pin_required,
            self.pin_blocked, self.pin_missing, self.ping_time, self.remaining, self.announce_info, self.session_info, self.visual_hash, self.web_session,
            self.last_error, self.status)
        return dict(zip(self.PROPERTIES, values))

    def outcome(self, line):
        if "advance" in line:
            return "taken" if self.advance(milliseconds(line["advance"])) else "ignored"
        if "service" in line:
            return self.serve(line)
        event, data = line["event"], line.get("data", {})
        if self.over or not fits(event, data):
            return "rejected"
        return "taken" if self.told(event, data) else "ignored"

    def told(self, event, data):
        if event == "deleteAccount":
            self.deeds.append("requestAccountDeletion")
            return True
        if event == "activity":
            if "appLoginInactivity" in self.timers:
                self.start("appLoginInactivity", self.config["appLoginInactivityTimeout"])
            return self.state == ACTIVE
        return self.happens(event, data)

    def serve(self, line):
        service = line["service"]
        if service not in self.services:
            return "rejected"
        if "event" in line:
            return "taken" if self.happens(line["event"], line.get("data", {})) else "ignored"
        self.end_service(service)
        if service == "fetchSession":
            if "done" in line:
                self.happens("fetched", line["done"])
            else:
                code = line["failed"]
                self.happens("noAccounts" if code == "noAccounts" else "fetchFailed", {"code": code})
        elif service == "sendInput":
            if "done" in line:
                self.happens("result", line["done"])
            else:
                self.happens("sendingFailed", {"code": line["failed"]})
        elif service == "keepAlive":
            if "done" in line:
                self.start("ping", self.ping_time * 1000)
            else:
                self.last_error = line["failed"]
                self.happens("pingLost", {})
        elif line.get("failed") == "networkError":
            self.last_error = "networkError"
            self.happens("pingLost", {})
        else:
            self.happens("failure", {"code": line["failed"]})
        return "taken"


# The methods and messages of a session, with what they have to hold.
EVENTS = {
    "startUserInteraction": {}, "setAccount": {"account": str}, "setPinBiometric": {"factor": object},
    "inputCancel": {}, "stopSession": {}, "logout": {}, "deleteAccount": {"account": str}, "activity": {},
    "loggedIn": {}, "serverLogout": {}, "pingLost": {}, "failure": {"code": str}, "accountDeleted": {"account": str},
}


def fits(event, data):
    return event in EVENTS and all(isinstance(data.get(key), kind) for key, kind in EVENTS[event].items())


def milliseconds(text):
    assert text.endswith("ms"), text
    return int(text[:-2])
