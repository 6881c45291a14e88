#if canImport(FoundationNetworking)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The proxies that the environment names. On Linux `URLSession` sends every request through them whose host is not in
  /// `no_proxy`, also one to this machine, and has no setting for it: `connectionProxyDictionary` does nothing there. Apple's
  /// systems use no proxy for this machine.
  enum EnvironmentProxies {
    private static let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    private static let lock = Locked(())

    /// Adds this machine to `no_proxy` where the environment names a proxy.
    ///
    /// Called when a transport is made and not for each request: changing the environment while another thread reads it
    /// is undefined behavior. `excludesLoopback` finds out whether it worked.
    static func excludeLoopback() {
      // Decision: Docs/decisions/flows.md#loopback-requests-use-no-proxy
      lock.withLock { _ in
        guard let hosts = proxiedHosts() else { return }
        _ = setenv("no_proxy", (hosts + WebOrigin.loopbackHosts).joined(separator: ","), 1)
      }
    }

    /// Whether no proxy is used for this machine. Changes nothing.
    ///
    /// The answer changes when the app itself names a proxy after it has made a transport.
    static var excludesLoopback: Bool { lock.withLock { _ in proxiedHosts() == nil } }

    /// The hosts without a proxy when requests to this machine go through one; nil when they do not.
    private static func proxiedHosts() -> [String]? {
      guard variables.contains(where: { value($0) != nil }) else { return nil }
      // The one in small letters counts where there are both.
      let excluded = value("no_proxy") ?? value("NO_PROXY") ?? ""
      let hosts = excluded.split { $0 == "," || $0 == " " }.map(String.init)
      return excluded == "*" || Set(hosts).isSuperset(of: WebOrigin.loopbackHosts) ? nil : hosts
    }

    /// The value of a variable; nil when it is empty, as it is read by `URLSession`.
    private static func value(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
#endif
