import FlowTransport

/// The address that hands a key to an authenticator app, as Google Authenticator reads it ("Key Uri Format").
enum OTPAuthAddress {
  /// Makes an address. Label and values are escaped, except for the colon between issuer and account, which belongs
  /// to the form, and `@`, which may stay.
  ///
  /// - Parameters:
  ///   - account: `default account` when nil or empty.
  ///   - key: in base32.
  /// - Returns: nil when the server has not said what an app needs to make the right codes.
  static func text(_ enrolment: FirebaseEnrolment, account: String?, issuer: String) -> Secret? {
    guard let algorithm = enrolment.algorithm, let digits = enrolment.digits else { return nil }
    // A colon separates the two, so that neither may have one.
    let issuer = issuer.replacing(":", with: "")
    let account = account.flatMap { $0.isEmpty ? nil : $0.replacing(":", with: "") } ?? "default account"
    let key = Base32.bytes(enrolment.key.text).map { Base32.text($0) } ?? ""
    let label = (issuer.isEmpty ? "" : escaped(issuer) + ":") + escaped(account)
    var fields = [("secret", key)]
    if !issuer.isEmpty { fields.append(("issuer", issuer)) }
    fields += [
      ("algorithm", algorithm), ("digits", String(digits)), ("period", String(enrolment.period)),
    ]
    let query = fields.map { $0.0 + "=" + escaped($0.1) }.joined(separator: "&")
    return Secret("otpauth://totp/\(label)?\(query)")
  }

  private static func escaped(_ text: String) -> String { FormData.escaped(text).replacing("%40", with: "@") }
}
