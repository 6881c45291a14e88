import FlowTransport

/// Who somebody is, as the site says it. Printing it shows nothing of the person.
public struct Profile: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The whole name.
  public var displayName: String?
  /// The given name.
  public var firstName: String?
  /// The family name.
  public var lastName: String?
  /// The email address, by which ClueRide and its badges know the person.
  public var email: String?
  /// A picture.
  public var imageURL: String?

  /// Makes a profile.
  public init(
    displayName: String? = nil, firstName: String? = nil, lastName: String? = nil, email: String? = nil,
    imageURL: String? = nil
  ) {
    self.displayName = displayName
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.imageURL = imageURL
  }

  /// A mark.
  public var description: String { "[profile]" }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Profile {
  /// What an ID token, or `/userinfo`, says (OpenID Connect Core, 5.1).
  init(claims: JSONValue) {
    self.init(
      displayName: claims["name"]?.text, firstName: claims["given_name"]?.text,
      lastName: claims["family_name"]?.text, email: claims["email"]?.text, imageURL: claims["picture"]?.text)
  }

  /// What ClueRide answers; nil when it is no member.
  init?(member: JSONValue) {
    guard member.isObject else { return nil }
    self.init(
      displayName: member["displayName"]?.text, firstName: member["firstName"]?.text,
      lastName: member["lastName"]?.text, email: member["emailAddress"]?.text ?? member["email"]?.text,
      imageURL: member["imageUrl"]?.text)
  }

  /// A member, as ClueRide has them, and as it is kept. The address has two names there.
  var member: JSONValue {
    let fields = [
      "displayName": displayName, "firstName": firstName, "lastName": lastName, "email": email,
      "emailAddress": email, "imageUrl": imageURL,
    ]
    return .object(fields.compactMapValues { $0.map(JSONValue.string) })
  }
}
