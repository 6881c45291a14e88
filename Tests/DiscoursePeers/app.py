"""An app in Python, which asks the site of the tests for keys: `cryptography` decrypts what that site has encrypted. The
site's program is the first argument."""

import base64
import html
import http.cookiejar
import json
import re
import secrets
import subprocess
import sys
import urllib.parse
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa


class Stays(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, fp, code, msg, headers, newurl):
        return None


def visit(opener, url, fields=None):
    body = urllib.parse.urlencode(fields).encode() if fields is not None else None
    try:
        return opener.open(urllib.request.Request(url, body))
    except urllib.error.HTTPError as answer:
        return answer


def main():
    site = subprocess.Popen(
        [sys.argv[1], "serve", "discourse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    base = site.stdout.readline().strip()
    opener = urllib.request.build_opener(
        Stays, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    visit(opener, base + "/login", {"login": "ada", "password": "correct horse"})
    for number in range(8):
        key = rsa.generate_private_key(65537, 2048)
        oaep = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)
        scheme = oaep if number % 2 else padding.PKCS1v15()
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        nonce = secrets.token_hex(16)
        query = {
            "application_name": "Python", "client_id": secrets.token_hex(32),
            "scopes": "notifications,session_info,one_time_password", "public_key": public.decode(),
            "nonce": nonce, "auth_redirect": "discourse://auth_redirect",
            "padding": "oaep" if number % 2 else "pkcs1",
        }
        page = visit(opener, base + "/user-api-key/new?" + urllib.parse.urlencode(query)).read().decode()
        fields = {
            html.unescape(name): html.unescape(value)
            for name, value in re.findall(r'name="([^"]*)" value="([^"]*)"', page)
        }
        place = visit(opener, base + "/user-api-key", fields).headers["Location"]
        answer = urllib.parse.parse_qs(urllib.parse.urlsplit(place).query, strict_parsing=True)
        payload = json.loads(key.decrypt(base64.b64decode(answer["payload"][0]), scheme))
        assert payload["nonce"] == nonce and payload["api"] == 4, payload.keys()
        otp = key.decrypt(base64.b64decode(answer["oneTimePassword"][0]), scheme).decode()
        assert re.fullmatch("[0-9a-f]{32}", otp)
        assert visit(opener, base + "/session/otp/" + otp).headers["Location"] == "/"
        request = urllib.request.Request(
            base + "/session/current.json", headers={"User-Api-Key": payload["key"]})
        assert json.load(urllib.request.urlopen(request))["current_user"]["username"] == "ada"
    site.stdin.close()
    site.wait()
    print("an app in Python reads what the site of the tests writes")


main()
