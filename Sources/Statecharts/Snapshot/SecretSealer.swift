/// Seals the secrets of snapshots with a key that the app keeps elsewhere.
///
/// `SymmetricSealer` of the module `StatechartsSealing` is one.
public protocol SecretSealer: Sendable {
  /// Encrypts and authenticates a secret.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - context: What the secret belongs to: the session, the chart, and the variable or output. It is authenticated, but
  ///     not part of the result.
  /// - Throws: Any error. The secret is then left out of the snapshot.
  func seal(_ secret: [UInt8], context: [UInt8]) throws -> [UInt8]
  /// Decrypts what `seal` returned.
  ///
  /// - Throws: Any error, if it was sealed with another key or context, or was changed. The secret is then lost.
  func open(_ sealed: [UInt8], context: [UInt8]) throws -> [UInt8]
}

extension StoredOutput {
  /// The data of an output, sealed for its session and number; nil if the sealer fails.
  static func seal(_ payload: NamedData, _ number: UInt64, in session: String, _ sealer: any SecretSealer)
    -> String?
  {
    let context = context(payload.name, payload.chart, number, in: session)
    return (try? sealer.seal(payload.data.bytes, context: context)).map { Hexadecimal.text($0) }
  }

  /// The data with their secrets; nil if they had none, or if these are lost.
  ///
  /// - Parameter failures: Gets a sentence if they are lost, without any value.
  func secrets(
    of number: UInt64, in session: String, _ sealer: (any SecretSealer)?, _ failures: inout [String]
  ) -> ChartValue? {
    guard hadSecrets else { return nil }
    let result = sealer.flatMap { open(number, in: session, $0) }
    guard result == nil, failures.count < SessionUpdate.mostFailures else { return result }
    let subject = "The secrets of output \(number), `\(name)`,"
    if sealed == nil {
      failures.append("\(subject) are not in the snapshot.")
    } else if sealer == nil {
      failures.append("\(subject) are sealed, but the session has no sealer.")
    } else {
      failures.append("\(subject) could not be opened. They were changed, or sealed with another key.")
    }
    return nil
  }

  private func open(_ number: UInt64, in session: String, _ sealer: any SecretSealer) -> ChartValue? {
    guard let bytes = sealed.flatMap({ Hexadecimal.bytes($0) }),
      let opened = try? sealer.open(bytes, context: Self.context(name, chart, number, in: session)),
      let value = ChartValue(bytes: opened), value.excess == nil
    else { return nil }
    return value
  }

  // Decision: Docs/decisions/sessions-and-snapshots.md#secrets-are-sealed-by-the-app
  /// What the data belong to. They cannot be moved to another session or output.
  private static func context(_ name: String, _ chart: String?, _ number: UInt64, in session: String)
    -> [UInt8]
  {
    var writer = ByteWriter()
    for text in ["statecharts output 1", session, chart ?? "", name, "\(number)"] { writer.add(text) }
    return writer.bytes
  }
}

extension ChartSnapshot {
  // Decision: Docs/decisions/sessions-and-snapshots.md#secrets-are-sealed-by-the-app
  /// What a secret belongs to. A sealed secret cannot be moved to another session, chart or variable.
  private func context(_ variable: String, isWhole: Bool, in session: String) -> [UInt8] {
    var writer = ByteWriter()
    for text in ["statecharts secret 1", session, chart, digest, variable] { writer.add(text) }
    // So that nobody can take the variable off the list.
    if isWhole { writer.add("whole") }
    return writer.bytes
  }

  /// Takes in secrets that a sealer has sealed.
  ///
  /// - Parameter session: The name of the chart in its session.
  /// - Returns: The names of those that the sealer did not seal.
  mutating func seal(
    _ secrets: [(name: String, value: ChartValue, isWhole: Bool)], in session: String,
    _ sealer: any SecretSealer
  ) -> [String] {
    var result: [String: String] = [:]
    if !secrets.isEmpty { wholeSecrets = secrets.filter(\.isWhole).map(\.name) }
    for (name, value, isWhole) in secrets {
      let bytes = try? sealer.seal(value.bytes, context: context(name, isWhole: isWhole, in: session))
      if let bytes { result[name] = Hexadecimal.text(bytes) }
    }
    if result.isEmpty {
      wholeSecrets = nil
    } else {
      sealed = result
      lost?.removeAll { result[$0] != nil }
    }
    return secrets.map(\.name).filter { result[$0] == nil }
  }

  /// The secrets that can be opened.
  ///
  /// - Parameter failures: gets a sentence for each of the others, without its value.
  func secrets(
    in session: String, _ sealer: (any SecretSealer)?, _ failures: inout [String]
  ) -> [String: ChartValue] {
    var result: [String: ChartValue] = [:]
    let whole = Set(wholeSecrets ?? [])
    for (name, text) in (sealed ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard failures.count < SessionUpdate.mostFailures else { break }
      guard let sealer else {
        failures.append("The secret `\(name)` is sealed, but the session has no sealer.")
        continue
      }
      if let bytes = Hexadecimal.bytes(text),
        let opened = try? sealer.open(
          bytes, context: context(name, isWhole: whole.contains(name), in: session)),
        let value = ChartValue(bytes: opened)
      {
        result[name] = value
      } else {
        failures.append(
          "The secret `\(name)` could not be opened. It was changed, or sealed with another key.")
      }
    }
    return result
  }
}

/// Bytes as text.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes; nil if the text is not hexadecimal.
  static func bytes(_ text: String) -> [UInt8]? {
    let values = text.utf8.compactMap { digit in digits.firstIndex(of: digit) }
    guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
