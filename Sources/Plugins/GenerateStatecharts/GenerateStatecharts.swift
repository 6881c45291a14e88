import Foundation
import PackagePlugin

/// Writes Swift for each chart among a target's files, before the target is compiled.
@main
struct GenerateStatecharts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let tool = try context.tool(named: "statechart").url
    return module.sourceFiles.map(\.url).filter { ["yaml", "yml"].contains($0.pathExtension) }.map { chart in
      let name = chart.deletingPathExtension().lastPathComponent
      let output = context.pluginWorkDirectoryURL.appendingPathComponent("\(name).generated.swift")
      return .buildCommand(
        displayName: "Writing Swift for \(chart.lastPathComponent)",
        executable: tool,
        arguments: ["generate", chart.path, "--output", output.path],
        inputFiles: [chart],
        outputFiles: [output])
    }
  }
}
