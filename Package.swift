// swift-tools-version: 6.2
import PackageDescription

let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Each is a product of its own, so that an app builds only what it uses.
// Decision: Docs/decisions/flows.md#one-product-for-each-flow
let libraries = [
  "Statecharts", "StatechartsModel", "StatechartsTesting", "StatechartsObservation", "StatechartsDocs",
  "StatechartsStores", "StatechartsSealing", "StatechartsLogging", "StatechartsPreview", "StatechartsYAML",
  "StatechartsLint",
  // The flows, and servers on this machine on which apps test them.
  "FlowKit", "FlowTransport", "DiscourseDelegatedAuthFlow", "FirebaseTOTPFlow", "FxaAuthenticationFlow",
  "NextAuthSessionFlow", "RegistrationFlow",
  "LoopbackBrowser", "LoopbackServer", "LoopbackTOTP", "DiscourseLoopback", "FirebaseLoopback", "FxaLoopback",
  "NextAuthLoopback",
  "RegistrationLoopback",
]

// Decision: Docs/decisions/sessions-and-snapshots.md#traits-for-optional-packages
let crypto = Target.Dependency.product(
  name: "Crypto", package: "swift-crypto", condition: .when(traits: ["ToolsAndFlows"]))
let cryptoExtras = Target.Dependency.product(
  name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["ToolsAndFlows"]))
let sockets = Target.Dependency.product(
  name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["ToolsAndFlows"]))
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["ToolsAndFlows"]))

let package = Package(
  name: "swift-statecharts",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: libraries.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "statechart", targets: ["statechart"]),
    .plugin(name: "GenerateStatecharts", targets: ["GenerateStatecharts"]),
    .plugin(name: "LintStatecharts", targets: ["LintStatecharts"]),
    .plugin(name: "StatechartDocs", targets: ["StatechartDocs"]),
  ],
  // A trait that an app does not enable costs it nothing: the packages that it needs are not even fetched.
  // Decision: Docs/decisions/sessions-and-snapshots.md#traits-for-optional-packages
  traits: [
    .default(enabledTraits: ["ToolsAndFlows"]),
    .trait(
      name: "ToolsAndFlows",
      description: "The command, the plugins, the shipped flows, their test servers, and StatechartsSealing."),
    .trait(name: "SQLite", description: "SQLiteStore, a session store in a database of GRDB's."),
    .trait(name: "SwiftLog", description: "LoggingInspector, which writes what sessions do to swift-log."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // For the flows and for sealing.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // Its sockets, for the preview and for the flows' servers on this machine.
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    // For the traits of the same kind.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    // The system's libyaml. Of what apps link, only StatechartsYAML reaches it.
    .systemLibrary(
      name: "CLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    // A chart as data, for those who read, write or make charts. An app that runs charts does not import it.
    // Decision: Docs/decisions/engine.md#the-model-is-a-module-of-its-own
    .target(name: "StatechartsModel", swiftSettings: common),
    // The engine: expressions, compiler, interpreter. No Foundation, no YAML, no dependency but the model.
    // Rounding needs the C math library, which Linux does not link by itself into an app without Foundation.
    .target(
      name: "Statecharts",
      dependencies: ["StatechartsModel"],
      swiftSettings: common,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    // A lock for the systems that the package supports.
    .target(name: "Locks", swiftSettings: common),
    // Runs a chart in virtual time with scripted handlers.
    .target(
      name: "StatechartsTesting", dependencies: ["Locks", "Statecharts", "StatechartsModel"],
      swiftSettings: common),
    // A session as an observable model for views.
    .target(name: "StatechartsObservation", dependencies: ["Statecharts"], swiftSettings: common),
    // Sessions that survive the end of the process, in files or in a database.
    .target(
      name: "StatechartsStores",
      dependencies: [
        "Statecharts", .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: common
    ),
    // Seals the secrets of snapshots with a key of the app's.
    .target(
      name: "StatechartsSealing",
      dependencies: ["FlowTransport", "Statecharts", crypto],
      swiftSettings: common
    ),
    // What sessions do, in a log of swift-log.
    .target(
      name: "StatechartsLogging",
      dependencies: [
        "Statecharts",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["SwiftLog"])),
      ],
      swiftSettings: common
    ),
    // What sessions do, in a running `statechart preview`.
    .target(name: "StatechartsPreview", dependencies: ["Locks", "Statecharts"], swiftSettings: common),
    // YAML text to model, with a place in the text for everything.
    .target(
      name: "StatechartsYAML",
      dependencies: ["CLibYAML", "Statecharts", "StatechartsModel"],
      swiftSettings: common + [.strictMemorySafety()]
    ),
    // What the authors of charts probably meant. For tools only: an app that loads YAML links none of it.
    .target(
      name: "StatechartsRepair",
      dependencies: ["Statecharts", "StatechartsModel", "StatechartsYAML"],
      swiftSettings: common
    ),
    // Changes the text of charts: edits, formatting, renaming. It opens no files.
    .target(
      name: "StatechartsEditing",
      dependencies: ["Statecharts", "StatechartsModel", "StatechartsYAML"],
      swiftSettings: common
    ),
    // Files as commands work on them: found, compared, replaced.
    .target(name: "StatechartsFiles", dependencies: ["StatechartsYAML"], swiftSettings: common),
    .target(
      name: "StatechartsLint",
      dependencies: [
        "Locks", "Statecharts", "StatechartsEditing", "StatechartsFiles", "StatechartsModel",
        "StatechartsRepair", "StatechartsYAML",
      ],
      swiftSettings: common
    ),
    // What editors show of charts: a language server without its input and output.
    .target(
      name: "StatechartsLanguageServer",
      dependencies: [
        "Statecharts", "StatechartsDocs", "StatechartsEditing", "StatechartsFiles", "StatechartsModel",
        "StatechartsLint", "StatechartsRepair", "StatechartsYAML",
      ],
      swiftSettings: common
    ),
    // What can happen in a chart from one moment of rest to the next, found by running it.
    .target(
      name: "StatechartsWalk", dependencies: ["Statecharts", "StatechartsModel"], swiftSettings: common),
    .target(
      name: "StatechartsDocs", dependencies: ["Statecharts", "StatechartsModel", "StatechartsWalk"],
      swiftSettings: common),
    // Swift from a chart.
    .target(
      name: "StatechartsCodegen", dependencies: ["Statecharts", "StatechartsModel"], swiftSettings: common),
    // SCXML to model and back, with an XML reader of its own: SCXML needs no DTD, and the command starts fast.
    .target(
      name: "StatechartsSCXML", dependencies: ["Statecharts", "StatechartsModel"], swiftSettings: common),
    // State diagrams of Mermaid to model.
    .target(
      name: "StatechartsMermaid", dependencies: ["Statecharts", "StatechartsModel"], swiftSettings: common),
    // The tests of the W3C: renders what they leave to the data model, converts, runs. No part of any product.
    .target(
      name: "Conformance",
      dependencies: [
        "Statecharts", "StatechartsModel", "StatechartsTesting", "StatechartsSCXML", "StatechartsYAML",
      ],
      swiftSettings: common
    ),
    .executableTarget(name: "statechart-conformance", dependencies: ["Conformance"], swiftSettings: common),
    // HTTP on this machine with limits, for the preview and the flows. No cryptography, and no Foundation but its essentials.
    .target(
      name: "LoopbackHTTP", dependencies: [sockets],
      swiftSettings: common),
    // The page of the preview, as a part of the program, which stays one file.
    // C, which embeds files fast.
    .target(name: "CPreviewPage", exclude: ["page"]),
    .executableTarget(
      name: "statechart",
      dependencies: [
        "Statecharts", "StatechartsEditing", "StatechartsFiles", "StatechartsModel", "StatechartsTesting",
        "StatechartsYAML", "StatechartsRepair", "StatechartsLint", "StatechartsLanguageServer",
        "StatechartsDocs", "Locks",
        "StatechartsWalk",
        "StatechartsSCXML", "StatechartsMermaid", "StatechartsCodegen", "LoopbackHTTP", "CPreviewPage",
        sockets,
        argumentParser,
      ],
      swiftSettings: common
    ),
    // For packages that have charts among their sources. They run the command, for a tool of a plugin must be an
    // executable of the same name as its product.
    .plugin(
      name: "GenerateStatecharts",
      capability: .buildTool(),
      dependencies: ["statechart"],
      path: "Sources/Plugins/GenerateStatecharts"
    ),
    .plugin(
      name: "LintStatecharts",
      capability: .buildTool(),
      dependencies: ["statechart"],
      path: "Sources/Plugins/LintStatecharts"
    ),
    .plugin(
      name: "StatechartDocs",
      capability: .command(
        intent: .custom(
          verb: "statechart-docs",
          description: "Writes diagrams and tables of charts into Markdown pages."
        ),
        permissions: [
          .writeToPackageDirectory(reason: "It writes the regions of pages that show charts.")
        ]
      ),
      dependencies: ["statechart"],
      path: "Sources/Plugins/StatechartDocs"
    ),
    // HTTP for the flows: a protocol, and URLSession behind it with limits that are kept. And what never prints.
    .target(name: "FlowTransport", path: "Sources/Flows/FlowTransport", swiftSettings: common),
    // What the APIs and the handlers of all flows have in common.
    .target(
      name: "FlowKit", dependencies: ["FlowTransport", "Statecharts"], path: "Sources/Flows/FlowKit",
      swiftSettings: common),
    // The person's browser, which comes back to a port of this machine. Apart from the transport, so that only the apps
    // that use it build sockets.
    .target(
      name: "LoopbackBrowser", dependencies: ["FlowTransport", "LoopbackHTTP", sockets],
      path: "Sources/Flows/LoopbackBrowser", swiftSettings: common),
    // A server on this machine that can do everything wrong, for tests and for trying flows out.
    .target(
      name: "LoopbackServer",
      dependencies: [
        "FlowTransport", "LoopbackHTTP",
        sockets,
      ],
      path: "Sources/Flows/LoopbackServer",
      swiftSettings: common
    ),
    // Codes as authenticator apps make them. Apart from the server, so that a flow without codes builds no cryptography.
    .target(
      name: "LoopbackTOTP", dependencies: ["FlowTransport", crypto], path: "Sources/Flows/LoopbackTOTP",
      swiftSettings: common),
    // The shipped flows. Their charts are generated Swift that needs the engine alone; what a flow does besides is
    // written by hand next to it.
    .target(
      name: "FxaAuthenticationFlow",
      dependencies: [
        "FlowKit", "FlowTransport", "Statecharts", "StatechartsModel",
        crypto,
        cryptoExtras,
      ],
      path: "Sources/Flows/FxaAuthentication",
      swiftSettings: common
    ),
    // The account server and the VPN service of that flow, in memory.
    .target(
      name: "FxaLoopback",
      dependencies: [
        "FlowTransport", "FxaAuthenticationFlow", "LoopbackServer", "LoopbackTOTP",
        crypto,
      ],
      path: "Sources/Flows/FxaLoopback",
      swiftSettings: common
    ),
    .target(
      name: "DiscourseDelegatedAuthFlow",
      dependencies: [
        "FlowKit", "FlowTransport", "Statecharts", "StatechartsModel",
        cryptoExtras,
      ],
      path: "Sources/Flows/DiscourseDelegatedAuth",
      swiftSettings: common
    ),
    // A Discourse site in memory, and browsers with a person in front of them.
    .target(
      name: "DiscourseLoopback",
      dependencies: [
        "DiscourseDelegatedAuthFlow", "FlowTransport", "LoopbackServer",
        cryptoExtras,
      ],
      path: "Sources/Flows/DiscourseLoopback",
      swiftSettings: common
    ),
    .target(
      name: "FirebaseTOTPFlow",
      dependencies: ["FlowKit", "FlowTransport", "Statecharts", "StatechartsModel"],
      path: "Sources/Flows/FirebaseTOTP",
      swiftSettings: common
    ),
    // Identity Platform in memory.
    .target(
      name: "FirebaseLoopback",
      dependencies: ["FlowTransport", "LoopbackServer", "LoopbackTOTP"],
      path: "Sources/Flows/FirebaseLoopback",
      swiftSettings: common
    ),
    .target(
      name: "NextAuthSessionFlow",
      dependencies: ["FlowKit", "FlowTransport", "Statecharts", "StatechartsModel"],
      path: "Sources/Flows/NextAuthSession",
      swiftSettings: common
    ),
    // The stand-in for a nextAuth server, behind HTTP.
    .target(
      name: "NextAuthLoopback",
      dependencies: ["FlowTransport", "LoopbackServer", "NextAuthSessionFlow"],
      path: "Sources/Flows/NextAuthLoopback",
      swiftSettings: common
    ),
    .target(
      name: "RegistrationFlow",
      dependencies: [
        "FlowKit", "FlowTransport", "Statecharts", "StatechartsModel",
        crypto,
        cryptoExtras,
      ],
      path: "Sources/Flows/Registration",
      swiftSettings: common
    ),
    // A tenant of Auth0 and ClueRide's back-end, in memory.
    .target(
      name: "RegistrationLoopback",
      dependencies: [
        "FlowTransport", "LoopbackServer",
        crypto,
        cryptoExtras,
      ],
      path: "Sources/Flows/RegistrationLoopback",
      swiftSettings: common
    ),
    // Walks the flows in the terminal. Not a part of the command: that one builds without cryptography and servers.
    .executableTarget(
      name: "statechart-flow",
      dependencies: [
        "DiscourseDelegatedAuthFlow", "DiscourseLoopback", "FirebaseLoopback", "FirebaseTOTPFlow",
        "FlowTransport", "FxaAuthenticationFlow", "FxaLoopback", "LoopbackBrowser", "LoopbackServer",
        "LoopbackTOTP", "NextAuthLoopback", "NextAuthSessionFlow", "RegistrationFlow", "RegistrationLoopback",
        "Statecharts",
        argumentParser,
      ],
      swiftSettings: common
    ),
    // Measures the workloads of Docs/performance.md; no product of the package.
    .executableTarget(
      name: "statechart-benchmarks",
      dependencies: [
        "Statecharts", "StatechartsLogging", "StatechartsModel", "StatechartsPreview", "StatechartsYAML",
        "StatechartsDocs",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["SwiftLog"])),
      ],
      path: "Sources/Benchmarks",
      exclude: ["peers"],
      swiftSettings: common
    ),
    // A second engine, random charts, and their comparison with the product's engine.
    .target(
      name: "ReferenceEngine",
      dependencies: ["Statecharts", "StatechartsModel", "StatechartsTesting"],
      path: "Tests/ReferenceEngine",
      swiftSettings: common
    ),
    // Compares the two engines on as many random charts as one likes; no product.
    .executableTarget(
      name: "statechart-fuzz",
      dependencies: ["ReferenceEngine"],
      path: "Tests/Fuzz",
      swiftSettings: common
    ),
    // What has to be shown with processes of their own, which are killed or started anew; no product.
    .executableTarget(
      name: "statechart-proofs",
      dependencies: [
        "FlowTransport", "ReferenceEngine", "Statecharts", "StatechartsModel", "StatechartsStores",
      ],
      path: "Tests/Proofs",
      swiftSettings: common
    ),
    // Changed charts, diagrams, documents, pages and snapshots for everything that reads them; part of the tests, and a
    // command for long runs.
    .target(
      name: "InputFuzzing",
      dependencies: [
        "ReferenceEngine", "Statecharts", "StatechartsModel", "StatechartsDocs", "StatechartsEditing",
        "StatechartsLanguageServer", "StatechartsLint", "StatechartsMermaid", "StatechartsRepair",
        "StatechartsSCXML", "StatechartsTesting", "StatechartsYAML",
      ],
      path: "Tests/InputFuzzing",
      swiftSettings: common
    ),
    .executableTarget(
      name: "statechart-fuzz-inputs",
      dependencies: ["InputFuzzing"],
      path: "Tests/InputFuzz",
      exclude: ["corpus"],
      swiftSettings: common
    ),
    // The same for the callbacks and answers of the flows, which need cryptography.
    .executableTarget(
      name: "statechart-fuzz-flows",
      dependencies: [
        "DiscourseDelegatedAuthFlow", "FirebaseTOTPFlow", "FlowTransport", "FxaAuthenticationFlow",
        "InputFuzzing", "RegistrationFlow", "Statecharts",
      ],
      path: "Tests/FlowFuzz",
      swiftSettings: common
    ),
    // How much of the long tests runs: a sample, or all with STATECHARTS_TESTS=all.
    .target(name: "TestExtent", path: "Tests/TestExtent", swiftSettings: common),
    .testTarget(name: "InputFuzzingTests", dependencies: ["InputFuzzing"], swiftSettings: common),
    .testTarget(
      name: "ReferenceTests",
      dependencies: [
        "ReferenceEngine", "Statecharts", "StatechartsModel", "StatechartsTesting", "TestExtent",
      ],
      swiftSettings: common
    ),
    // What several suites share.
    .target(
      name: "TestSupport",
      dependencies: ["FlowTransport", "LoopbackServer", "Statecharts", "StatechartsModel"],
      path: "Tests/TestSupport",
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsTests",
      dependencies: ["Statecharts", "StatechartsModel", "StatechartsTesting", "TestExtent"],
      swiftSettings: common
    ),
    // Random charts full of secrets, and a search through all that sessions tell of them.
    .testTarget(
      name: "SecrecyTests",
      dependencies: [
        "ReferenceEngine", "Statecharts", "StatechartsModel", "StatechartsDocs", "StatechartsTesting",
        "TestExtent",
        "TestSupport",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsObservationTests",
      dependencies: ["Statecharts", "StatechartsModel", "StatechartsObservation"],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsStoresTests",
      dependencies: ["Statecharts", "StatechartsModel", "StatechartsStores"],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsSealingTests",
      dependencies: ["FlowTransport", "Statecharts", "StatechartsModel", "StatechartsSealing"],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsYAMLTests",
      dependencies: [
        "Statecharts", "StatechartsModel", "StatechartsRepair", "StatechartsTesting", "StatechartsYAML",
        "TestExtent",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsFilesTests", dependencies: ["StatechartsFiles", "StatechartsYAML"],
      swiftSettings: common),
    .testTarget(
      name: "StatechartsEditingTests",
      dependencies: [
        "ReferenceEngine", "Statecharts", "StatechartsEditing", "StatechartsLint", "StatechartsModel",
        "StatechartsTesting", "StatechartsYAML", "TestExtent",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsLintTests",
      dependencies: [
        "Locks", "ReferenceEngine", "Statecharts", "StatechartsFiles", "StatechartsModel",
        "StatechartsTesting", "StatechartsYAML", "StatechartsLint", "StatechartsRepair", "TestExtent",
      ],
      exclude: ["Fixtures"],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsLanguageServerTests",
      dependencies: [
        "ReferenceEngine", "Statecharts", "StatechartsFiles", "StatechartsLanguageServer", "StatechartsLint",
        "StatechartsYAML", "TestExtent",
      ],
      swiftSettings: common
    ),
    // Reads diagrams as somebody who sees only their text, and makes charts full of hostile text.
    .target(
      name: "DiagramReading",
      dependencies: ["Statecharts", "StatechartsModel", "ReferenceEngine"],
      path: "Tests/DiagramReading",
      swiftSettings: common
    ),
    // Writes diagrams with what they say, for the comparison with the real Mermaid; no product.
    .executableTarget(
      name: "statechart-diagrams",
      dependencies: [
        "DiagramReading", "ReferenceEngine", "Statecharts", "StatechartsModel", "StatechartsDocs",
        "StatechartsYAML",
      ],
      path: "Tests/DiagramCorpus",
      exclude: ["compare.py"],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsWalkTests",
      dependencies: [
        "ReferenceEngine", "Statecharts", "StatechartsModel", "StatechartsWalk", "StatechartsYAML",
        "TestExtent",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsDocsTests",
      dependencies: [
        "DiagramReading", "Statecharts", "StatechartsModel", "StatechartsYAML", "StatechartsDocs",
        "StatechartsWalk", "TestExtent",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "FlowTests",
      dependencies: [
        "Statecharts", "StatechartsModel", "StatechartsTesting", "StatechartsYAML", "StatechartsLint",
        "TestExtent",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "FlowTransportTests",
      dependencies: [
        "FlowTransport", "LoopbackBrowser", "LoopbackHTTP", "LoopbackServer", "StatechartsTesting",
        "TestSupport", "statechart-proofs",
        sockets,
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "FlowKitTests",
      dependencies: ["FlowKit", "FlowTransport"], swiftSettings: common
    ),
    .testTarget(
      name: "FxaAuthenticationTests",
      dependencies: [
        "FlowTransport", "FxaAuthenticationFlow", "FxaLoopback", "LoopbackBrowser", "LoopbackServer",
        "LoopbackTOTP", "Statecharts", "StatechartsModel",
        "StatechartsTesting", "TestExtent", "TestSupport", crypto,
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "DiscourseDelegatedAuthTests",
      dependencies: [
        "DiscourseDelegatedAuthFlow", "DiscourseLoopback", "FlowTransport", "LoopbackServer", "Statecharts",
        "StatechartsTesting", "TestExtent", "TestSupport",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "FirebaseTOTPTests",
      dependencies: [
        "FirebaseLoopback", "FirebaseTOTPFlow", "FlowTransport", "LoopbackServer", "LoopbackTOTP",
        "Statecharts", "StatechartsTesting", "StatechartsYAML", "TestExtent", "TestSupport",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "NextAuthSessionTests",
      dependencies: [
        "FlowTransport", "LoopbackServer", "NextAuthLoopback", "NextAuthSessionFlow", "Statecharts",
        "StatechartsTesting", "TestExtent", "TestSupport",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "RegistrationTests",
      dependencies: [
        "FlowTransport", "LoopbackBrowser", "LoopbackServer", "RegistrationFlow", "RegistrationLoopback",
        "Statecharts", "StatechartsTesting", "TestExtent", "TestSupport", "statechart-flow", crypto,
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsSCXMLTests",
      dependencies: [
        "Statecharts", "StatechartsModel", "StatechartsTesting", "StatechartsSCXML", "StatechartsYAML",
        "TestExtent",
      ],
      exclude: ["Tables"],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsMermaidTests",
      dependencies: [
        "Statecharts", "StatechartsModel", "StatechartsMermaid", "StatechartsDocs", "StatechartsYAML",
        "DiagramReading",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Conformance", "TestExtent"],
      swiftSettings: common
    ),
    .testTarget(
      name: "StatechartsCodegenTests",
      dependencies: [
        "Statecharts", "StatechartsModel", "StatechartsCodegen", "StatechartsDocs", "StatechartsObservation",
        "StatechartsStores", "StatechartsTesting", "StatechartsYAML",
        "FlowTransport", "FxaAuthenticationFlow", "StatechartsSealing",
        "DiscourseDelegatedAuthFlow", "FirebaseTOTPFlow", "NextAuthSessionFlow", "RegistrationFlow",
        "TestSupport",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "LoopbackHTTP", "Statecharts", "StatechartsFiles", "StatechartsPreview", "StatechartsTesting",
        "StatechartsYAML", "TestExtent",
        "statechart", sockets,
      ],
      swiftSettings: common),
  ]
)
