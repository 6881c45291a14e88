/// How a site is set up. The names are those of the settings of Discourse where there are such.
public struct DiscourseSettings: Sendable {
  /// What `HEAD` of the page for new keys says; nil for a site without the user API.
  public var apiVersion: Int? = 4
  /// The site's name.
  public var title = "Forum"
  /// Whether it shows nothing to strangers.
  public var loginRequired = false
  /// `allow_user_api_key_scopes`.
  public var allowedScopes: Set<String> = [
    "read", "write", "message_bus", "push", "one_time_password", "notifications", "session_info",
  ]
  /// `allowed_user_api_auth_redirects`, where `*` stands for anything.
  public var allowedRedirects = ["discourse://auth_redirect"]
  /// `allowed_user_api_push_urls`.
  public var allowedPushURLs: [String] = []
  /// Whether the site does what `padding` asks for, as those of 2026 do.
  public var knowsPadding = false
  /// Seconds for which a one-time password is good.
  public var otpLifetime = 600
  /// `max_user_api_reqs_per_minute`.
  public var requestsPerMinute = 20
  /// `max_user_api_reqs_per_day`.
  public var requestsPerDay = 2_880
  /// When new keys end, as newer sites write it; nil for never.
  public var keysExpireAt: String?

  /// Makes the usual settings.
  public init() {}
}
