import FlowTransport
package import Statecharts

/// What went wrong with a request, in the words of the chart. Printing it shows the code alone: what the server says
/// besides may name a person.
package struct FirebaseError: CodedError, Hashable, CustomStringConvertible {
  /// The chart's code.
  package let error: FirebaseTOTP.ErrorCode

  /// Makes an error.
  package init(_ error: FirebaseTOTP.ErrorCode) { self.error = error }

  /// The chart's code.
  package var code: String { error.rawValue }

  /// Nothing comes with a code.
  package var data: ChartValue { .unset }

  /// The chart's code.
  package var description: String { code }

  /// An answer without what it must have, or the flow has not got what it needs.
  static let internalError = FirebaseError(.internalError)
}

extension FirebaseError {
  /// What a missing answer means.
  init(_ failure: TransportFailure) {
    // Decision: Docs/decisions/flows.md#a-non-answer-counts-as-no-connection
    switch failure {
    // Also for anything that is not an answer of these servers.
    case .timedOut, .connection, .cancelled, .tooLarge, .redirect, .insecure: self.init(.networkError)
    }
  }

  /// What an answer other than success means. The names are the server's own, for the SDKs call the same errors by
  /// different ones.
  init(_ answer: JSONAnswer) {
    let error = answer.json["error"]
    if Self.isKeyRefused(error) {
      self.init(.invalidApiKey)
    } else if let name = Self.name(error), let code = Self.code(name) {
      self.init(code)
    } else {
      switch (answer.status, error?["status"]?.text) {
      // These servers say what is wrong, whatever it is. What does not comes from in between.
      case _ where error == nil: self.init(.networkError)
      case (_, "RESOURCE_EXHAUSTED"?), (429, _): self.init(.tooManyAttemptsTryLater)
      case (_, "UNAVAILABLE"?), (502...504, _): self.init(.networkError)
      case (_, "PERMISSION_DENIED"?), (_, "UNAUTHENTICATED"?), (401, _), (403, _):
        self.init(.permissionDenied)
      default: self.init(.internalError)
      }
    }
  }

  /// `CODE` or `CODE : detail`.
  private static func name(_ error: JSONValue?) -> String? {
    guard let message = error?["message"]?.text else { return nil }
    let bytes = message.utf8.prefix { $0 != UInt8(ascii: ":") }.filter { $0 != UInt8(ascii: " ") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The key is refused before the request is looked at, in words for people; a reason for programs stands elsewhere.
  private static func isKeyRefused(_ error: JSONValue?) -> Bool {
    let reasons = ((error?["errors"]?.list ?? []) + (error?["details"]?.list ?? [])).compactMap {
      $0["reason"]?.text
    }
    return reasons.contains("keyInvalid") || reasons.contains("API_KEY_INVALID")
      || error?["message"]?.text?.hasPrefix("API key not valid") ?? false
  }

  /// The chart's code of a server's name; nil for those that the flow does not know.
  private static func code(_ name: String) -> FirebaseTOTP.ErrorCode? {
    switch name {
    case "INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN", "MISSING_ID_TOKEN": .invalidIdToken
    case "MISSING_SESSION_INFO": .invalidSessionInfo
    case "MISSING_EMAIL": .invalidEmail
    case "INVALID_TENANT_ID": .tenantIdMismatch
    case "MISSING_OR_INVALID_NONCE": .invalidIdpResponse
    case "MISSING_OOB_CODE": .invalidOobCode
    case "INVALID_CUSTOM_TOKEN", "CREDENTIAL_MISMATCH", "INVALID_PHONE_NUMBER": .invalidLoginCredentials
    case "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": .weakPassword
    case "INVALID_CONTINUE_URI", "MISSING_CONTINUE_URI": .unauthorizedDomain
    case "ADMIN_ONLY_OPERATION": .operationNotAllowed
    default:
      // Names in capitals are the server's; the others are the flow's own, and no server has to say them.
      name == name.uppercased() ? FirebaseTOTP.ErrorCode(rawValue: name) : nil
    }
  }
}
