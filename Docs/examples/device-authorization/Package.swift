// swift-tools-version: 6.2
import PackageDescription

// A flow outside the package: chart, client, handlers, a server for tests, and a program for the terminal. `.ci/example` tests it.
func statecharts(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "swift-statecharts") }
}
let package = Package(
  name: "device-authorization",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "swift-statecharts", path: "../../..")],
  targets: [
    .target(
      name: "DeviceAuthorizationFlow",
      dependencies: statecharts("FlowTransport", "Statecharts"),
      plugins: [
        .plugin(name: "GenerateStatecharts", package: "swift-statecharts"),
        .plugin(name: "LintStatecharts", package: "swift-statecharts"),
      ]
    ),
    .target(
      name: "DeviceAuthorizationLoopback", dependencies: statecharts("FlowTransport", "LoopbackServer")),
    .executableTarget(
      name: "deviceSignIn",
      dependencies: ["DeviceAuthorizationFlow", "DeviceAuthorizationLoopback"]
        + statecharts("FlowTransport", "LoopbackServer", "Statecharts")
    ),
    .testTarget(
      name: "DeviceAuthorizationTests",
      dependencies: ["DeviceAuthorizationFlow", "DeviceAuthorizationLoopback"]
        + statecharts("FlowTransport", "LoopbackServer", "Statecharts", "StatechartsTesting")
    ),
  ]
)
