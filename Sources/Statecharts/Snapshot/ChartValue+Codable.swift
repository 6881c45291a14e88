// Values in snapshots. What coders keep apart by themselves stands as it is; numbers, which some write like whole ones,
// spans of time and maps stand behind a letter.

extension ChartValue: Codable {
  private enum CodingNames: String, CodingKey {
    case number = "n"
    case duration = "d"
    case map = "m"
  }

  /// Reads a value of any size; restoring a session holds it to the limits of charts.
  ///
  /// - Throws: `DecodingError` where lists and maps nest far deeper than charts allow.
  public init(from decoder: any Decoder) throws {
    if let fields = try? decoder.boundedContainer(keyedBy: CodingNames.self) {
      if fields.contains(.map) {
        self = .map(try fields.decode([String: ChartValue].self, forKey: .map))
      } else if fields.contains(.duration) {
        self = .duration(try fields.decode(Duration.self, forKey: .duration))
      } else {
        let number = try fields.decode(Double.self, forKey: .number)
        guard number.isFinite else {
          throw DecodingError.dataCorruptedError(
            forKey: .number, in: fields, debugDescription: "The number is not finite.")
        }
        self = .number(number)
      }
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .unset
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      try decoder.checkDepth()
      self = .list(try container.decode([ChartValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .number(let value):
      var container = encoder.container(keyedBy: CodingNames.self)
      try container.encode(value, forKey: .number)
    case .duration(let value):
      var container = encoder.container(keyedBy: CodingNames.self)
      try container.encode(value, forKey: .duration)
    case .map(let values):
      var container = encoder.container(keyedBy: CodingNames.self)
      try container.encode(values, forKey: .map)
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .list(let values): try container.encode(values)
      case .unset, .number, .duration, .map: try container.encodeNil()
      }
    }
  }
}

extension Decoder {
  /// How many keys and indices may lead to a value. A snapshot of the deepest values in the deepest charts needs fewer
  /// than 180. Reading recurses, so that deeper ones must not reach the end of a small stack.
  private static var deepestPath: Int { 200 }

  func checkDepth() throws {
    guard codingPath.count <= Self.deepestPath else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "The snapshot is nested too deeply."))
    }
  }

  func boundedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try checkDepth()
    return try container(keyedBy: type)
  }
}
