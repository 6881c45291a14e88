import Foundation
import ReferenceEngine
import Statecharts
import StatechartsYAML

extension FuzzTarget {
  /// Snapshots of real sessions are changed. What is not refused goes on for some events, legally and without a trap, and
  /// its own snapshot can be restored.
  ///
  /// An input is the number of a flow in two bytes, and the snapshot as JSON.
  ///
  /// - Parameters:
  ///   - charts: how many random charts there are, besides the shipped ones and one in seven that runs others.
  ///   - steps: things that happen after a snapshot was restored.
  package static func snapshots(_ seeds: FuzzSeeds, charts: Int = 60, steps: Int = 100) -> FuzzTarget {
    let flows = SnapshotTarget.flows(seeds, charts: charts)
    return FuzzTarget("snapshot", .json) {
      await (seeds.corpus["snapshot"] ?? []) + SnapshotTarget.snapshots(of: flows)
    } run: {
      await SnapshotTarget.run($0, flows, steps: steps)
    }
  }
}

enum SnapshotTarget {
  /// The flows, always in the same order, so that the numbers of kept inputs stay true.
  static func flows(_ seeds: FuzzSeeds, charts: Int) -> [SnapshotFlow] {
    let shipped = seeds.shipped.compactMap { bytes in
      ChartChecks.chart(SourceText(name: "seed.yaml", bytes: bytes)).flatMap { try? CompiledChart($0) }
        .map { SnapshotFlow($0) }
    }
    let parents = (0..<charts / 7).compactMap { SnapshotFlow(parentOf: 1_000 * UInt64($0 + 1)) }
    let random = (0..<charts).compactMap { SnapshotFlow(seed: UInt64($0) + 1) }
    let restarting = (0..<charts / 3).compactMap { SnapshotFlow(seed: UInt64($0) + 1, isRestarting: true) }
    return shipped + parents + random + restarting
  }

  /// Snapshots at some moments of runs of all flows.
  static func snapshots(of flows: [SnapshotFlow]) async -> [[UInt8]] {
    var found: [[UInt8]] = []
    for (number, flow) in flows.enumerated() {
      for seed in 0..<(flow.children.isEmpty ? 2 : 6) as Range<UInt64> {
        guard var run = try? SnapshotRandomRun(flow, seed: seed) else { continue }
        await run.start()
        for step in 0...24 {
          let snapshot = await run.session.snapshot(at: .seconds(990))
          if snapshot.chart.status != .running || run.isEnough { break }
          if [0, 2, 6, 12, 24].contains(step), let bytes = encoded(snapshot, number) { found.append(bytes) }
          await run.step()
        }
        await run.stop()
      }
    }
    return found
  }

  private static func encoded(_ snapshot: SessionSnapshot, _ flow: Int) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let json = try? encoder.encode(snapshot) else { return nil }
    return [UInt8(truncatingIfNeeded: flow >> 8), UInt8(truncatingIfNeeded: flow)] + json
  }

  static func run(_ bytes: [UInt8], _ flows: [SnapshotFlow], steps: Int) async -> FuzzTarget.Verdict {
    guard bytes.count > 2, !flows.isEmpty else { return .refused }
    let flow = flows[(Int(bytes[0]) << 8 | Int(bytes[1])) % flows.count]
    let snapshot: SessionSnapshot
    do {
      snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: Data(bytes[2...]))
    } catch {
      return error is DecodingError ? .refused : .wrong("decoding failed with \(type(of: error))")
    }
    do {
      var run = try SnapshotRandomRun(flow, restoring: snapshot, seed: SHA256.seed(bytes))
      await run.start()
      for step in 0..<steps where !run.isEnough {
        if step % 5 == 0 {
          let snapshot = await run.session.snapshot()
          if let problem = run.problem(snapshot) { return .wrong(problem) }
          if snapshot.chart.status != .running || snapshot.chart.timers.count > 10 { break }
        }
        await run.step()
      }
      let last = await run.session.snapshot(at: .seconds(1_000))
      if let problem = run.problem(last) { return .wrong(problem) }
      if let problem = await differs(last, flow) { return .wrong(problem) }
      await run.stop()
      return .accepted
    } catch let problems as RestoreProblems {
      return problems.problems.isEmpty || problems.description.isEmpty
        ? .wrong("it is refused without a reason") : .refused
    } catch {
      return .wrong("restoring failed: \(error)")
    }
  }

  /// What is wrong with a session's own snapshot once it was restored; nil where the next one is the same.
  private static func differs(_ snapshot: SessionSnapshot, _ flow: SnapshotFlow) async -> String? {
    do {
      let again = try SnapshotRandomRun(flow, restoring: snapshot, seed: 0)
      let second = await again.session.snapshot(at: .seconds(1_000))
      guard second != snapshot else { return nil }
      let texts = [snapshot, second].map {
        encoded($0, 0).map { String(decoding: $0.dropFirst(2), as: UTF8.self) }
      }
      return "the snapshot is another one after it was restored:\n\(texts)"
    } catch let refusal as RestoreProblems where refusal.problems.allSatisfy(\.isOfCounts) {
      // It began at the largest count, and counted on.
      return nil
    } catch {
      return "the session's own snapshot is refused: \(error)"
    }
  }
}

extension SHA256 {
  /// A number that follows from bytes.
  fileprivate static func seed(_ bytes: [UInt8]) -> UInt64 {
    hash(bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension RestoreProblem {
  /// Whether nothing but a count is too large.
  fileprivate var isOfCounts: Bool {
    switch self {
    case .tooLarge(let name): ["updates", "traced", "outputs", "lastNumber", "number"].contains(name)
    case .child(_, let problem): problem.isOfCounts
    default: false
    }
  }
}
