"""Plants mistakes in copies of the chart: the walks find each."""
import pathlib
import subprocess
import sys

MISTAKES = {
    "the confirmation is skipped also where no second factor is asked for": (
        "bypassConfirmation and secondFactorRequired and length(accounts) == 1",
        "bypassConfirmation and length(accounts) == 1"),
    "a session with keep-alives is remembered as one shot": (
        "- { guard: pingTime != 0, target: loggedIn, label: continuous }",
        "- { guard: pingTime != 30, target: loggedIn, label: continuous }"),
    "the last try is one too many": (
        "remainingAttempts) or remainingAttempts > 0", "remainingAttempts) or remainingAttempts >= 0"),
    "any account is taken for an enrolment": (
        "kind == 'enrol' and event.data.account != newAccount", "kind == 'enrol' and event.data.account == 'nobody'"),
    "an AppLogin is logged in without its web session": (
        "- guard: isAppLogin and (not defined(event.data.webSession) or event.data.oneShot == true)",
        "- guard: isAppLogin and pingTime == 7"),
    "the deadline goes on while the session is active": (
        "always: { guard: in(active) or in(done) or in(error), target: stopped",
        "always: { guard: in(done) or in(error), target: stopped"),
    "each question begins a new deadline also where one is for the session": (
        "roundStarted: { guard: timeoutScope == 'round', target: watching", "roundStarted: { target: watching"),
    "a session that breaks after the login is remembered as an error": (
        "sessionFailed: { target: loggedOut,", "sessionFailed: { target: historyError,"),
    "the record of another account is deleted": (
        "defined(account) and event.data.account == account and", "defined(account) and"),
    "an AppLogin goes on without its account": (
        "guard: isAppLogin and defined(account) and event.data.account == account", "guard: \"false\""),
    "a blocked PIN lets a biometric through also where only the PIN will do": (
        "event.data.inputExpected == true and not pinRequired", "event.data.inputExpected == true"),
    "a later confirmation is followed by a factor that is not needed any more": (
        "event.data.secondFactorRequired ?? secondFactorRequired", "secondFactorRequired"),
    "the PIN stays required after the first factor": ("pinRequired and factorContext != 'firstSet'", "pinRequired"),
    "a PIN counts as set after a first biometric": ("event.data.pinMissing ?? pinMissing", "\"false\""),
    "nobody is told that the biometric is what remains": (
        "biometricRequired: pinBlocked or pinMissing", "biometricRequired: pinMissing"),
    "the PIN is asked for where none is set": (
        "- guard: pinBlocked or pinMissing\n", "- guard: pinBlocked\n"),
    "the time for a factor is not kept": ("guard: secondFactorTimeout > 0s", "guard: secondFactorTimeout > 1h"),
    "a session that was over before a question is an error": (
        "sessionTerminated: { target: done,", "sessionTerminated: { target: error,"),
    "nobody is told that the session is over": ("          - emit: sessionStop\n", ""),
}

command, chart, folder = sys.argv[1:]
text = pathlib.Path(chart).read_text()
walk = pathlib.Path(__file__).with_name("walk.py")
for mistake, (right, wrong) in MISTAKES.items():
    assert text.count(right) == 1, f"the place of a mistake is gone: {right}"
    copy = pathlib.Path(folder) / "nextauth-with-mistake.yaml"
    copy.write_text(text.replace(right, wrong))
    run = subprocess.run(
        [sys.executable, "-B", walk, command, copy, "--steps", "30000", "--first"], capture_output=True, text=True)
    assert run.returncode == 1 and "different in session" in run.stderr, f"not found: {mistake}\n{run.stdout}{run.stderr}"
print(f"{len(MISTAKES)} mistakes planted in the chart, and each found")
