/// Fills the arena of a document from libyaml's events, and judges each event by the strict policy.
///
/// No recursion: open collections are a stack, so input cannot exhaust the machine's.
struct DocumentBuilder {
  /// A collection that has begun and not ended.
  struct Frame {
    var node: Int32
    var lastChild: Int32 = -1
    var isMapping: Bool
    var isFlow: Bool
    /// In a mapping: whether a key stands without its value yet.
    var awaitsValue = false
    /// Where this mapping's keys begin in `keys`.
    var firstKey: Int
  }

  /// Where in its parent a node stands.
  enum Role { case root, key, value, item }

  let source: SourceText
  let bytes: [UInt8]
  let limits: YAMLLimits
  let explainer: TextExplainer
  let invisible: [SourceRange]
  var nextInvisible = 0
  var offsets: OffsetCursor
  var findings: Findings
  var nodes: ContiguousArray<YAMLDocument.Node> = []
  var texts: ContiguousArray<String> = []
  var comments: [YAMLDocument.Comment] = []
  var open: [Frame] = []
  var keys: [Key] = []
  var root: Int32 = -1
  var gap: Gap
  /// The scalar that was read last, for judging what follows it.
  var lastScalar: Int32 = -1
  /// A text over several lines, to be reported unless a syntax error explains it.
  var pendingLines: SourceRange?
  /// The value that was extended last, past a comma that had cut it.
  var extendedValue: Int32?
  /// Whether tabs alone indent the lines, once it was asked for.
  var isIndentedByTabs: Bool?
  private var documents = 0
  /// Set when nothing more is to be read.
  private(set) var isStopped = false

  init(
    _ source: SourceText, _ scan: TextScan, limits: YAMLLimits, findings: Findings,
    explainer: TextExplainer
  ) {
    self.source = source
    self.limits = limits
    self.explainer = explainer
    self.findings = findings
    bytes = scan.bytes
    invisible = scan.invisible
    offsets = OffsetCursor(scan.counted, from: source.lineStarts[0], isASCII: scan.isASCII)
    gap = Gap(start: source.lineStarts[0])
    // Charts have a node for about ten bytes.
    nodes.reserveCapacity(min(source.bytes.count / 8, limits.nodes))
    texts.reserveCapacity(min(source.bytes.count / 10, limits.nodes))
  }

  /// Takes an event.
  mutating func take(_ event: borrowing LibYAML.Event) {
    switch event.kind {
    case .scalar: takeScalar(event)
    case .mappingStart: begin(event, isMapping: true)
    case .sequenceStart: begin(event, isMapping: false)
    case .mappingEnd, .sequenceEnd: end(event)
    case .alias: takeAlias(event)
    case .documentStart: beginDocument(event)
    case .documentEnd, .streamStart: break
    case .streamEnd: finish()
    }
  }

  /// The document; call after the last event.
  func document() -> YAMLDocument {
    YAMLDocument(
      source: source, root: root < 0 ? nil : YAMLDocument.NodeID(root), comments: comments, nodes: nodes,
      texts: texts)
  }

  private mutating func takeScalar(_ event: borrowing LibYAML.Event) {
    let start = offsets.offset(of: event.start)
    let written = offsets.offset(of: event.end)
    scanGap(to: start)
    var (end, resume) = (written, written)
    var contentStart = start
    if bytes.indices.contains(start), bytes[start] == 0x21 || bytes[start] == 0x26 {
      contentStart = judgeProperties(at: start, upTo: written)
    }
    if event.style == .literal || event.style == .folded {
      (end, resume) = endOfBlockScalar(from: contentStart, to: written)
    }
    let text = invisible.isEmpty ? event.text : visibleText(event.text, in: start..<written)
    let id = append(.scalar, event.style, start, end, content: Int32(texts.count))
    texts.append(text)
    gap.move(to: resume)
    lastScalar = id
    let role = attach(id)
    judgeScalar(id, text, role)
  }

  private mutating func begin(_ event: borrowing LibYAML.Event, isMapping: Bool) {
    let start = offsets.offset(of: event.start)
    scanGap(to: start)
    let isFlow = event.style == .flow
    let id = append(isMapping ? .mapping : .sequence, event.style, start, start, content: -1)
    let role = attach(id)
    if event.hasProperties {
      gap.move(to: judgeProperties(at: start, upTo: bytes.count))
    } else if isFlow {
      gap.move(to: min(start + 1, bytes.count))
    }
    if role == .key { refuseComplexKey(id) }
    gap.question = nil
    lastScalar = -1
    open.append(Frame(node: id, isMapping: isMapping, isFlow: isFlow, firstKey: keys.count))
    if open.count > limits.depth {
      stop(
        at: start..<min(start + 1, bytes.count),
        "Lists and mappings are nested deeper than \(limits.depth) levels.",
        help: "Move the inner ones into another chart.")
    }
  }

  private mutating func end(_ event: borrowing LibYAML.Event) {
    guard let frame = open.popLast() else { return }
    if frame.isFlow {
      let end = offsets.offset(of: event.end)
      scanGap(to: end)
      nodes[Int(frame.node)].end = Int32(truncatingIfNeeded: end)
      gap.move(to: end)
      lastScalar = -1
    } else if frame.lastChild >= 0 {
      // libyaml says where the next token begins; the last child knows where this one ends.
      nodes[Int(frame.node)].end = max(nodes[Int(frame.lastChild)].end, nodes[Int(frame.node)].start)
    }
    if frame.isMapping { judgeKeys(from: frame.firstKey, of: frame.node) }
  }

  private mutating func takeAlias(_ event: borrowing LibYAML.Event) {
    let start = offsets.offset(of: event.start)
    let end = offsets.offset(of: event.end)
    scanGap(to: start)
    let id = append(.scalar, .plain, start, end, content: Int32(texts.count))
    let text = source.text(in: start..<end)
    texts.append(text)
    gap.move(to: end)
    lastScalar = id
    let role = attach(id)
    refuseAlias(start..<end, text)
    if role == .key { rememberKey(id) }
  }

  private mutating func beginDocument(_ event: borrowing LibYAML.Event) {
    documents += 1
    let start = offsets.offset(of: event.start)
    scanGap(to: start)
    if event.hasDirectives { refuseDirectives(from: start) }
    gap.move(to: event.hasDirectives ? offsets.offset(of: event.end) : start)
    guard documents > 1 else { return }
    let end = min(start + 3, bytes.count)
    findings.add(
      .unsupported, .error, start..<end, "A second document begins here, but a chart file has only one.",
      help: "Delete this line, or move what follows it into a file of its own.")
    findings.markEnd(Findings.endSentence)
    isStopped = true
  }

  private mutating func finish() {
    scanGap(to: bytes.count)
    reportPendingLines()
    judgeRoot()
  }

  /// Reports a limit that makes reading on pointless.
  mutating func stop(at range: SourceRange, _ message: String, help: String) {
    findings.add(.limit, .error, range, message, help: help)
    findings.markEnd(Findings.endSentence)
    isStopped = true
  }

  mutating func append(
    _ kind: YAMLDocument.Kind, _ style: YAMLDocument.Style, _ start: Int, _ end: Int, content: Int32
  ) -> Int32 {
    // proven: a file of more bytes than Int32 holds is refused before it is read, and a node takes a byte.
    let id = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(
      YAMLDocument.Node(
        kind: kind, style: style, start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: max(start, end)), content: content, next: -1))
    if nodes.count > limits.nodes {
      stop(
        at: start..<min(start + 1, bytes.count), "The file has more than \(limits.nodes) keys and values.",
        help: "Split the chart.")
    }
    return id
  }

  /// Hangs a node behind its elder siblings.
  mutating func attach(_ id: Int32) -> Role {
    guard let last = open.indices.last else {
      if root < 0 { root = id }
      return .root
    }
    if open[last].lastChild < 0 {
      nodes[Int(open[last].node)].content = id
    } else {
      nodes[Int(open[last].lastChild)].next = id
    }
    open[last].lastChild = id
    guard open[last].isMapping else { return .item }
    defer { open[last].awaitsValue.toggle() }
    return open[last].awaitsValue ? .value : .key
  }
}
