import Foundation
import PackagePlugin

/// Runs `statechart docs` in the package's folder.
@main
struct StatechartDocs: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "statechart").url
    process.arguments = ["docs"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // The command has said why.
      exit(process.terminationStatus)
    }
  }
}
