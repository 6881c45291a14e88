# An app in Ruby, which asks the site of the tests for keys: OpenSSL, Base64 and CGI read what that site has written. The
# site's program is the first argument, how many keys to ask for the second.
require "base64"
require "cgi"
require "json"
require "net/http"
require "openssl"
require "securerandom"
require "uri"

def check(is_right, what)
  abort "app.rb: #{what}" unless is_right
end

class Browser
  def initialize(base)
    @base = URI(base)
    @cookies = {}
  end

  def get(path, headers = {}) = send_request(Net::HTTP::Get.new(path, headers))

  def head(path) = send_request(Net::HTTP::Head.new(path))

  def post(path, fields = {}, headers = {})
    request = Net::HTTP::Post.new(path, headers)
    request.set_form_data(fields)
    send_request(request)
  end

  private

  def send_request(request)
    request["Cookie"] = @cookies.map { |name, value| "#{name}=#{value}" }.join("; ") unless @cookies.empty?
    response = Net::HTTP.start(@base.host, @base.port) { |http| http.request(request) }
    (response.get_fields("Set-Cookie") || []).each do |cookie|
      name, value = cookie.split(";").first.split("=", 2)
      @cookies[name] = value
    end
    response
  end
end

# The fields of a page's form, as a browser reads them.
def fields(html)
  html.scan(/<input type="hidden" name="([^"]*)" value="([^"]*)">/).to_h do |name, value|
    [CGI.unescapeHTML(name), CGI.unescapeHTML(value)]
  end
end

# What stands in an address is exactly what Ruby writes for the same bytes.
def open_sealed(text, key, padding)
  bytes = Base64.decode64(text)
  check(Base64.encode64(bytes) == text, "the lines of Base64 are others than Ruby's")
  check(text.lines.all? { |line| line.chomp.length <= 60 && line.end_with?("\n") }, "lines are too long")
  key.private_decrypt(bytes, padding)
end

site = IO.popen([ARGV[0], "serve", "discourse"], "r+")
base = site.gets.chomp
safari = Browser.new(base)
check(safari.head("/user-api-key/new")["Auth-Api-Version"] == "4", "no version")

client = SecureRandom.hex(32)
(ARGV[1] || "12").to_i.times do |number|
  oaep = number.odd?
  key = OpenSSL::PKey::RSA.new(number % 3 == 0 && !oaep ? 1024 : 2048)
  padding = oaep ? OpenSSL::PKey::RSA::PKCS1_OAEP_PADDING : OpenSSL::PKey::RSA::PKCS1_PADDING
  nonce = SecureRandom.hex
  query = {
    application_name: "Ruby & sons", client_id: client, scopes: "notifications,session_info,one_time_password",
    public_key: key.public_key.to_pem, nonce: nonce, auth_redirect: "discourse://auth_redirect"
  }
  query[:padding] = "oaep" if oaep
  path = "/user-api-key/new?#{URI.encode_www_form(query)}"
  page = safari.get(path)
  if number.zero?
    check(page.code == "302" && page["Location"] == "/login", "a stranger is not sent to the login")
    page = safari.post("/login", { login: "ada", password: "correct horse" })
    check(page["Location"] == path, "the login does not lead back")
    page = safari.get(page["Location"])
  end
  form = fields(page.body)
  check(form["public_key"] == key.public_key.to_pem, "the public key was changed on the way")
  check(form["application_name"] == "Ruby & sons", "the name was changed on the way")
  answer = safari.post("/user-api-key", form)
  check(answer.code == "302", "no key: #{answer.code}")
  start, raw = answer["Location"].split("?", 2)
  check(start == "discourse://auth_redirect", "sent elsewhere")
  parameters = CGI.parse(raw).transform_values(&:first)
  payload, otp = parameters.values_at("payload", "oneTimePassword")
  check(raw == "payload=#{CGI.escape(payload)}&oneTimePassword=#{CGI.escape(otp)}", "escaped otherwise than by CGI")
  json = open_sealed(payload, key, padding)
  opened = JSON.parse(json)
  check(opened["nonce"] == nonce && opened["api"] == 4 && opened["push"] == false, "another payload")
  check(json == { key: opened["key"], nonce: nonce, push: false, api: 4 }.to_json, "other JSON than Ruby's")

  # The one-time password, in a web view: a button, once.
  web = Browser.new(base)
  token = open_sealed(otp, key, padding)
  check(web.get("/session/otp/#{token}").body.include?("<form"), "no button")
  check(web.post("/session/otp/#{token}")["Location"] == "/", "not logged on")
  check(web.get("/").body.include?("ada"), "nobody is logged on")
  check(!Browser.new(base).get("/session/otp/#{token}").body.include?("<form"), "a password was good twice")

  # The key: good until it is given back, and only the last one of this app.
  user = Browser.new(base).get("/session/current.json", { "User-Api-Key" => opened["key"] })
  check(JSON.parse(user.body).dig("current_user", "username") == "ada", "the key is not ada's")
  next unless number.even?

  done = Browser.new(base).post("/user-api-key/revoke", {}, { "User-Api-Key" => opened["key"] })
  check(JSON.parse(done.body) == { "success" => "OK" }, "not revoked")
  after = Browser.new(base).get("/session/current.json", { "User-Api-Key" => opened["key"] })
  check(after.code == "403", "a revoked key is good")
end
site.close_write
puts "an app in Ruby reads what the site of the tests writes"
