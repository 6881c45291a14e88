import Foundation
import PackagePlugin

/// Checks the charts among a target's files before the target is compiled. Findings stand in the build's log with the
/// place in the chart; errors fail the build.
@main
struct LintStatecharts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let charts = module.sourceFiles.map(\.url).filter { ["yaml", "yml"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    guard !charts.isEmpty else { return [] }
    // A file of another kind would count as a resource and bring Foundation into the target.
    let stamp = context.pluginWorkDirectoryURL.appendingPathComponent("LintedStatecharts.swift")
    return [
      .buildCommand(
        displayName: "Linting the charts of \(target.name)",
        executable: try context.tool(named: "statechart").url,
        arguments: ["lint", "--quiet", "--color", "never", "--stamp", stamp.path] + charts.map(\.path),
        inputFiles: charts,
        outputFiles: [stamp])
    ]
  }
}
