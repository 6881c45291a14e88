// swift-tools-version: 6.2
import PackageDescription

// Lint rules of a project, a command that applies them beside the rules of the package, and their test. `.ci/example` runs both.
let linter: [Target.Dependency] = ["StatechartsLint", "StatechartsModel", "StatechartsYAML"].map {
  .product(name: $0, package: "swift-statecharts")
}
let package = Package(
  name: "own-rules",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-statecharts", path: "../../..")],
  targets: [
    .target(name: "OurRules", dependencies: linter),
    .executableTarget(name: "lint-charts", dependencies: ["OurRules"] + linter),
    .testTarget(name: "OurRulesTests", dependencies: ["OurRules"] + linter),
  ]
)
