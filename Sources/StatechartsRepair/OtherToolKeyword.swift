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
    if let renamed = renamed[object]?[folded] ?? (text == "States" && object == .chart ? "states" : nil) {
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

  /// What words of other tools are called here, by the mapping that has the key.
  private static let renamed: [FormatObject: [String: String]] = {
    var result: [FormatObject: [String: String]] = [:]
    for (objects, key, words) in renamings {
      for object in objects {
        for word in words.split(separator: " ") { result[object, default: [:]][String(word)] = key }
      }
    }
    return result
  }()

  private static let renamings: [(objects: [FormatObject], key: String, words: String)] = [
    ([.chart, .state], "on", "transitions transition"),
    ([.state], "on", "events"),
    ([.chart, .state], "entry", "onentry onenter enter entryactions onstart oninit"),
    ([.chart, .state], "exit", "onexit onleave leave exitactions onend"),
    ([.chart, .state], "states", "substates children regions nodes nested statenodes"),
    ([.chart, .state], "initial", "start startat initialstate startstate first"),
    ([.state], "invoke", "service services"),
    ([.chart, .state], "invoke", "invokes activities activity"),
    ([.state], "done", "ondone oncomplete completed completion"),
    ([.chart, .state], "after", "timers delays timeout timeouts wait delayed"),
    ([.chart, .state], "always", "eventless auto automatic immediate immediately"),
    ([.chart], "context", "data datamodel variables vars extendedstate"),
    ([.state], "output", "data donedata result return"),
    ([.chart, .state], "title", "name label"),
    ([.chart, .state], "description", "desc summary comment comments note notes doc documentation purpose"),
    ([.chart, .state], "type", "kind"),
    ([.transition], "guard", "cond condition guards if when"),
    ([.transition], "target", "next to goto dest destination targets state nextstate"),
    ([.transition], "actions", "action do does effect effects execute exec"),
    ([.transition], "label", "title name"),
    ([.transition], "description", "desc comment note doc why summary"),
    ([.invoke], "service", "src name source call run"),
    ([.invoke], "done", "ondone then onsuccess success completed result"),
    ([.invoke], "failed", "onerror onfailure error errors catch failure rejected onfailed"),
    ([.invoke], "input", "params param arguments args data with parameters namelist"),
    ([.invoke], "forward", "autoforward forwardevents"),
    ([.invoke], "retry", "retries retrier"),
    ([.invoke], "chart", "machine statechart file"),
    ([.retry], "attempts", "maxattempts count times max tries limit"),
    ([.retry], "backoff", "delay interval intervalseconds wait"),
    ([.retry], "on", "errors codes errorequals when"),
    ([.initial], "target", "state to next"),
    ([.initial], "actions", "action"),
    (
      [.event, .error, .output], "payload", "data fields params parameters arguments schema properties input"
    ),
    ([.event, .error, .output], "title", "name label message text"),
    ([.event, .error, .output], "description", "desc comment note doc summary"),
    ([.service], "input", "arguments args params parameters payload"),
    ([.service], "sends", "events"),
    ([.service], "errors", "fails failures failed throws"),
    ([.service, .query], "result", "output returns return answer"),
    ([.guardHandler, .actionHandler, .query], "arguments", "input args params parameters"),
    ([.variable], "initial", "default value initialvalue init expr"),
    ([.variable, .field], "values", "enum oneof options choices allowed"),
    ([.variable, .field, .type], "type", "kind"),
    ([.variable, .field], "personal", "pii"),
    ([.variable, .field, .type], "description", "desc comment note doc"),
    ([.variable], "persist", "persisted persistence store"),
    ([.variable], "clear", "reset resetonexit clearonexit cleared"),
    ([.handlers], "guards", "guard conditions"),
    ([.handlers], "actions", "action"),
    ([.handlers], "services", "service activities invocations actors"),
    ([.handlers], "queries", "query"),
    ([.raise, .send, .emit], "data", "payload params content with"),
    ([.send], "delay", "after wait"),
    ([.send], "to", "target receiver"),
    ([.send], "id", "sendid"),
    ([.forEach], "as", "item element each"),
    ([.forEach], "do", "actions body then"),
    ([.choose], "else", "otherwise"),
    ([.choose], "then", "actions do"),
    ([.migration], "from", "version fromversion source"),
    ([.migration], "context", "variables data vars"),
    ([.stateMigration, .variableMigration], "rename", "renamed renames map mapping move moved"),
    ([.stateMigration, .variableMigration], "drop", "dropped remove removed delete deleted"),
    ([.stateMigration], "enter", "add added entered"),
    ([.variableMigration], "initial", "set init initialise initialize default values"),
  ]

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
      "Write `secret: true` for what must never be shown, such as a code, or `personal: true` for personal data, such as an email address."
    case (.variable, "required"), (.field, "required"):
      "A field is required unless it has `optional: true`."
    case (.field, "default"), (.field, "initial"): "Only variables in `context` have an initial value."
    default: nil
    }
  }
}
