// swift-tools-version: 6.2
import PackageDescription

// An app with one flow, for the terminal and, where there is SwiftUI, for a window. `.ci/example` builds and plays it.
let package = Package(
  name: "sign-in-app",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "swift-statecharts", path: "../../..")],
  targets: [
    .executableTarget(
      name: "signIn",
      dependencies: [
        .product(name: "Statecharts", package: "swift-statecharts"),
        .product(name: "StatechartsObservation", package: "swift-statecharts"),
        .product(name: "StatechartsPreview", package: "swift-statecharts"),
        .product(name: "StatechartsStores", package: "swift-statecharts"),
      ],
      plugins: [
        .plugin(name: "GenerateStatecharts", package: "swift-statecharts"),
        .plugin(name: "LintStatecharts", package: "swift-statecharts"),
      ]
    )
  ]
)
