/// A service or child chart that runs while its state is active (SCXML 6.4).
public struct ChartInvocation: Hashable, Sendable {
  /// What runs.
  public enum Source: Hashable, Sendable {
    /// A Swift handler.
    case service(ChartName)
    /// Another chart, by its file's path relative to this chart's file.
    case chart(ChartName)
    /// One of several charts: the expression gives the path of one of them (SCXML 6.4, `srcexpr`).
    case computed(ChartExpression, among: [ChartName])
  }

  /// When and how often a failed service is started again.
  public struct Retry: Hashable, Sendable {
    /// How often it is started again after the first failure; at least 1.
    public var attempts: Int
    /// How long to wait before the first repetition; each further wait is twice as long.
    public var backoff: ChartDelay?
    /// The codes that are worth a repetition; empty means all.
    public var codes: [ChartName]

    /// Makes a retry rule.
    public init(attempts: Int, backoff: ChartDelay? = nil, codes: [ChartName] = []) {
      self.attempts = attempts
      self.backoff = backoff
      self.codes = codes
    }
  }

  /// A transition for a failure.
  public struct Failure: Hashable, Sendable {
    /// The error code, or nil for `any`, which is tried after all codes.
    public var code: ChartName?
    /// What happens.
    public var transition: ChartTransition

    /// Makes a failure transition.
    public init(_ code: ChartName?, _ transition: ChartTransition) {
      self.code = code
      self.transition = transition
    }
  }

  /// What runs.
  public var source: Source
  /// The id of the running work; nil takes the name of the service or chart.
  public var id: ChartName?
  /// The variable that receives the id when the work is started (SCXML 6.4, `idlocation`).
  public var idVariable: ChartName?
  /// What it is given.
  public var input: [NamedExpression]
  /// How long it may take; it is then cancelled and fails with the code `timeout`.
  public var timeout: ChartDelay?
  /// How `timeout` and the wait before a repetition go on after a restart; nil leaves it to the app, which takes
  /// `deadline` unless it says otherwise.
  public var resume: Resumption?
  /// What a restored session does with the service if it ran; nil is `fail`.
  public var onRestore: RestorePolicy?
  /// When it is started again after a failure.
  public var retry: Retry?
  /// Taken when it ends well; `event.data` is its result.
  public var done: [ChartTransition]
  /// Taken when it fails, by code; `event.error` is the code and `event.data` its payload.
  public var failed: [Failure]
  /// Done with each event from it before transitions are selected (SCXML 6.5).
  public var finalize: [ChartAction]
  /// Whether external events are passed on to it (SCXML 6.4.1, autoforward).
  public var forwardsEvents: Bool
  /// Where the invocation was written.
  public var origin: ModelOrigin

  /// Whether a service is run, not a chart.
  package var isService: Bool { if case .service = source { true } else { false } }

  /// The id under which it runs: its own, else the service's name, else the chart's file name without its ending.
  public var effectiveID: String {
    if let id { return id.text }
    let path: ChartName
    switch source {
    case .service(let name): return name.text
    case .chart(let chart): path = chart
    case .computed(_, let charts): path = charts.first ?? ""
    }
    let file = path.text.split(separator: "/").last ?? ""
    return String(file.prefix { $0 != "." })
  }

  /// Whether people who think of an else may write this for `any`, the code that stands for all other errors.
  package static func isWordForAny(_ code: String) -> Bool {
    ["else", "default", "otherwise", "other", "others", "error"].contains(code.lowercased())
  }

  /// Makes an invocation.
  public init(
    _ source: Source, id: ChartName? = nil, idVariable: ChartName? = nil, input: [NamedExpression] = [],
    timeout: ChartDelay? = nil, resume: Resumption? = nil, onRestore: RestorePolicy? = nil,
    retry: Retry? = nil,
    done: [ChartTransition] = [], failed: [Failure] = [], finalize: [ChartAction] = [],
    forwardsEvents: Bool = false,
    origin: ModelOrigin = .none
  ) {
    self.source = source
    self.id = id
    self.idVariable = idVariable
    self.input = input
    self.timeout = timeout
    self.resume = resume
    self.onRestore = onRestore
    self.retry = retry
    self.done = done
    self.failed = failed
    self.finalize = finalize
    self.forwardsEvents = forwardsEvents
    self.origin = origin
  }
}
