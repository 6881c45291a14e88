import TestExtent
import TestSupport
import Testing

@Suite("Random charts full of secrets")
struct SecrecyTests {
  private static let places = [
    "answers", "diagrams", "errors", "handed", "lines", "reports", "session", "snapshot", "trace", "updates",
  ]

  @Test("a session exposes no secret, in any form")
  func nothingIsTold() async throws {
    let count: UInt64 = TestExtent.count(3, whole: 500)
    var canaries = 0
    var masked = 0
    var places: Set<String> = []
    for seed in 1...count {
      let run = SecretRun(seed: seed)
      try await run.run(steps: 20)
      canaries += run.canaries.count
      places.formUnion(run.told.keys)
      for (place, text) in run.told.sorted(by: { $0.key < $1.key }) {
        let leaks = SecretSearch.leaks(text, run.canaries)
        #expect(leaks == [], "seed \(seed): told in \(place)")
        if text.contains("[secret]") { masked += 1 }
      }
    }
    #expect(places.sorted() == Self.places)
    #expect(canaries > Int(count) * 20 && masked > Int(count))
  }

  @Test("the same charts without a declaration tell them everywhere, and the search finds that")
  func planted() async throws {
    var places: Set<String> = []
    for seed in 1...(3 as UInt64) {
      let run = SecretRun(seed: seed, isDeclared: false)
      try await run.run(steps: 20)
      for (place, text) in run.told where !SecretSearch.leaks(text, run.canaries).isEmpty {
        places.insert(place)
      }
    }
    // The others expose names only, whatever is declared: answers and errors say which guard or field it was, updates and
    // sessions where a flow is, diagrams what leads where.
    #expect(places.sorted() == ["handed", "lines", "reports", "snapshot", "trace"])
  }

  @Test("one secret that is written to a log on purpose is found, however it is written")
  func oneLeak() async throws {
    let run = SecretRun(seed: 1)
    try await run.run(steps: 20)
    let canary = try #require(run.canaries.last)
    let text = run.told["lines"] ?? ""
    #expect(SecretSearch.leaks(text, run.canaries).isEmpty)
    for form in SecretSearch.forms(of: canary) {
      #expect(SecretSearch.leaks(text + "note=" + form + ";" + text, run.canaries) == [canary])
    }
  }
}
