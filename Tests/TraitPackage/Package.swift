// swift-tools-version: 6.2
import PackageDescription

// A client that asks for what is off by default, and for nothing else. `.ci/traits` tests it.
let package = Package(
  name: "trait-client",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-statecharts", path: "../..", traits: ["SQLite", "SwiftLog"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .testTarget(
      name: "TraitTests",
      dependencies: [
        .product(name: "Statecharts", package: "swift-statecharts"),
        .product(name: "StatechartsModel", package: "swift-statecharts"),
        .product(name: "StatechartsStores", package: "swift-statecharts"),
        .product(name: "StatechartsLogging", package: "swift-statecharts"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]
    )
  ]
)
