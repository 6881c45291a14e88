import Foundation
import FxaAuthenticationFlow
import LoopbackServer
import Testing

/// Runs with one fault or two, by number, so that any part of them can be run and the same number is the same run.
struct FaultRuns: Sendable {
  /// A way through the flow with what goes wrong, by the number of the request.
  struct Run: CustomStringConvertible {
    let journey: Person.Journey
    let faults: [Int: LoopbackFault]

    var description: String {
      "\(journey.rawValue), "
        + faults.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
  }

  /// Some of the runs, so that they are shared among the cores.
  struct Slice: CustomTestStringConvertible {
    let all: FaultRuns
    let number: Int
    let of: Int
    var runs: some Sequence<Run> { stride(from: number, to: all.drawn, by: of).lazy.map { all.run($0) } }
    var testDescription: String { "\(number + 1) of \(of): \(all.drawn) of \(all.count) runs" }
  }

  /// Which requests fail, without saying how.
  private let places: [(journey: Person.Journey, positions: [Int])]
  private let faultsEach: Int
  /// How many there are.
  let count: Int
  /// How many are run.
  let drawn: Int

  /// How many are run unless the environment names another number.
  private init(_ places: [(journey: Person.Journey, positions: [Int])], faults: Int, drawn: Int? = nil) {
    self.places = places
    faultsEach = (0..<faults).reduce(1) { product, _ in product * LoopbackFault.all.count }
    count = places.count * faultsEach
    self.drawn = min(drawn ?? count, count)
  }

  /// Every fault at every request.
  static let singles = FaultRuns(
    Person.Journey.allCases.flatMap { journey in (0..<journey.requests).map { (journey, [$0]) } }, faults: 1)

  /// Every two faults at every two requests, also at those that are only made because the first one failed. So many are
  /// drawn as `STATECHARTS_FAULT_PAIRS` says, or `all`.
  static let pairs = FaultRuns(
    Person.Journey.allCases.flatMap { journey in
      (0..<journey.requests).flatMap { first in
        ((first + 1)..<(journey.requests + 2)).map { (journey, [first, $0]) }
      }
    }, faults: 2, drawn: pairsAsked)

  private static let pairsAsked: Int? =
    switch ProcessInfo.processInfo.environment["STATECHARTS_FAULT_PAIRS"] {
    case "all": nil
    case let number?: Int(number) ?? 1_000
    case nil: 1_000
    }

  func slices(_ count: Int) -> [Slice] { (0..<count).map { Slice(all: self, number: $0, of: count) } }

  /// The run of a number. Numbers that follow each other are far apart among all runs, so that the first ones are of
  /// every kind.
  func run(_ number: Int) -> Run {
    // The golden section spreads them best. Without a divisor in common with the count every run has one number.
    var step = Int(Double(count) * 0.618_033_988_749)
    while Self.commonDivisor(step, count) != 1 { step += 1 }
    var rest = (number * step) % count
    let place = places[rest % places.count]
    rest /= places.count
    var faults: [Int: LoopbackFault] = [:]
    for position in place.positions {
      faults[position] = LoopbackFault.all[rest % LoopbackFault.all.count]
      rest /= LoopbackFault.all.count
    }
    return Run(journey: place.journey, faults: faults)
  }

  private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : commonDivisor(other, one % other)
  }
}
