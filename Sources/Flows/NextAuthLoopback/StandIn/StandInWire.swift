package import FlowTransport
package import NextAuthSessionFlow

/// The JSON of the stand-in.
extension SessionOffer {
  package init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.text.flatMap({ NextAuthSession.Kind(rawValue: $0) }),
      let server = json["server"]?.text, let accounts = json["accounts"]?.texts,
      let serverWantsFactor = json["serverWantsFactor"]?.bool,
      let sessionWantsFactor = json["sessionWantsFactor"]?.bool, let factorLasts = json["factorLasts"]?.int,
      (0...31_622_400).contains(factorLasts), let hasFactor = json["hasFactor"]?.bool
    else { return nil }
    // Not there where somebody else sends the keep-alives.
    let pingTime = json["pingTime"]?.int
    guard pingTime != nil || json["pingTime"] == nil else { return nil }
    self.init(
      kind: kind, server: server, accounts: accounts, newAccount: json["newAccount"]?.text,
      serverWantsFactor: serverWantsFactor, sessionWantsFactor: sessionWantsFactor,
      factorLasts: .seconds(factorLasts), hasFactor: hasFactor,
      hasPIN: json["hasPIN"]?.bool ?? true, hasBiometric: json["hasBiometric"]?.bool ?? false,
      isPINBlocked: json["isPINBlocked"]?.bool ?? false,
      pingTime: pingTime,
      announceInfo: json["announceInfo"]?.text, visualHash: json["visualHash"]?.text)
  }

  package var json: JSONValue {
    var fields: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "server": .string(server),
      "accounts": .list(accounts.map { .string($0) }), "serverWantsFactor": .bool(serverWantsFactor),
      "sessionWantsFactor": .bool(sessionWantsFactor),
      "factorLasts": .number(Double(factorLasts.components.seconds)), "hasFactor": .bool(hasFactor),
      "hasPIN": .bool(hasPIN), "hasBiometric": .bool(hasBiometric), "isPINBlocked": .bool(isPINBlocked),
    ]
    fields["pingTime"] = pingTime.map { .number(Double($0)) }
    fields["newAccount"] = newAccount.map { .string($0) }
    fields["announceInfo"] = announceInfo.map { .string($0) }
    fields["visualHash"] = visualHash.map { .string($0) }
    return .object(fields)
  }
}

extension RoundResult {
  package init?(_ json: JSONValue) {
    guard let result = json["result"]?.text.flatMap({ NextAuthSession.SendInputResultResult(rawValue: $0) })
    else { return nil }
    self.init(result: result)
    remaining = json["remaining"]?.int
    inputExpected = json["inputExpected"]?.bool
    sessionEnds = json["sessionEnds"]?.bool
    loggedIn = json["loggedIn"]?.bool
    oneShot = json["oneShot"]?.bool
    if let more = json["moreInput"] {
      guard let more = more.text.flatMap({ NextAuthSession.MoreInput(rawValue: $0) }) else { return nil }
      moreInput = more
    }
    if let context = json["factorContext"] {
      guard let context = context.text.flatMap({ NextAuthSession.FactorContext(rawValue: $0) }) else {
        return nil
      }
      factorContext = context
    }
  }

  package var json: JSONValue {
    var fields: [String: JSONValue] = ["result": .string(result.rawValue)]
    fields["remaining"] = remaining.map { .number(Double($0)) }
    fields["inputExpected"] = inputExpected.map { .bool($0) }
    fields["moreInput"] = moreInput.map { .string($0.rawValue) }
    fields["factorContext"] = factorContext.map { .string($0.rawValue) }
    fields["sessionEnds"] = sessionEnds.map { .bool($0) }
    fields["loggedIn"] = loggedIn.map { .bool($0) }
    fields["oneShot"] = oneShot.map { .bool($0) }
    return .object(fields)
  }
}

extension IncomingEvent {
  package init?(_ json: JSONValue) {
    guard let session = json["session"]?.text, let number = json["number"]?.int, let kind = json["kind"]?.text
    else { return nil }
    let message: Message
    switch kind {
    case "loggedIn":
      message = .loggedIn(
        sessionInfo: json["sessionInfo"]?.text, webSession: json["webSession"]?.text.map { Secret($0) },
        isOneShot: json["oneShot"]?.bool ?? false)
    case "serverLogout": message = .serverLogout
    case "pingLost": message = .pingLost
    case "failure":
      message = .failure(json["code"]?.text.flatMap { NextAuthFailure(rawValue: $0) } ?? .protocolFailure)
    case "accountDeleted":
      guard let account = json["account"]?.text else { return nil }
      message = .accountDeleted(account)
    default: return nil
    }
    self.init(session: session, number: number, message)
  }

  package var json: JSONValue {
    var fields: [String: JSONValue] = ["session": .string(session), "number": .number(Double(number))]
    switch message {
    case .loggedIn(let sessionInfo, let webSession, let isOneShot):
      fields["kind"] = "loggedIn"
      fields["oneShot"] = isOneShot ? true : nil
      fields["sessionInfo"] = sessionInfo.map { .string($0) }
      fields["webSession"] = webSession.map { .string($0.text) }
    case .serverLogout: fields["kind"] = "serverLogout"
    case .pingLost: fields["kind"] = "pingLost"
    case .failure(let failure):
      fields["kind"] = "failure"
      fields["code"] = .string(failure.rawValue)
    case .accountDeleted(let account):
      fields["kind"] = "accountDeleted"
      fields["account"] = .string(account)
    }
    return .object(fields)
  }
}

extension SecondFactor {
  package init?(_ json: JSONValue) {
    switch (json["pin"]?.text, json["biometric"]?.text) {
    case (let pin?, let biometric?): self = .both(pin: Secret(pin), biometric: Secret(biometric))
    case (let pin?, nil): self = .pin(Secret(pin))
    case (nil, let biometric?): self = .biometric(Secret(biometric))
    case (nil, nil): return nil
    }
  }

  package var json: JSONValue {
    var fields: [String: JSONValue] = [:]
    fields["pin"] = pin.map { .string($0.text) }
    fields["biometric"] = biometric.map { .string($0.text) }
    return .object(fields)
  }
}

extension JSONValue {
  /// The texts, if it is a list of them.
  fileprivate var texts: [String]? {
    guard let list else { return nil }
    let texts = list.compactMap(\.text)
    return texts.count == list.count ? texts : nil
  }
}
