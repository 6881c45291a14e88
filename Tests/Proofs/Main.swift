import FlowTransport
import Foundation
import ReferenceEngine
import Statecharts
import StatechartsModel
import StatechartsStores

/// Proofs that need processes of their own; `.ci/proofs` runs them.
///
///   statechart-proofs save FILE RUNS [FIRST]   runs random charts, and puts each away before every step
///   statechart-proofs restore FILE             takes all of them up again, and compares what follows
///   statechart-proofs write FOLDER COUNT       saves a session again and again, and tells each save that is done
///   statechart-proofs read FOLDER              tells which save the store has
///   statechart-proofs keep FOLDER COUNT        keeps secrets, opening the folder each time, and reads each again
///   statechart-proofs get [--late PROXY] URL … asks for pages with `URLSessionTransport`, and prints what comes of each;
///                                              the app itself names a proxy after it has made the transport
@main
struct Proofs {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, Array(arguments.dropFirst())) {
    case ("save", let rest) where rest.count >= 2:
      try save(rest[0], runs: UInt64(rest[1]) ?? 0, first: rest.count > 2 ? UInt64(rest[2]) ?? 1 : 1)
    case ("restore", let rest) where rest.count == 1: try restore(rest[0])
    case ("write", let rest) where rest.count == 2: try await write(rest[0], count: Int(rest[1]) ?? 0)
    case ("read", let rest) where rest.count == 1: try await read(rest[0])
    case ("keep", let rest) where rest.count == 2: try keep(rest[0], count: Int(rest[1]) ?? 0)
    case ("get", let rest) where !rest.isEmpty: await get(rest)
    default:
      print(
        """
        Usage: statechart-proofs save FILE RUNS [FIRST] | restore FILE | write FOLDER COUNT | read FOLDER
                                 | keep FOLDER COUNT | get [--late PROXY] URL …
        """)
      exit(2)
    }
  }

  /// One place in one run, and all that follows.
  private struct Place: Codable {
    var seed: UInt64
    var step: Int
    var saved: SnapshotRun.Saved
    var rest: [String]
  }

  private static func rest(_ run: SnapshotRun, _ steps: ArraySlice<Scenario.Step>) -> [String] {
    var run = run
    let before = run.trace.count
    // What was before must not count: the restored run knows nothing of it.
    for step in steps where run.timers.count <= 30 && run.trace.count - before < 60 { run.tell(step) }
    run.stop()
    return run.trace.dropFirst(before).map(\.text)
  }

  private static func save(_ path: String, runs: UInt64, first: UInt64) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    guard let file = FileHandle(forWritingAtPath: path) else { throw CocoaError(.fileNoSuchFile) }
    var places = 0
    for seed in first..<first + runs {
      let scenario = Scenario(seed: seed)
      guard let chart = try? CompiledChart(scenario.chart) else { continue }
      var run = try SnapshotRun(chart, guards: scenario.guards)
      run.start()
      for step in 0...scenario.steps.count where !run.isTooLong {
        let place = Place(
          seed: seed, step: step, saved: run.saved, rest: rest(run, scenario.steps[step...]))
        try file.write(contentsOf: JSONEncoder().encode(place) + Data("\n".utf8))
        places += 1
        if step < scenario.steps.count { run.tell(scenario.steps[step]) }
      }
    }
    print("saved \(places) places of \(runs) runs")
  }

  private static func restore(_ path: String) throws {
    let content = try String(contentsOfFile: path, encoding: .utf8)
    var (places, differing) = (0, 0)
    for line in content.split(separator: "\n") {
      let place = try JSONDecoder().decode(Place.self, from: Data(line.utf8))
      let scenario = Scenario(seed: place.seed)
      let chart = try CompiledChart(scenario.chart)
      places += 1
      do {
        let run = try SnapshotRun(chart, guards: scenario.guards, restoring: place.saved)
        let rest = rest(run, scenario.steps[place.step...])
        if rest == place.rest { continue }
        print("seed \(place.seed), before step \(place.step + 1): what follows differs")
        for (found, told) in zip(rest, place.rest) where found != told {
          print("now:\n\(found)\nbefore:\n\(told)")
          break
        }
      } catch {
        print("seed \(place.seed), before step \(place.step + 1): \(error)")
      }
      differing += 1
    }
    print("restored \(places) places in a process of their own, \(differing) differ")
    if differing > 0 || places == 0 { exit(1) }
  }

  private static var counter: Statechart {
    Statechart(
      "counter", context: [ContextVariable(FieldDeclaration("count", .int), initial: "0")],
      root: StateNode(
        "counter", initial: InitialTransition(["on"]),
        on: [
          EventTransition(
            "add", ChartTransition(actions: [ChartAction(.assign([NamedExpression("count", "count + 1")]))]))
        ],
        states: [StateNode("on")]))
  }

  private static func write(_ folder: String, count: Int) async throws {
    let store = try FileStore(folder: URL(fileURLWithPath: folder))
    let bound = try BoundChart(CompiledChart(counter))
    let session: ChartSession
    if let snapshot = try await store.load("it") {
      session = try ChartSession(bound, restoring: snapshot)
    } else {
      session = try ChartSession(bound)
    }
    await session.start()
    for _ in 0..<count {
      await session.send("add")
      let snapshot = await session.snapshot()
      try await store.save(snapshot, as: "it")
      // Only what was told counts as kept, so it must leave the process at once.
      FileHandle.standardOutput.write(Data("\(await session.current.context["count"])\n".utf8))
    }
  }

  private static func read(_ folder: String) async throws {
    let store = try FileStore(folder: URL(fileURLWithPath: folder))
    guard let snapshot = try await store.load("it") else { return print("0") }
    let session = try ChartSession(BoundChart(CompiledChart(counter)), restoring: snapshot)
    await session.start()
    print(await session.current.context["count"])
  }

  /// Keeps a secret that all processes share and one of its own in turn. A secret is its number again and again, so that
  /// one that was read in parts or from two writers shows.
  private static func keep(_ folder: String, count: Int) throws {
    let own = "process-\(ProcessInfo.processInfo.processIdentifier)"
    var failures = 0
    for number in 0..<count {
      let secret = Secret(String(repeating: "\(number) ", count: 300))
      let name = number.isMultiple(of: 2) ? own : "shared"
      do {
        let store = try FileSecretStore(folder: URL(fileURLWithPath: folder))
        try store.keep(secret, as: name)
        let kept = try store.secret(name)
        let numbers = Set(kept?.text.split(separator: " ") ?? [])
        let isWhole =
          numbers.count == 1 && kept == numbers.first.map { Secret(String(repeating: "\($0) ", count: 300)) }
        if !isWhole || name == own && kept != secret { throw CocoaError(.fileReadCorruptFile) }
      } catch {
        failures += 1
        print("\(name), \(number): \(error)")
      }
    }
    print("kept \(count - failures) secrets, \(failures) failed")
    if failures > 0 { exit(1) }
  }

  private static func get(_ addresses: [String]) async {
    let transport = URLSessionTransport()
    var addresses = addresses[...]
    if addresses.first == "--late" {
      addresses = addresses.dropFirst()
      if let proxy = addresses.popFirst() { setenv("http_proxy", proxy, 1) }
    }
    for address in addresses {
      guard let url = URL(string: address) else { continue }
      do throws(TransportFailure) {
        print(try await transport.send(TransportRequest(.get, url)).status)
      } catch {
        print(error)
      }
    }
  }
}
