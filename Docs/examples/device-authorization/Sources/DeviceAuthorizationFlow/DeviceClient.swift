import FlowTransport
import Foundation
import Statecharts

/// Makes the two requests of RFC 8628. Each method makes one request and does not repeat it.
public struct DeviceClient: Sendable {
  private let deviceAuthorization: URL
  private let token: URL
  private let clientID: String
  private let scope: String?
  private let transport: any HTTPTransport

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - deviceAuthorization: the address of the device authorization endpoint: `https`, or on this machine.
  ///   - token: the address of the token endpoint.
  ///   - clientID: the id of the app. It has no secret: a device cannot keep one (section 5.6).
  ///   - scope: what the app requests, with spaces in between; nil for what the server gives by default.
  public init(
    deviceAuthorization: URL, token: URL, clientID: String, scope: String? = nil,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.deviceAuthorization = deviceAuthorization
    self.token = token
    self.clientID = clientID
    self.scope = scope
    self.transport = transport
  }

  /// Requests a code (section 3.1).
  func requestCode() async throws(DeviceError) -> DeviceAuthorization.RequestCodeResult {
    let scope = scope.map { [("scope", $0)] } ?? []
    let answer: CodeAnswer = try await post(deviceAuthorization, [("client_id", clientID)] + scope)
    guard !answer.device_code.isEmpty, Self.isShowable(answer.user_code),
      Self.isPage(answer.verification_uri),
      answer.verification_uri_complete.map(Self.isPage) ?? true,
      let lifetime = Self.duration(answer.expires_in, within: Self.lifetimes)
    else { throw DeviceError(.malformedAnswer) }
    return DeviceAuthorization.RequestCodeResult(
      deviceCode: answer.device_code, userCode: answer.user_code, address: answer.verification_uri,
      completeAddress: answer.verification_uri_complete, lifetime: lifetime,
      interval: Self.duration(answer.interval ?? 5, within: Self.lifetimes) ?? .zero)
  }

  /// Polls: requests the tokens, which the server has once the person has allowed it (section 3.4).
  func requestTokens(deviceCode: String) async throws(DeviceError) -> DeviceAuthorization.RequestTokensResult
  {
    let answer: TokenAnswer = try await post(
      token,
      [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", deviceCode),
        ("client_id", clientID),
      ])
    // A token of a kind that the app does not know must not be used (RFC 6749, section 7.1).
    guard !answer.access_token.isEmpty, answer.token_type.lowercased() == "bearer" else {
      throw DeviceError(.malformedAnswer)
    }
    return DeviceAuthorization.RequestTokensResult(
      accessToken: answer.access_token, refreshToken: answer.refresh_token,
      lifetime: answer.expires_in.flatMap { Self.duration($0, within: Self.representable) },
      scope: answer.scope)
  }

  // MARK: Requests

  private func post<Answer: Decodable>(
    _ url: URL, _ fields: [(name: String, value: String)]
  ) async throws(DeviceError) -> Answer {
    let response: TransportResponse
    do throws(TransportFailure) {
      // Whatever carries the request: the device code goes to safe addresses only (section 3.1).
      guard let origin = WebOrigin(url), origin.isSafe else { throw .insecure }
      response = try await transport.send(
        TransportRequest(
          .post, url,
          headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
          body: Array(Self.form(fields).utf8)))
    } catch {
      throw DeviceError(.noConnection)
    }
    guard response.status == 200 else { throw DeviceError(response) }
    // A page with status 200 comes from something between app and server.
    guard Self.isJSON(response) else { throw DeviceError(.noConnection) }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
      throw DeviceError(.malformedAnswer)
    }
    return answer
  }

  static func isJSON(_ response: TransportResponse) -> Bool {
    response.headers["Content-Type"]?.lowercased().hasPrefix("application/json") ?? false
  }

  private static func form(_ fields: [(name: String, value: String)]) -> String {
    let unreserved = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return fields.map {
      $0.name + "=" + ($0.value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")
    }
    .joined(separator: "&")
  }

  // MARK: What answers say

  private struct CodeAnswer: Decodable {
    let device_code: String
    let user_code: String
    let verification_uri: String
    let verification_uri_complete: String?
    let expires_in: Double
    let interval: Double?
  }

  private struct TokenAnswer: Decodable {
    let access_token: String
    let token_type: String
    let refresh_token: String?
    let expires_in: Double?
    let scope: String?
  }

  /// What a device code and its polling interval may last, in seconds: up to a day.
  private static let lifetimes = 1.0...86_400

  /// Durations whose nanoseconds fit in 64 bits, in seconds.
  private static let representable = 0.0...9e9

  /// The nearest duration within these limits; nil if the number is not positive.
  private static func duration(_ seconds: Double, within limits: ClosedRange<Double>) -> Duration? {
    seconds > 0 ? .seconds(min(max(seconds, limits.lowerBound), limits.upperBound)) : nil
  }

  /// Whether a text is short and has no characters that change how a terminal or a page shows the others.
  private static func isShowable(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && !text.unicodeScalars.contains { [.control, .format].contains($0.properties.generalCategory) }
  }

  /// Whether a text is the address of a web page, which an app may show, open or draw as a QR code.
  private static func isPage(_ text: String) -> Bool {
    text.utf8.allSatisfy { (33..<127).contains($0) } && URL(string: text).flatMap { WebOrigin($0) } != nil
  }
}
