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

  /// Those that may be published, and the number of the first one.
  var published: (outputs: [NamedData], first: UInt64) {
    (Array(outputs.dropLast(heldCount)), nextNumber - UInt64(outputs.count))
  }

  init() {}

  /// Goes on with what a snapshot keeps.
  init(_ stored: StoredOutputs) {
    outputs = stored.kept.map(\.payload)
    nextNumber = stored.last + 1
  }

  /// Counts outputs, and keeps them if they are to be kept.
  mutating func add(_ new: [NamedData], _ delivery: Delivery) {
    nextNumber += UInt64(new.count)
    // If a snapshot has kept some that are not published yet, later ones wait too.
    guard delivery != .immediate || !outputs.isEmpty else { return }
    outputs += new
    if delivery == .confirmed { heldCount += new.count }
    // Held ones are never dropped, because nobody knows their numbers yet.
    let excess = min(max(0, outputs.count - SessionUpdate.mostOutputs), outputs.count - heldCount)
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
  var stored: StoredOutputs? {
    nextNumber == 1 ? nil : StoredOutputs(last: nextNumber - 1, kept: outputs.map { StoredOutput($0) })
  }
}

/// The outputs of a session in a snapshot.
package struct StoredOutputs: Codable, Hashable, Sendable {
  /// The number of the last output.
  package var last: UInt64
  /// Those that were not acknowledged, oldest first; the last one has that number.
  package var kept: [StoredOutput]

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

  init(_ payload: NamedData) {
    name = payload.name
    let kept = payload.data == payload.redactedData ? payload.data : payload.redactedData.withoutSecrets
    data = kept == .unset ? nil : kept
    isPersonal = payload.taint.contains(.personal) ? true : nil
    chart = payload.chart
  }

  var payload: NamedData {
    NamedData(
      name: name, data: data ?? .unset, redactedData: data ?? .unset,
      taint: isPersonal == true ? .personal : [], chart: chart)
  }
}
