// Measures the workloads that Docs/performance.md describes and prints medians. Each workload checks what it did:
// a wrong count or state ends the program with status 1.

import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@main
struct Benchmarks {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let results = try measure(options)
      if options.isJSON {
        print("[\n  " + results.map(\.json).joined(separator: ",\n  ") + "\n]")
      } else if options.isTabular {
        for result in results { print(result.line) }
      } else {
        print(table(results))
      }
    } catch {
      Files.complain("\(error)")
      exit(1)
    }
  }

  private static func measure(_ options: Options) throws -> [Result] {
    let effort = options.effort
    let steps = StepWorkloads(effort: effort)
    let folder = try Files.temporaryFolder()
    defer { Files.remove(folder, files: LoadWorkloads.sizes.map { "w6_\($0).yaml" }) }
    let loads = LoadWorkloads(effort: effort, folder: folder)
    var results: [Result] = []
    if options.wants("W1") { results += try steps.ring() }
    if options.wants("W2") { results += try steps.signIn() }
    if options.wants("W3") { results += try steps.regions(hooks: false) }
    if options.wants("W3h") { results += try steps.regions(hooks: true) }
    if options.wants("W4") { results += try steps.guards() }
    if options.wants("W5") { results += try CopyWorkload(effort: effort).run() }
    if options.wants("W6") { results += try loads.load() + loads.loadParts() }
    if options.wants("W7") { results += try loads.diagram() }
    if options.wants("W8") { results += try loads.yaml() }
    if options.wants("W9") { results += try start(options) }
    if options.wants("W10") { results += try loads.events() }
    let sessions = SessionWorkloads(effort: effort)
    if options.wants("W11") { results += try wait { try await sessions.sequential() } }
    if options.wants("W12") { results += try wait { try await sessions.concurrent() } }
    if options.wants("W13") {
      results += try wait { try await sessions.starts() + sessions.snapshots() }
    }
    if options.wants("W14") {
      let workload = PreviewWorkload(effort: effort)
      if let address = options.preview {
        results += try wait { try await workload.run(address) }
      } else {
        Files.complain("W14 left out: --preview names no preview")
      }
    }
    #if SwiftLog
      if options.wants("W15") {
        results += try wait { try await LoggingWorkload(effort: effort).run() }
      }
    #else
      if options.only.contains("W15") {
        Files.complain("W15 left out: this program was built without --traits SwiftLog")
      }
    #endif
    return results
  }

  /// What a task has measured.
  private final class Answer: @unchecked Sendable {
    var results: Swift.Result<[Result], any Error> = .success([])
  }

  /// Waits for what sessions do. All else runs without tasks: Valgrind cannot run a program that is asynchronous from its start.
  private static func wait(_ body: @escaping @Sendable () async throws -> [Result]) throws -> [Result] {
    let answer = Answer()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do { answer.results = .success(try await body()) } catch { answer.results = .failure(error) }
      done.signal()
    }
    done.wait()
    return try answer.results.get()
  }

  /// W9: the start of the command.
  private static func start(_ options: Options) throws -> [Result] {
    let own = CommandLine.arguments.first ?? ""
    let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let command = options.command ?? folder + "/statechart"
    guard Files.isExecutable(command) else {
      Files.complain("W9 left out: there is no `\(command)`")
      return []
    }
    var times: [Double] = []
    var peak = 0
    for run in -3..<options.effort.loops(100) {
      guard let (time, memory) = Clock.spawn(command, ["--version"]) else {
        throw CheckFailure("W9: `\(command) --version` failed")
      }
      peak = max(peak, memory)
      if run >= 0 { times.append(time / 1_000) }
    }
    return [Result("W9", "us", times), Result("W9", "peak KiB", [Double(peak)])]
  }

  private static func table(_ results: [Result]) -> String {
    let rows =
      [["workload", "median", "min", "max", "unit"]]
      + results.map {
        [$0.workload, $0.text($0.median), $0.text($0.runs.first), $0.text($0.runs.last), $0.unit]
      }
    let widths = (0..<5).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
    return rows.map { row in
      (0..<5).map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].utf8.count)
        return column == 0 || column == 4 ? row[column] + space : space + row[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
