// swift-tools-version: 6.2
import PackageDescription

// Tests a shipped flow on its loopback server. `.ci/client all` asks for it.
let clientOfAFlow = Target.executableTarget(
  name: "firebase",
  dependencies: [
    .product(name: "FirebaseLoopback", package: "swift-statecharts"),
    .product(name: "FirebaseTOTPFlow", package: "swift-statecharts"),
    .product(name: "FlowTransport", package: "swift-statecharts"),
    .product(name: "LoopbackServer", package: "swift-statecharts"),
  ]
)

// The Swift of the README with its chart, which `.ci/client` copies there.
let readme = Target.executableTarget(
  name: "readme",
  dependencies: [.product(name: "Statecharts", package: "swift-statecharts")],
  plugins: [.plugin(name: "GenerateStatecharts", package: "swift-statecharts")]
)

// An app of somebody else: it has charts among its sources and uses the three plugins. `.ci/client` builds it.
let package = Package(
  name: "client",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-statecharts", path: "../..")],
  targets: [
    .executableTarget(
      name: "door",
      // All that an app can link without Foundation, so that it shows if one of them brings it in.
      dependencies: [
        .product(name: "Statecharts", package: "swift-statecharts"),
        .product(name: "StatechartsDocs", package: "swift-statecharts"),
        .product(name: "StatechartsObservation", package: "swift-statecharts"),
        .product(name: "StatechartsTesting", package: "swift-statecharts"),
      ],
      plugins: [
        .plugin(name: "GenerateStatecharts", package: "swift-statecharts"),
        .plugin(name: "LintStatecharts", package: "swift-statecharts"),
      ]
    ),
    // Loads a chart while it runs.
    .executableTarget(
      name: "loaded",
      dependencies: [
        .product(name: "Statecharts", package: "swift-statecharts"),
        .product(name: "StatechartsYAML", package: "swift-statecharts"),
      ]
    ),
    // Uses the names of this package beside those of frameworks that apps import. The frameworks do not exist on Linux, so
    // modules with the names of their public types stand in for them. Foundation and Observation are the real ones.
    // Decision: Docs/decisions/engine.md#public-names-of-apps-belong-to-the-app
    .target(
      name: "names",
      dependencies: [
        "Charts", "Combine", "ComposableArchitecture", "SwiftUI",
        .product(name: "Statecharts", package: "swift-statecharts"),
        .product(name: "StatechartsModel", package: "swift-statecharts"),
        .product(name: "StatechartsObservation", package: "swift-statecharts"),
        .product(name: "StatechartsTesting", package: "swift-statecharts"),
      ]
    ),
    .target(name: "Charts"),
    .target(name: "Combine"),
    .target(name: "ComposableArchitecture"),
    .target(name: "SwiftUI"),
  ] + (Context.environment["CLIENT_OF_A_FLOW"] == nil ? [] : [clientOfAFlow])
    + (Context.environment["CLIENT_OF_README"] == nil ? [] : [readme])
)
