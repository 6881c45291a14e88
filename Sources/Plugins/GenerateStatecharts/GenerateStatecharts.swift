import Foundation
import PackagePlugin

/// Writes Swift for each chart among a target's files, before the target is compiled.
@main
struct GenerateStatecharts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    // Decision: Docs/decisions/code-generation.md#the-plugins-run-the-whole-command
    let tool = try context.tool(named: "statechart").url
    // The build folder may be a link to another disk, and the command does not write through such a link.
    let folder = context.pluginWorkDirectoryURL.resolvingSymlinksInPath()
    return module.sourceFiles.map(\.url).filter { ["yaml", "yml"].contains($0.pathExtension) }.map { chart in
      // Charts in different folders may be called alike, and files of one module may not. A sign of their own keeps names
      // that have a `+` apart from folders.
      let parts = chart.pathComponents.dropFirst(module.directoryURL.pathComponents.count).map {
        $0.replacingOccurrences(of: "=", with: "==").replacingOccurrences(of: "+", with: "=+")
      }
      let name = parts.joined(separator: "+")
      // Decision: Docs/decisions/code-generation.md#one-generated-file-for-each-chart
      let output = "\(name).generated.swift"
      return .buildCommand(
        displayName: "Generating Swift from \(chart.lastPathComponent)",
        executable: tool,
        arguments: [
          "generate", chart.path, "--source-locations", "--output",
          folder.appendingPathComponent(output).path,
        ],
        inputFiles: [chart],
        outputFiles: [context.pluginWorkDirectoryURL.appendingPathComponent(output)])
    }
  }
}
