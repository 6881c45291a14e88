import ArgumentParser
import Dispatch
import FlyingSocks
import LoopbackHTTP
import StatechartsFiles
import StatechartsLint
import StatechartsYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `statechart preview`: shows charts in the browser while they are edited.
struct Preview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Shows charts in the browser while you edit them.",
    discussion: """
      Opens a page with the pictures, the findings and the text of each chart. The page changes when a file is saved. The \
      command ends with Ctrl-C.

      The page is served only on this machine, at an address that contains a random token. No file is written.

      Exit codes: 0 when it was ended with Ctrl-C, 2 when there is no chart to show, or the port is taken.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Charts, folders to search for *.yaml and *.yml, or patterns in quotes.", valueName: "path"),
    completion: Completions.charts)
  var paths: [String] = [Lint.defaultPath]

  @Option(help: ArgumentHelp("The port of the page. The default is any free port.", valueName: "number"))
  var port = 0

  @Flag(inversion: .prefixedNo, help: "Whether to open the page in the browser.")
  var open = true

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be an integer from 0 to 65535.")
    }
    if paths.contains("-") {
      throw ValidationError("The preview shows files, so it cannot read the standard input.")
    }
  }

  func run() throws {
    let found = PathSearch(paths, for: .charts)
    // A path that does not exist is found too, so that it is reported once.
    let missing = found.paths.filter { FileStamp(of: $0) == nil }
    for problem in found.problems + missing.map({ FileProblem(path: $0, reason: .missing) }) {
      Output.report("error: \(problem.message)")
    }
    guard found.paths.count > missing.count else {
      if paths == [Lint.defaultPath] {
        Output.report("  help: Write the path of a chart or of a folder: statechart preview PATH")
      }
      throw ExitCode(2)
    }
    let server = PreviewServer(PreviewCharts(paths))
    // A page may close its connection while something is written.
    signal(SIGPIPE, SIG_IGN)
    let end = DispatchSemaphore(value: 0)
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { end.signal() }
      source.resume()
      return source
    }
    let (port, opens) = (port, open)
    Task {
      do {
        let listener = try await LoopbackListener(port: port)
        let address = server.address(port: listener.port)
        Output.tell("The preview is at \(address)\nPress Ctrl-C to end it.")
        if opens, let code = await server.invitation.code {
          Browser.open("http://127.0.0.1:\(listener.port)/open/\(code)")
        }
        await server.run(on: listener)
      } catch SocketError.failed(_, EADDRINUSE, _), SocketError.failed(_, EACCES, _) {
        Output.report("error: The port \(port) cannot be used. Leave out --port for any free port.")
        Output.end(with: 2)
      } catch SocketError.failed(_, let number, _) {
        Output.report("error: The preview cannot listen: \(String(cString: strerror(number))).")
        Output.end(with: 2)
      } catch {
        Output.report("error: The preview cannot listen: \(error).")
        Output.end(with: 2)
      }
    }
    end.wait()
    for source in signals { source.cancel() }
  }
}
