import Statecharts
import StatechartsYAML

/// Loads the chart whose path it is given, binds handlers by name, and runs it.
@main
struct Main {
  static func main() async {
    do {
      let loaded = try ChartLoader().load(CommandLine.arguments.last ?? "")
      var handlers = ChartHandlers()
      handlers.guard("codeIsRight") { try $0.payload("code") == "4711" }
      handlers.action("ring") { print("ring") }
      let session = try ChartSession(loaded.bound(handlers))
      await session.start()
      for code in ["0000", "4711"] {
        await session.send(ChartEvent("enter", data: .map(["code": .string(code)])))
      }
      print(await session.current.configuration)
    } catch {
      print(error)
    }
  }
}
