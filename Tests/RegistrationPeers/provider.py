"""A server that answers as Auth0 does, made of Authlib's server: what our client sends is judged by code of others.

Authlib takes forms where Auth0 takes JSON too, and answers 400 where Auth0 answers 403; a small shim stands between.
"""
import io
import json
import logging
import threading
import time
import urllib.parse

import flask
import werkzeug.serving
from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import AuthorizationCodeMixin, UserInfo, UserInfoEndpoint
from authlib.oidc.core.grants import OpenIDCode, OpenIDToken
from joserfc.jwk import RSAKey

CLIENT, SCHEME = "the-app", "com.clueride.player"


class Person:
    id = "auth0|5f7c8ec7c33c6c004bbafe82"

    def __init__(self):
        self.claims = {
            "name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace", "nickname": "ada",
            "picture": "https://example.org/ada.png", "email": "ada@example.org", "email_verified": True,
        }

    def get_user_id(self):
        return self.id


class Client(ClientMixin):
    client_id = CLIENT

    def __init__(self, redirect_uri):
        self.redirect_uri = redirect_uri

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return self.redirect_uri

    def get_allowed_scope(self, scope):
        return " ".join(word for word in scope.split() if word in "openid profile email offline_access".split())

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == self.redirect_uri

    def check_client_secret(self, _):
        return False

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "none"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")


class Code(AuthorizationCodeMixin):
    def __init__(self, code, request):
        payload = request.payload
        self.code, self.user, self.scope = code, request.user, payload.scope
        self.redirect_uri, self.nonce = payload.redirect_uri, payload.data.get("nonce")
        self.code_challenge = payload.data["code_challenge"]
        self.code_challenge_method = payload.data["code_challenge_method"]

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return int(time.time())

    def get_acr(self):
        return None

    def get_amr(self):
        return None


class Token(TokenMixin):
    def __init__(self, token, request):
        self.token, self.user, self.client_id = token, request.user, request.client.client_id
        self.nonce = request.authorization_code.nonce if request.authorization_code else None
        self.end = time.time() + token["expires_in"]
        self.revoked = self.used = False

    def check_client(self, client):
        return self.client_id == client.client_id

    def get_scope(self):
        return self.token["scope"]

    def get_expires_in(self):
        return self.token["expires_in"]

    def is_expired(self):
        return self.end < time.time()

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return self.user

    def get_client(self):
        return None


class Provider:
    """Somebody agrees to everything at its pages."""

    def __init__(self):
        self.person = Person()
        self.key = RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)
        self.codes, self.tokens, self.requests = {}, [], []
        # What an ID token says otherwise, and with which key it is signed.
        self.claims, self.signing = {}, self.key
        # What is done at `/authorize` instead of agreeing.
        self.error = None
        self.shim = Shim(self.app(), self.requests)
        self.port = 0
        self.open()
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = Client(f"{SCHEME}://127.0.0.1:{self.port}/cordova/{SCHEME}/callback")

    def open(self):
        """At the same port again, after it was closed."""
        self.server = werkzeug.serving.make_server("127.0.0.1", self.port, self.shim, threaded=True)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def refreshable(self):
        """The refresh tokens that would be taken."""
        return [token for token in self.tokens if not token.revoked]

    def find(self, kind, value):
        return next((token for token in self.tokens if token.token[kind] == value), None)

    def app(self):
        provider = self
        app = flask.Flask("provider")
        app.config.update(
            OAUTH2_REFRESH_TOKEN_GENERATOR=True,
            OAUTH2_TOKEN_EXPIRES_IN={"authorization_code": 86_400, "refresh_token": 86_400})
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server = AuthorizationServer(
            app, lambda client_id: self.client if client_id == CLIENT else None,
            lambda token, request: self.tokens.append(Token(token, request)))

        class CodeGrant(grants.AuthorizationCodeGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

            def save_authorization_code(self, code, request):
                provider.codes[code] = Code(code, request)

            def query_authorization_code(self, code, client):
                return provider.codes.get(code)

            def delete_authorization_code(self, code):
                del provider.codes[code.code]

            def authenticate_user(self, code):
                return code.user

        class RefreshGrant(grants.RefreshTokenGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
            INCLUDE_NEW_REFRESH_TOKEN = True

            def authenticate_refresh_token(self, refresh_token):
                token = provider.find("refresh_token", refresh_token)
                return token if token and not token.revoked else None

            def authenticate_user(self, token):
                return token.user

            def revoke_old_credential(self, token):
                token.revoked = token.used = True

        class Identity:
            def resolve_client_private_key(self, client):
                return provider.signing

            def get_client_algorithm(self, client):
                return "RS256"

            def get_encode_header(self, client):
                return {"alg": "RS256", "typ": "JWT", "kid": provider.key.kid}

            def get_client_claims(self, client):
                now = int(time.time())
                return {"iss": provider.url + "/", "aud": [client.client_id], "iat": now, "exp": now + 36_000}

            def get_compatible_claims(self, request):
                return self.get_client_claims(request.client)

            def generate_user_info(self, user, scope):
                # Last of all, so that a test may say something wrong.
                return {"sub": user.id, **user.claims, **provider.claims}

        class IdentityOfCode(Identity, OpenIDCode):
            def exists_nonce(self, nonce, request):
                return any(token.nonce == nonce for token in provider.tokens)

        class IdentityOfRefresh(Identity, OpenIDToken):
            pass

        server.register_grant(CodeGrant, [CodeChallenge(required=True), IdentityOfCode(require_nonce=True)])
        server.register_grant(RefreshGrant, [IdentityOfRefresh()])

        class Revocation(RevocationEndpoint):
            CLIENT_AUTH_METHODS = ["none"]

            def query_token(self, value, hint):
                return provider.find("refresh_token", value)

            def revoke_token(self, token, request):
                token.revoked = True

        server.register_endpoint(Revocation)

        class Validator(BearerTokenValidator):
            def authenticate_token(self, value):
                return provider.find("access_token", value)

        protector = ResourceProtector()
        protector.register_token_validator(Validator())

        @app.get("/authorize")
        def authorize():
            if self.error:
                query = {"error": self.error, "error_description": "No.", "state": flask.request.args["state"]}
                return flask.redirect(self.client.redirect_uri + "?" + urllib.parse.urlencode(query))
            grant = server.get_consent_grant(end_user=self.person)
            return server.create_authorization_response(grant_user=self.person, grant=grant)

        app.post("/oauth/token", endpoint="token")(server.create_token_response)
        app.post("/oauth/revoke", endpoint="revoke")(lambda: server.create_endpoint_response("revocation"))

        @app.get("/userinfo")
        @protector("openid")
        def userinfo():
            return flask.jsonify({"sub": current_token.user.id, **current_token.user.claims})

        @app.get("/.well-known/jwks.json")
        def keys():
            return flask.jsonify({"keys": [self.key.as_dict(private=False)]})

        return app


class Shim:
    """Forms for JSON, and Auth0's numbers for Authlib's. Keeps what was asked."""

    def __init__(self, app, requests):
        self.app, self.requests = app, requests

    def __call__(self, environ, start):
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length)
        kept = {"method": environ["REQUEST_METHOD"], "path": environ["PATH_INFO"], "body": None,
                "query": dict(urllib.parse.parse_qsl(environ["QUERY_STRING"]))}
        if environ.get("CONTENT_TYPE", "").startswith("application/json"):
            if not body or len(body) < length:
                # Whoever asks has hung up before the end of the question.
                start("400 BAD REQUEST", [])
                return []
            kept["body"] = json.loads(body)
            body = urllib.parse.urlencode(kept["body"]).encode()
            environ.update(CONTENT_TYPE="application/x-www-form-urlencoded", CONTENT_LENGTH=str(len(body)))
        environ["wsgi.input"] = io.BytesIO(body)
        self.requests.append(kept)
        status = []

        def begin(line, headers, *rest):
            status.append((line, headers))
            return lambda _: None

        answer = b"".join(self.app(environ, begin))
        line, headers = status[0]
        if line.startswith("400") and b"invalid_grant" in answer:
            line = "403 FORBIDDEN"
        kept["status"] = int(line[:3])
        start(line, headers)
        return [answer]
