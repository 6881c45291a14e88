import StatechartsYAML

/// Keys that other tools use for something that this format has too.
struct OtherToolKeyword {
  /// What to write.
  var help: String
  /// The key that takes its place, where nothing else must be changed.
  var replacement: String?

  /// What a key of another tool is called here.
  ///
  /// - Parameter value: What stands behind it, where that is a single text.
  static func find(_ text: String, in object: FormatObject, value: String? = nil) -> OtherToolKeyword? {
    let folded = String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    let owner = owner(of: text).map { " (\($0))" } ?? ""
    if object == .state, text == "timeout", let value {
      return OtherToolKeyword(
        help:
          "For a service, write `timeout` inside `invoke:`. For a state, write `after: { \(value): STATE }`.",
        replacement: nil)
    }
    if let renamed = renamed(folded, in: object) ?? (text == "States" && object == .chart ? "states" : nil) {
      return OtherToolKeyword(help: "`\(text)`\(owner) is called `\(renamed)` here.", replacement: renamed)
    }
    let advice = statesLanguage(text, value, in: object) ?? advice(folded, in: object)
    return advice.map {
      OtherToolKeyword(
        help: owner.isEmpty ? $0 : "`\(text)`\(owner) is written differently here. \($0)", replacement: nil)
    }
  }

  /// Whose word it is, where it is known of one tool or format.
  private static func owner(of text: String) -> String? {
    switch text {
    case "transitions", "on entry", "on exit", "root state", "preamble", "parallel states", "contract":
      "Sismic"
    case "onentry", "onexit", "datamodel", "donedata", "namelist", "autoforward", "sendid": "SCXML"
    case "cond": "SCXML, XState"
    case "src", "onDone", "onError": "XState"
    case "StartAt", "States", "Type", "Next", "End", "Choices", "Default", "Resource", "Catch", "Retry",
      "TimeoutSeconds", "Branches", "ErrorEquals", "MaxAttempts", "IntervalSeconds":
      "Amazon States Language"
    default: nil
    }
  }

  /// What to write for a key of a state in the Amazon States Language, whose keys begin with capital letters.
  private static func statesLanguage(_ text: String, _ value: String?, in object: FormatObject) -> String? {
    guard object == .state else { return nil }
    switch (text, value) {
    case ("Type", "Choice"?): return "Write `type: choice`."
    case ("Type", "Succeed"?), ("Type", "Fail"?), ("End", _): return "Write `type: final`."
    case ("Type", "Parallel"?): return "Write `type: parallel`, and the regions under `states`."
    case ("Type", "Wait"?): return "Remove it. A state that waits has `after: { 10s: STATE }`."
    case ("Type", "Pass"?): return "Remove it. A state that continues at once has `always: STATE`."
    case ("Type", "Task"?): return "Remove it. A state with `invoke` is a task."
    case ("Choices", _): return "Write the transitions under `always`: `- { guard: …, target: STATE }`."
    case ("Default", _): return "The last transition under `always` has no `guard`: `- STATE`."
    case ("Resource", _): return "Write `invoke: { service: NAME }`."
    case ("Retry", _): return "Write `retry: { attempts: 2, backoff: 1s }` inside `invoke`."
    case ("TimeoutSeconds", let seconds?): return "Write `timeout: \(seconds)s` inside `invoke`."
    default: return nil
    }
  }

  private static func renamed(_ text: String, in object: FormatObject) -> String? {
    switch object {
    case .chart, .state:
      switch text {
      case "transitions", "transition": return "on"
      case "events": return object == .state ? "on" : nil
      case "onentry", "onenter", "enter", "entryactions", "onstart", "oninit": return "entry"
      case "onexit", "onleave", "leave", "exitactions", "onend": return "exit"
      case "substates", "children", "regions", "nodes", "nested", "statenodes": return "states"
      case "start", "startat", "initialstate", "startstate", "first": return "initial"
      case "service", "services": return object == .state ? "invoke" : nil
      case "invokes", "activities", "activity": return "invoke"
      case "ondone", "oncomplete", "completed", "completion": return object == .state ? "done" : nil
      case "timers", "delays", "timeout", "timeouts", "wait", "delayed": return "after"
      case "eventless", "auto", "automatic", "immediate", "immediately": return "always"
      case "data": return object == .chart ? "context" : "output"
      case "datamodel", "variables", "vars", "extendedstate": return object == .chart ? "context" : nil
      case "donedata", "result", "return": return object == .state ? "output" : nil
      case "name", "label": return "title"
      case "desc", "summary", "comment", "comments", "note", "notes", "doc", "documentation", "purpose":
        return "description"
      case "kind": return "type"
      default: return nil
      }
    case .transition:
      switch text {
      case "cond", "condition", "guards", "if", "when", "unless": return text == "unless" ? nil : "guard"
      case "next", "to", "goto", "dest", "destination", "targets", "state", "nextstate": return "target"
      case "action", "do", "does", "effect", "effects", "execute", "exec": return "actions"
      case "title", "name": return "label"
      case "desc", "comment", "note", "doc", "why", "summary": return "description"
      default: return nil
      }
    case .invoke:
      switch text {
      case "src", "name", "source", "call", "run": return "service"
      case "ondone", "then", "onsuccess", "success", "completed", "result": return "done"
      case "onerror", "onfailure", "error", "errors", "catch", "failure", "rejected", "onfailed":
        return "failed"
      case "params", "param", "arguments", "args", "data", "with", "parameters", "namelist": return "input"
      case "autoforward", "forwardevents": return "forward"
      case "retries", "retrier": return "retry"
      case "machine", "statechart", "file": return "chart"
      default: return nil
      }
    case .retry:
      switch text {
      case "maxattempts", "count", "times", "max", "tries", "limit": return "attempts"
      case "delay", "interval", "intervalseconds", "wait": return "backoff"
      case "errors", "codes", "errorequals", "when": return "on"
      default: return nil
      }
    case .initial:
      return text == "state" || text == "to" || text == "next" ? "target" : text == "action" ? "actions" : nil
    case .event, .error, .output:
      switch text {
      case "data", "fields", "params", "parameters", "arguments", "schema", "properties", "input":
        return "payload"
      case "name", "label", "message", "text": return "title"
      case "desc", "comment", "note", "doc", "summary": return "description"
      default: return nil
      }
    case .service:
      switch text {
      case "arguments", "args", "params", "parameters", "payload": return "input"
      case "output", "returns", "return", "answer": return "result"
      case "events": return "sends"
      case "fails", "failures", "failed", "throws": return "errors"
      default: return nil
      }
    case .guardHandler, .actionHandler, .query:
      switch text {
      case "input", "args", "params", "parameters": return "arguments"
      case "output", "returns", "return", "answer": return object == .query ? "result" : nil
      default: return nil
      }
    case .variable, .field, .type:
      switch text {
      case "default", "value", "initialvalue", "init", "expr": return object == .variable ? "initial" : nil
      case "enum", "oneof", "options", "choices", "allowed": return object == .type ? nil : "values"
      case "kind": return "type"
      case "pii": return object == .type ? nil : "personal"
      case "desc", "comment", "note", "doc": return "description"
      case "persisted", "persistence", "store": return object == .variable ? "persist" : nil
      case "reset", "resetonexit", "clearonexit", "cleared": return object == .variable ? "clear" : nil
      default: return nil
      }
    case .handlers:
      switch text {
      case "guard", "conditions": return "guards"
      case "action": return "actions"
      case "service", "activities", "invocations", "actors": return "services"
      case "query": return "queries"
      default: return nil
      }
    case .raise, .send, .emit:
      switch text {
      case "payload", "params", "content", "with": return "data"
      case "after", "wait": return object == .send ? "delay" : nil
      case "target", "receiver": return object == .send ? "to" : nil
      case "sendid": return object == .send ? "id" : nil
      default: return nil
      }
    case .forEach:
      switch text {
      case "item", "element", "each": return "as"
      case "actions", "body", "then": return "do"
      default: return nil
      }
    case .choose:
      return text == "otherwise" ? "else" : text == "actions" || text == "do" ? "then" : nil
    case .migration:
      switch text {
      case "version", "fromversion", "source": return "from"
      case "variables", "data", "vars": return "context"
      default: return nil
      }
    case .stateMigration, .variableMigration:
      switch text {
      case "renamed", "renames", "map", "mapping", "move", "moved": return "rename"
      case "dropped", "remove", "removed", "delete", "deleted": return "drop"
      case "add", "added", "entered": return object == .stateMigration ? "enter" : nil
      case "set", "init", "initialise", "initialize", "default", "values":
        return object == .variableMigration ? "initial" : nil
      default: return nil
      }
    case .action, .assign, .cancel, .log: return nil
    }
  }

  private static func advice(_ text: String, in object: FormatObject) -> String? {
    switch (object, text) {
    case (.state, "parallel"), (.chart, "parallel"): "Write `type: parallel`."
    case (.state, "final"), (.state, "end"): "Write `type: final`."
    case (.state, "choice"), (.state, "condition"):
      "Write `type: choice`, and the transitions under `always`."
    case (.state, "next"): "Write `on: { EVENT: STATE }`, or `always: STATE` to continue at once."
    case (.state, "target"): "A target belongs to a transition: `on: { EVENT: STATE }`."
    case (.state, "guard"), (.state, "actions"), (.state, "action"), (.state, "internal"):
      "`\(text)` belongs to a transition: `on: { EVENT: { target: STATE, \(text): … } }`."
    case (.state, "onerror"), (.state, "failed"), (.state, "catch"): "Write `failed` inside `invoke`."
    case (.state, "id"): "A state's id is its key."
    case (.state, "context"), (.state, "variables"), (.state, "datamodel"), (.state, "vars"),
      (.state, "memory"):
      "Declare all variables in the chart's `context`."
    case (.state, "meta"), (.state, "tags"), (.chart, "meta"), (.chart, "tags"):
      "Write `x-\(text)`. Keys that start with `x-` are yours and are not checked."
    case (.chart, "rootstate"): "The chart itself is the root state. Move its keys to this level."
    case (.chart, "preamble"), (.state, "preamble"):
      "Variables are declared in `context` of the chart: `NAME: { type: int, initial: 0 }`."
    case (.chart, "memory"): "Write the variables in `context`."
    case (.chart, "parallelstates"), (.state, "parallelstates"):
      "Write `type: parallel`, and the states under `states`."
    case (.chart, "contract"), (.state, "contract"):
      "Contracts are not supported. Write a condition in the `guard` of the transition."
    case (.chart, "done"), (.chart, "ondone"):
      "A final state ends the chart. Write what happens then in that state's `entry`."
    case (.chart, "guards"), (.chart, "actions"), (.chart, "services"), (.chart, "queries"):
      "Write it inside `handlers`."
    case (.transition, "event"), (.transition, "on"):
      "The event is the key: `on: { EVENT: { target: STATE } }`."
    case (.transition, "reenter"), (.transition, "external"):
      "Write `internal: true` to stay inside the state, or `internal: false` to leave and enter it again."
    case (.transition, "type"): "Write `internal: true` or `internal: false`."
    case (.transition, "delay"), (.transition, "after"):
      "Write `after: { 5s: { target: STATE } }` in the state."
    case (.transition, "in"): "Write it in the guard: `guard: in(STATE)`."
    case (.transition, "then"): "Write `target` for a state, or `actions` for actions."
    case (.transition, "unless"): "Write `guard: not …`."
    case (.transition, "internal"): nil
    case (.transition, "assign"), (.transition, "raise"), (.transition, "send"), (.transition, "emit"),
      (.transition, "cancel"), (.transition, "log"), (.transition, "foreach"):
      "It is an action: `actions: [{ \(text): … }]`."
    case (.send, "event"), (.raise, "event"), (.emit, "event"):
      "Write the name as the value: `\(object.text): NAME`."
    case (.variable, "private"), (.variable, "sensitive"), (.variable, "confidential"), (.variable, "hidden"),
      (.field, "private"), (.field, "sensitive"), (.field, "confidential"), (.field, "hidden"):
      "Write `secret: true` for what must never be shown, such as a code, or `personal: true` for personal data, such as an e-mail address."
    case (.variable, "required"), (.field, "required"):
      "A field is required unless it has `optional: true`."
    case (.field, "default"), (.field, "initial"): "Only variables in `context` have an initial value."
    default: nil
    }
  }
}
