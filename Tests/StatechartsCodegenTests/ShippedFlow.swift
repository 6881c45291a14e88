import DiscourseDelegatedAuthFlow
import FirebaseTOTPFlow
import Foundation
import FxaAuthenticationFlow
import NextAuthSessionFlow
import RegistrationFlow
import Statecharts
import StatechartsCodegen
import StatechartsModel
import StatechartsYAML
import Testing

/// A shipped chart beside the Swift that was generated from it.
struct ShippedFlow: CustomTestStringConvertible, Sendable {
  let file: String
  let name: String
  let generated: @Sendable () throws -> CompiledChart

  var testDescription: String { name }

  static let all = [
    ShippedFlow(file: "fxa-authentication", name: "FxaAuthentication") {
      try FxaAuthentication.compiled.get()
    },
    ShippedFlow(file: "discourse-delegated-auth", name: "DiscourseDelegatedAuth") {
      try DiscourseDelegatedAuth.compiled.get()
    },
    ShippedFlow(file: "firebase-totp", name: "FirebaseTOTP") { try FirebaseTOTP.compiled.get() },
    ShippedFlow(file: "nextauth-session", name: "NextAuthSession") { try NextAuthSession.compiled.get() },
    ShippedFlow(file: "registration", name: "Registration") { try Registration.compiled.get() },
  ]

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  func written() throws -> CompiledChart {
    try ChartLoader().load(Self.folder.appendingPathComponent("charts/\(file).yaml").path).chart
  }

  func committed() throws -> String {
    try String(
      contentsOf: Self.folder.appendingPathComponent("Sources/Flows/\(name)/\(name).generated.swift"),
      encoding: .utf8)
  }
}
