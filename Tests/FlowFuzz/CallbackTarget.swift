import DiscourseDelegatedAuthFlow
import FlowTransport
import Foundation
import InputFuzzing
import RegistrationFlow

/// Addresses with which somebody calls the app.
enum CallbackTarget {
  private static let seeds = [
    "discourse://auth_redirect?payload=QUJD&oneTimePassword=REVG", "discourse://otp=true&site=example.org",
    "https://app.example.org/back?payload=QUJD%0A&site=https%3A%2F%2Fexample.org",
    "HTTPS://app.example.org?own=1?payload=x", "app://example.org/cordova/app/callback?code=a&state=b&iss=c",
    "app://example.org/cordova/app/callback?error=access_denied&state=b#_=_", "app:opaque?x=%C3%A9+y&z",
    "https://user:pass@[::1]:8443/a/../b;c=d?e=f&e=g#h",
  ]
  private static let redirects = ["discourse://auth_redirect", "https://app.example.org/back?own=1"]

  static func make(_ corpus: [String: [[UInt8]]]) -> FuzzTarget {
    FuzzTarget("callback", .address) {
      (corpus["callback"] ?? []) + seeds.map { Array($0.utf8) }
    } run: {
      run($0)
    }
  }

  private static func run(_ bytes: [UInt8]) -> FuzzTarget.Verdict {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = DiscourseSite(text)
    _ = DiscourseSite(term: text)
    _ = try? IDToken(text)
    if let url = URL(string: text) {
      _ = WebOrigin(url)
      _ = DiscourseSite.stripped(url)
    }
    let taken = redirects.compactMap { DiscourseCallback(text, redirect: $0) }
    guard let address = CallbackAddress(text) else {
      return taken.isEmpty ? .refused : .wrong("a callback is no address")
    }
    guard written(address).utf8.elementsEqual(text.utf8) else {
      return .wrong("the parts of the address are not the address")
    }
    guard address.leadsToSamePlace(as: address) else {
      return .wrong("an address leads to another place than itself")
    }
    if let fields = FormData.fields(address.query ?? "") {
      let again = FormData.fields(FormData.text(fields))
      guard again?.map(\.name) == fields.map(\.name), again?.map(\.value) == fields.map(\.value) else {
        return .wrong("the fields are others after they were written and read")
      }
    }
    return taken.isEmpty ? .refused : .accepted
  }

  private static func written(_ address: CallbackAddress) -> String {
    address.scheme + ":" + (address.authority.map { "//" + $0 } ?? "") + address.path
      + (address.query.map { "?" + $0 } ?? "") + (address.fragment.map { "#" + $0 } ?? "")
  }
}
