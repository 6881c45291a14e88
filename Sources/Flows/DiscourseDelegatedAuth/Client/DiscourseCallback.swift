import FlowTransport

/// What an address says with which a site calls the app.
package struct DiscourseCallback: Sendable, CustomReflectable {
  /// What is in it.
  package enum Content: Hashable, Sendable, CustomReflectable {
    /// A key, perhaps with a one-time password.
    case key(payload: SealedText, otp: SealedText?)
    /// A one-time password alone.
    case otp(SealedText)
    /// The site wants the app to get a one-time password.
    case otpRequested
    /// Parameters are missing, duplicate or contradictory.
    case malformed

    /// Nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// What is in it.
  package let content: Content
  /// The site that it names; seldom there.
  package let site: String?

  /// The longest address that is looked at.
  package static let longest = 16 << 10
  /// Parameters with a meaning. There may be others: the app's own, and those of a later version.
  private static let names = ["payload", "oneTimePassword", "otp", "site"]

  /// Reads an address.
  ///
  /// - Parameter redirect: the address of the app that sites were given. `CallbackAddress` compares them.
  /// - Returns: nil when the address leads elsewhere.
  package init?(_ text: String, redirect: String) {
    guard text.utf8.count <= Self.longest, let ours = CallbackAddress(redirect),
      let address = CallbackAddress(text)
    else { return nil }
    if !address.leadsToSamePlace(as: ours) {
      // `discourse://otp=true&site=HOST`, where the parameters stand in place of the host.
      guard address.scheme.lowercased() == "discourse", ours.scheme.lowercased() == "discourse",
        let authority = address.authority, authority.hasPrefix("otp="), ["", "/"].contains(address.path),
        address.query == nil
      else { return nil }
      self.init(query: authority, fragment: address.fragment)
      guard content == .otpRequested, site != nil else { return nil }
      return
    }
    var query = address.query ?? ""
    // Sites put a second question mark behind an address that has a query of its own.
    if let own = ours.query, query.hasPrefix(own + "?") { query.removeFirst(own.count + 1) }
    self.init(query: query, fragment: address.fragment)
  }

  private init(query: String, fragment: String?) {
    var found: [String: String] = [:]
    var isDouble = false
    let fields = FormData.fields(query)
    for field in fields ?? [] where Self.names.contains(field.name) {
      isDouble = isDouble || found[field.name] != nil
      found[field.name] = field.value
    }
    let site = found["site"]
    self.site = site
    guard fields != nil, !isDouble, fragment == nil, !found.values.contains("") else {
      content = .malformed
      return
    }
    content =
      switch (found["payload"], found["oneTimePassword"], found["otp"]) {
      case (let payload?, let otp, nil): .key(payload: SealedText(payload), otp: otp.map { SealedText($0) })
      case (nil, let otp?, nil): .otp(SealedText(otp))
      case (nil, nil, "true"): .otpRequested
      default: .malformed
      }
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
