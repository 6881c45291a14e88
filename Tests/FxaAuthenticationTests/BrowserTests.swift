import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// The browser that takes over, and what any page in it can do to the app.
@Suite("The browser", .scanned, .timeLimit(.minutes(20)))
struct BrowserTests {
  private static func bench(_ callback: String = "http://127.0.0.1:7777/") async throws -> FxaBench {
    let bench = try FxaBench(input: .init(platform: .linux), browserCallback: callback)
    await bench.start()
    await bench.expect(.webBased)
    return bench
  }

  @Test("a code that comes again is not checked again, whatever stands beside it")
  func repeated() async throws {
    let bench = try await Self.bench()
    for suffix in ["", "", "&evil=1", "&state=x"] {
      #expect(await !bench.browser.open(try FxaBench.callback("forged" + suffix)))
    }
    #expect(bench.count("/api/v2/vpn/login/verify") == 1)
    #expect(await bench.browser.open(try bench.signInInBrowser()))
    await bench.clock.settle()
    await bench.expect(.authenticated)
  }

  @Test("many codes at once do not pile up, and the right one can come afterwards")
  func flood() async throws {
    let bench = try await Self.bench()
    let tasks = Locked<[Task<Bool, Never>]>([])
    let passedOver = Locked(0)
    bench.beforeAnswer.withLock {
      $0[0] = {
        for number in 1...200 {
          guard let url = try? FxaBench.callback("forged\(number)") else { continue }
          let task = Task {
            let isRight = await bench.browser.open(url)
            passedOver.withLock { $0 += 1 }
            return isRight
          }
          tasks.withLock { $0.append(task) }
        }
        // The first one has no answer yet, so whatever is over by now was passed over. The others wait.
        for _ in 0..<10_000_000 where passedOver.withLock({ $0 }) < 192 { await Task.yield() }
      }
    }
    #expect(await !bench.browser.open(try FxaBench.callback("forged0")))
    for task in tasks.withLock({ $0 }) { #expect(await !task.value) }
    #expect(bench.count("/api/v2/vpn/login/verify") == 9)
    // What was passed over in the crowd can come again.
    for number in 1...200 { #expect(await !bench.browser.open(try FxaBench.callback("forged\(number)"))) }
    #expect(bench.count("/api/v2/vpn/login/verify") == 201)
    #expect(await bench.browser.open(try bench.signInInBrowser()))
    await bench.clock.settle()
    await bench.expect(.authenticated)
  }

  @Test(
    "the address that the browser comes back with may be written in another way",
    arguments: [
      ("http://127.0.0.1:7777", "http://127.0.0.1:7777/"),
      ("http://127.0.0.1:7777/", "http://127.0.0.1:7777"),
      ("http://127.0.0.1:80/", "http://127.0.0.1/"), ("http://127.0.0.1", "http://127.0.0.1:80/"),
      ("http://localhost:7777/", "http://127.0.0.1:7777/"), ("http://[::1]:7777/", "http://localhost:7777/"),
      ("https://vpn.example/back", "HTTPS://VPN.example:443/back"), ("vpn://back", "VPN://back"),
      ("org.example.vpn:/back", "org.example.vpn:/back"),
    ])
  func spellings(expected: String, given: String) async throws {
    let bench = try await Self.bench(expected)
    #expect(await !bench.browser.open(try FxaBench.callback("forged", to: given)))
    #expect(bench.count("/api/v2/vpn/login/verify") == 1)
  }

  @Test(
    "an address that no browser comes back with is refused at the start",
    arguments: [
      "http://vpn.example/", "http://", "https://", "/back", "127.0.0.1", "http://x@127.0.0.1:7777/",
      "http://127.0.0.1:7777/?x=1", "http://127.0.0.1:7777/#x", "vpn://back?x",
    ])
  func unusable(callback: String) throws {
    #expect(throws: MZAuthConfigurationProblem.unusableBrowserCallback) {
      _ = try FxaBench(browserCallback: callback)
    }
  }
}
