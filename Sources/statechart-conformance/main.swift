import Conformance
import Foundation

// Prints the table of the W3C tests. Run it from the folder of the package, or name the folder of the tests.

let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
let named = CommandLine.arguments.dropFirst().first.map { ConformanceSuite(folder: URL(fileURLWithPath: $0)) }
guard let suite = named ?? ConformanceSuite.find(package: here) else {
  print("The W3C tests are not here. Name their folder, or set \(ConformanceSuite.variable).")
  exit(2)
}
let table = ConformanceTable(suite)
print(table.text)
exit(table.hasFailures ? 1 : 0)
