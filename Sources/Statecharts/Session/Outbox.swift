/// The outputs that are kept until they are acknowledged, with consecutive numbers.
struct Outbox: Sendable {
  /// The outputs, oldest first.
  private(set) var outputs: [NamedData] = []
  /// How many of them, the last ones, may not be published yet.
  private(set) var heldCount = 0
  /// The number that the next output gets.
  private(set) var nextNumber: UInt64 = 1
  /// How many were dropped, for more than 4,096 waited to be acknowledged.
  private(set) var lost = 0
  /// The numbers of restored outputs whose secrets are lost.
  private var incomplete: Set<UInt64> = []

  /// Those that may be published, and the number of the first one.
  var published: (outputs: [NamedData], first: UInt64) {
    (Array(outputs.dropLast(heldCount)), nextNumber - UInt64(outputs.count))
  }

  init() {}

  /// Continues with the outputs of a snapshot.
  ///
  /// - Parameter open: Opens the data of the output with a number; nil if it had no secrets, or they are lost.
  init(_ stored: StoredOutputs, open: (StoredOutput, UInt64) -> ChartValue?) {
    nextNumber = stored.last + 1
    for (output, number) in stored.numbered {
      let opened = open(output, number)
      if opened == nil, output.hadSecrets { incomplete.insert(number) }
      outputs.append(output.payload(opened))
    }
  }

  /// Counts outputs, and keeps them if they are to be kept.
  mutating func add(_ new: [NamedData], _ delivery: Delivery) {
    nextNumber += UInt64(new.count)
    // If a snapshot has kept some that are not published yet, later ones wait too.
    guard delivery != .immediate || !outputs.isEmpty else { return }
    outputs += new
    if delivery == .confirmed { heldCount += new.count }
    // Held ones are never dropped, because nobody knows their numbers yet.
    let excess = min(max(0, outputs.count - SessionUpdate.maximumOutputs), outputs.count - heldCount)
    outputs.removeFirst(excess)
    lost += excess
  }

  /// The oldest held outputs may be published now.
  mutating func release(_ count: Int) { heldCount = max(0, heldCount - count) }

  /// Forgets published outputs up to a number.
  mutating func acknowledge(through number: UInt64) {
    let (published, first) = published
    guard number >= first else { return }
    outputs.removeFirst(published.prefix(Int(clamping: number - first + 1)).count)
    lost = 0
  }

  /// What a snapshot keeps; nil when there never was an output.
  ///
  /// - Parameter seal: Seals the data of the output with a number; nil if that fails.
  func stored(seal: (NamedData, UInt64) -> String?) -> StoredOutputs? {
    guard nextNumber > 1 else { return nil }
    var number = nextNumber - UInt64(outputs.count)
    let kept = outputs.map { payload in
      defer { number += 1 }
      var output = StoredOutput(payload)
      if incomplete.contains(number) { output.isIncomplete = true }
      if output.isIncomplete == true, payload.data != payload.redactedData, let text = seal(payload, number) {
        (output.sealed, output.isIncomplete) = (text, nil)
      }
      return output
    }
    return StoredOutputs(last: nextNumber - 1, kept: kept)
  }
}

/// The outputs of a session in a snapshot.
package struct StoredOutputs: Codable, Hashable, Sendable {
  /// The number of the last output.
  package var last: UInt64
  /// Those that were not acknowledged, oldest first; the last one has that number.
  package var kept: [StoredOutput]

  /// The outputs with their numbers. Call it only if they are legal.
  var numbered: [(output: StoredOutput, number: UInt64)] {
    zip(kept, (last - UInt64(kept.count))...).map { ($0, $1 + 1) }
  }

  /// Whether a session can go on with them.
  var isLegal: Bool {
    last <= SessionSnapshot.largestCount && UInt64(kept.count) <= last
      && kept.allSatisfy { $0.data?.excess == nil }
  }
}

/// An output in a snapshot, without its secrets.
package struct StoredOutput: Codable, Hashable, Sendable {
  package var name: String
  package var data: ChartValue?
  package var isPersonal: Bool?
  package var chart: String?
  /// All data with the secrets, sealed, in hexadecimal digits.
  package var sealed: String?
  /// Whether the data had secrets that are not in the snapshot; nil if not, and in older snapshots.
  package var isIncomplete: Bool?

  /// Whether the data had secrets.
  var hadSecrets: Bool { sealed != nil || isIncomplete == true }

  init(_ payload: NamedData) {
    name = payload.name
    let isWhole = payload.data == payload.redactedData
    let kept = isWhole ? payload.data : payload.redactedData.withoutSecrets
    isIncomplete = isWhole ? nil : true
    data = kept == .unset ? nil : kept
    isPersonal = payload.taint.contains(.personal) ? true : nil
    chart = payload.chart
  }

  var payload: NamedData { payload(nil) }

  /// The output with all of its data, if they could be opened.
  func payload(_ opened: ChartValue?) -> NamedData {
    let data = data ?? .unset
    return NamedData(
      name: name, data: opened ?? data, redactedData: opened?.redacted(showing: data) ?? data,
      taint: isPersonal == true ? .personal : [], chart: chart)
  }
}

extension ChartValue {
  /// The value with `redacted` in place of all that another value does not have.
  fileprivate func redacted(showing shown: ChartValue) -> ChartValue {
    switch (self, shown) {
    case (.map(let fields), .map(let shown)):
      .map(fields.reduce(into: [:]) { $0[$1.key] = $1.value.redacted(showing: shown[$1.key] ?? .unset) })
    case (.list(let elements), .list(let shown)) where elements.count == shown.count:
      .list(zip(elements, shown).map { $0.redacted(showing: $1) })
    default: self == shown ? self : .redacted
    }
  }
}
