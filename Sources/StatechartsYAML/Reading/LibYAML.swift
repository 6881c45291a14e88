import CLibYAML

/// The system's libyaml, reading events from one text. No other file calls it.
///
/// - The C parser keeps a pointer to itself, so it lives at a fixed address.
/// - The input is not copied; it stays borrowed for as long as `read` runs its closure.
/// - Every event is deleted before the next one is asked for.
@safe struct LibYAML: ~Copyable {
  /// What happened in the text.
  enum EventKind {
    case streamStart, streamEnd, documentStart, documentEnd, alias, scalar
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// One event, used again for the next. Places are counted in Unicode scalars from the start of the input.
  struct Event {
    var kind = EventKind.streamStart
    var start = 0
    var end = 0
    /// Of scalars and of collections that begin.
    var style = YAMLDocument.Style.plain
    /// Of scalars.
    var text = ""
    /// Of collections that begin: whether an anchor or a tag stands before them.
    var hasProperties = false
    /// Of documents that begin.
    var hasDirectives = false
  }

  /// Why the parser stopped.
  struct Failure {
    /// Which part of libyaml gave up.
    enum Stage { case memory, reader, scanner, parser }
    var stage: Stage
    /// libyaml's words; matched on, never shown.
    var problem: String
    var context: String
    /// Where it noticed, and where the thing began that it was reading, in Unicode scalars.
    var problemIndex: Int
    var contextIndex: Int
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private var holdsEvent = false
  private let isInitialized: Bool

  /// Runs a closure with a parser over `bytes` from an offset on; the bytes must be UTF-8 without byte order mark.
  static func read<Result>(
    _ bytes: [UInt8], from offset: Int, _ body: (inout LibYAML) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var parser = unsafe LibYAML(UnsafeBufferPointer(rebasing: buffer[min(offset, buffer.count)...]))
      return body(&parser)
    }
  }

  private init(_ input: UnsafeBufferPointer<UInt8>) {
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event.initialize(to: yaml_event_t())
    isInitialized = unsafe yaml_parser_initialize(parser) == 1
    if isInitialized {
      // An empty buffer may have no address; libyaml wants one, and reads nothing from it.
      let empty: StaticString = ""
      unsafe yaml_parser_set_input_string(parser, input.baseAddress ?? empty.utf8Start, input.count)
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }
  }

  deinit {
    if holdsEvent { unsafe yaml_event_delete(event) }
    if isInitialized { unsafe yaml_parser_delete(parser) }
    unsafe event.deallocate()
    unsafe parser.deallocate()
  }

  /// Reads the next event into `result`; false after a failure.
  mutating func next(_ result: inout Event) -> Bool {
    guard isInitialized else { return false }
    if holdsEvent {
      unsafe yaml_event_delete(event)
      holdsEvent = false
    }
    guard unsafe yaml_parser_parse(parser, event) == 1 else { return false }
    holdsEvent = true
    result.start = unsafe event.pointee.start_mark.index
    result.end = unsafe event.pointee.end_mark.index
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT:
      result.kind = .scalar
      let scalar = unsafe event.pointee.data.scalar
      result.style = unsafe Self.style(scalar.style)
      unsafe result.text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      let mapping = unsafe event.pointee.data.mapping_start
      result.style = unsafe mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
      result.hasProperties = unsafe mapping.anchor != nil || mapping.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      let sequence = unsafe event.pointee.data.sequence_start
      result.style = unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
      result.hasProperties = unsafe sequence.anchor != nil || sequence.tag != nil
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_ALIAS_EVENT: result.kind = .alias
    case YAML_DOCUMENT_START_EVENT:
      result.kind = .documentStart
      let document = unsafe event.pointee.data.document_start
      let (tags, tagsEnd) = unsafe (document.tag_directives.start, document.tag_directives.end)
      unsafe result.hasDirectives = document.version_directive != nil || tags != tagsEnd
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_STREAM_START_EVENT: result.kind = .streamStart
    default: result.kind = .streamEnd
    }
    return true
  }

  /// Why `next` gave false.
  var failure: Failure {
    guard isInitialized else {
      return Failure(stage: .memory, problem: "", context: "", problemIndex: 0, contextIndex: 0)
    }
    let stage: Failure.Stage =
      switch unsafe parser.pointee.error {
      case YAML_READER_ERROR: .reader
      case YAML_SCANNER_ERROR: .scanner
      case YAML_PARSER_ERROR: .parser
      default: .memory
      }
    let context = unsafe Self.text(parser.pointee.context)
    let problemIndex = unsafe parser.pointee.problem_mark.index
    return Failure(
      stage: stage,
      problem: unsafe Self.text(parser.pointee.problem),
      context: context,
      problemIndex: problemIndex,
      contextIndex: context.isEmpty ? problemIndex : unsafe parser.pointee.context_mark.index)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }

  private static func style(_ style: yaml_scalar_style_t) -> YAMLDocument.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}
