# A Discourse site with the calls that Discourse itself makes: OpenSSL encrypts, Base64 breaks the lines, CGI escapes.
# Prints its address, and ends when its input does.
require "base64"
require "cgi"
require "json"
require "openssl"
require "securerandom"
require "uri"
require "webrick"

class Site
  REDIRECT = "discourse://auth_redirect"

  def initialize
    @logins = {}
    @keys = {}
    @otps = {}
  end

  def call(request, response)
    @request = request
    @response = response
    @parameters = request.query.transform_values { |value| value.dup.force_encoding("UTF-8") }
    @user = @logins[request.cookies.find { |cookie| cookie.name == "_t" }&.value]
    response["Content-Type"] = "text/html; charset=utf-8"
    return api(request["User-Api-Key"]) if request["User-Api-Key"]

    case [request.request_method, request.path]
    in ["HEAD", "/user-api-key/new"] then response["Auth-Api-Version"] = "4"
    in ["GET", "/site/basic-info.json"] then json(title: "Ruby's forum", login_required: false)
    in ["GET", "/user-api-key/new"] | ["GET", "/user-api-key/otp"] then consent
    in ["POST", "/user-api-key"] then create
    in ["POST", "/user-api-key/otp"] then create_otp
    in ["GET", "/login"] then page(form("/login", {}, '<input name="login"><input name="password">'))
    in ["POST", "/login"] then log_on
    in [method, %r{\A/session/otp/(.+)\z}] then session_otp(method, $1)
    in ["GET", "/"] then home
    else response.status = 404
    end
  end

  private

  def page(body)
    made = '<meta name="generator" content="Discourse 3.4.0">'
    # As Discourse marks pages for strangers.
    marked = @user ? "" : ' class="anon"'
    @response.body = "<!DOCTYPE html><html#{marked}><head>#{made}</head><body>#{body}</body></html>"
  end

  def json(value)
    @response["Content-Type"] = "application/json; charset=utf-8"
    @response.body = value.to_json
  end

  def form(action, fields, more = "")
    hidden = fields.map do |name, value|
      %(<input type="hidden" name="#{name}" value="#{CGI.escapeHTML(value)}">)
    end
    %(<form method="post" action="#{action}">#{hidden.join}#{more}<input type="submit" value="OK"></form>)
  end

  def redirect(target)
    @response.status = 302
    @response["Location"] = target
  end

  def cookie(name, value)
    @response["Set-Cookie"] = "#{name}=#{CGI.escape(value)}; Path=/; HttpOnly"
  end

  def consent
    unless @user
      cookie("destination_url", @request.unparsed_uri)
      return redirect("/login")
    end
    page(form(@request.path.delete_suffix("/new"), @parameters))
  end

  def log_on
    return page("wrong") unless @parameters["login"] == "ada" && @parameters["password"] == "correct horse"

    begin_login
    target = @request.cookies.find { |cookie| cookie.name == "destination_url" }&.value
    redirect(target ? CGI.unescape(target) : "/")
  end

  def begin_login
    token = SecureRandom.hex
    @logins[token] = "ada"
    cookie("_t", token)
  end

  def seal(text)
    key = OpenSSL::PKey::RSA.new(@parameters["public_key"])
    sealed =
      if @parameters["padding"] == "oaep" && !ENV["SITE_IS_OLD"]
        key.public_encrypt(text, OpenSSL::PKey::RSA::PKCS1_OAEP_PADDING)
      else
        key.public_encrypt(text)
      end
    Base64.encode64(sealed)
  end

  def one_time_password
    otp = SecureRandom.hex
    @otps[otp] = Time.now + 600
    seal(otp)
  end

  def create
    return @response.status = 403 unless @user && @parameters["auth_redirect"] == REDIRECT

    key = SecureRandom.hex
    @keys[key] = "ada"
    payload = seal({ key: key, nonce: @parameters["nonce"], push: false, api: 4 }.to_json)
    uri = URI.parse(REDIRECT)
    query = [uri.query, "payload=#{CGI.escape(payload)}"]
    if @parameters["scopes"].split(",").include?("one_time_password")
      query << "oneTimePassword=#{CGI.escape(one_time_password)}"
    end
    uri.query = query.compact.join("&")
    redirect(uri.to_s)
  end

  def create_otp
    return @response.status = 403 unless @user && @parameters["auth_redirect"] == REDIRECT

    redirect("#{REDIRECT}?oneTimePassword=#{CGI.escape(one_time_password)}")
  end

  def session_otp(method, otp)
    return page("Missing, invalid or expired token") unless (@otps[otp] || Time.at(0)) > Time.now
    return page(form("", {})) if method == "GET"

    @otps.delete(otp)
    begin_login
    redirect("/")
  end

  def home
    if !@user && @parameters["user_api_public_key"] && @parameters["auth_redirect"] == REDIRECT
      OpenSSL::PKey::RSA.new(@parameters["user_api_public_key"])
      return redirect("#{REDIRECT}?otp=true")
    end
    page(@user ? "Welcome, #{@user}" : "Welcome")
  end

  def api(key)
    return refuse(403, "invalid_access") unless @keys[key]

    case @request.path
    when "/session/current.json" then json(current_user: { username: @keys[key] })
    when "/notifications/totals.json" then json(unread_notifications: 2, unread_personal_messages: 1)
    when "/user-api-key/revoke.json"
      @keys.delete(key)
      json(success: "OK")
    else refuse(404, "not_found")
    end
  end

  def refuse(status, type)
    @response.status = status
    json(errors: ["no"], error_type: type)
  end
end

server = WEBrick::HTTPServer.new(
  BindAddress: "127.0.0.1", Port: 0, AccessLog: [], Logger: WEBrick::Log.new(File::NULL)
)
site = Site.new
lock = Mutex.new
server.mount_proc("/") { |request, response| lock.synchronize { site.call(request, response) } }
running = Thread.new { server.start }
puts "http://127.0.0.1:#{server.config[:Port]}"
$stdout.flush
$stdin.each_line {}
server.shutdown
running.join
