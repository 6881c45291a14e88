import FlowTransport

/// Who is signed in, as looked up. Printing it shows nothing of the person.
package struct FirebaseAccount: Sendable, CustomReflectable {
  let localID: String
  let email: String?
  let isEmailVerified: Bool
  let factors: [FirebaseFactor]

  /// Reads the answer to a lookup; nil when it is not about one account.
  init?(_ json: JSONValue) {
    guard let users = json["users"]?.list, users.count == 1, let user = users.first,
      let localID = user["localId"]?.text, !localID.isEmpty,
      let factors = FirebaseFactor.list(user["mfaInfo"])
    else { return nil }
    self.localID = localID
    email = user["email"]?.text
    isEmailVerified = user["emailVerified"]?.bool ?? false
    self.factors = factors
  }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
