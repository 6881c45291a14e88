"""ID tokens, good and bad ones: our client and a library that others wrote accept and refuse the same.

Each row says what is right and why, so that two who err alike are found too. Where the library is known to be laxer or
stricter than the rule, the row says so.
"""
import base64
import dataclasses
import hashlib
import hmac
import json
import pathlib
import subprocess
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

ISSUER, CLIENT, NONCE, NOW = "https://tenant.example.org/", "the-app", "n-0S6_WzA2Mj", 1_800_000_000
CLAIMS = {
    "iss": ISSUER, "sub": "auth0|1", "aud": CLIENT, "exp": NOW + 3600, "iat": NOW - 5, "nonce": NONCE,
    "email": "ada@example.org", "email_verified": True,
}


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value):
    return encoded(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def public(key, kid, **more):
    numbers = key.public_key().public_numbers()
    return {"kty": "RSA", "kid": kid, "n": number(numbers.n), "e": number(numbers.e), **more}


one, two, wide, locked, twin, double, stranger, packer = (
    rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(8))
curve = ec.generate_private_key(ec.SECP256R1())
point = curve.public_key().public_numbers()
JWKS = {"keys": [
    public(one, "one", use="sig", alg="RS256"),
    public(two, "two"),
    public(wide, "wide", use="sig", alg="RS512"),
    public(locked, "locked", use="enc"),
    public(twin, "twins", use="sig", alg="RS256"),
    public(double, "twins", use="sig", alg="RS256"),
    {"kty": "EC", "kid": "curve", "crv": "P-256", "use": "sig", "alg": "ES256",
     "x": encoded(point.x.to_bytes(32, "big")), "y": encoded(point.y.to_bytes(32, "big"))},
    public(packer, "packer", key_ops=["encrypt"]),
    public(packer, "K"),
    {"kty": "oct", "kid": "shared", "k": encoded(b"a secret that everybody knows...")},
]}
PEM = one.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
DER = one.public_key().public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)

# -- Making tokens -----------------------------------------------------------------------------------------------------


def rs(digest, key=None):
    return lambda data: (key or one).sign(data, padding.PKCS1v15(), digest)


def ps256(data):
    return one.sign(data, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())


def es256(data):
    r, s = decode_dss_signature(curve.sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def hs256(secret):
    return lambda data: hmac.new(secret, data, hashlib.sha256).digest()


def parts(header=None, payload=None, sign=None):
    """The parts of a token that is right but for what is given: text, bytes or what becomes JSON."""
    header = {"alg": "RS256", "typ": "JWT", "kid": "one"} if header is None else header
    payload = CLAIMS if payload is None else payload
    pieces = []
    for piece in (header, payload):
        if isinstance(piece, dict | list):
            piece = json.dumps(piece)
        pieces.append(encoded(piece.encode() if isinstance(piece, str) else piece))
    data = ".".join(pieces).encode()
    return [*pieces, encoded((sign or rs(hashes.SHA256()))(data))]


def token(header=None, payload=None, sign=None):
    return ".".join(parts(header, payload, sign))


def head(**more):
    """With another header; None leaves a member out."""
    header = {"alg": "RS256", "typ": "JWT", "kid": "one", **more}
    return {key: value for key, value in header.items() if value is not None}


def claims(**more):
    """With other claims; None leaves one out."""
    payload = {**CLAIMS, **more}
    return {key: value for key, value in payload.items() if value is not None}


def text(old, new):
    """The claims as JSON with something replaced that no value of Python's becomes."""
    whole = json.dumps(CLAIMS)
    assert whole.count(old) == 1, old
    return whole.replace(old, new)


def plain_alphabet():
    """A token that decodes only as base64url, with the signs of base64."""
    for count in range(1000):
        made = token(payload=claims(jti=str(count)))
        if {"-", "_"} <= set(made.split(".")[2]):
            first, second, third = made.split(".")
            return f"{first}.{second}.{third.replace('-', '+').replace('_', '/')}"
    raise AssertionError("no such signature")


def flipped(made):
    """With one bit of the signature flipped, in its middle."""
    first, second, third = made.split(".")
    data = bytearray(base64.urlsafe_b64decode(third + "=" * (-len(third) % 4)))
    data[100] ^= 1
    return f"{first}.{second}.{encoded(bytes(data))}"


def unused_bits(made):
    """The last sign of the signature with other unused bits: the same bytes, written in another way."""
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    assert len(made.split(".")[2]) % 4 == 2
    return made[:-1] + signs[signs.index(made[-1]) | 1]


RIGHT = token()
H, P, S = RIGHT.split(".")
EMBEDDED = public(stranger, "one")
DEEP = "[" * 20_000 + "]" * 20_000
LONG = [CLIENT, "another"]


@dataclasses.dataclass
class Row:
    name: str
    accepted: bool
    rule: str
    token: str
    # What the library says when it is not the same: "laxer" or "stricter".
    library: str = ""


def good(name, rule, made, library=""):
    return Row(name, True, rule, made, library)


def bad(name, rule, made, library=""):
    return Row(name, False, rule, made, library)


SHAPE = "three parts of base64url without padding"
ALG = "the algorithm is RS256, whatever the header says"
KID = "the header names the key of the server's set"
SIGNED = "the signature is by that key and over these parts"
JSON = "header and claims are one JSON object each, in UTF-8, no name twice"
ISS, SUB, AUD = "iss is the issuer, letter by letter", "there is a sub", "aud is the client, or a list with it"
AZP, EXP = "azp is the client when there are several in aud", "exp is at most 60 seconds ago, and a number"
IAT, OWN = "there is an iat, a number, and it lies ten minutes ahead at most", "the nonce is the one that was sent"
NBF = "an nbf that is there is a number, and at most 60 seconds ahead"
TWINS = "two keys of one kid are both of no use"
CRIT = "what the header calls critical is not known"
IGNORED = "nothing asks for it, and it changes nothing"

ROWS = [
    good("plain", "all rules", RIGHT),
    good("another key of the set", KID, token(head(kid="two"), sign=rs(hashes.SHA256(), two))),
    good("no typ", IGNORED, token(head(typ=None))),
    good("header in another order, with blanks", JSON, token('{ "kid":"one",\n "alg" : "RS256" }')),
    good("claims in another order, with escapes", JSON, token(
        payload=json.dumps(dict(reversed(CLAIMS.items())), indent=2).replace("email_", r"email\u005f"))),
    good("aud is a list of one", AUD, token(payload=claims(aud=[CLIENT]))),
    good("aud is a list, azp is the client", AZP, token(payload=claims(aud=LONG, azp=CLIENT))),
    good("aud is one, azp is the client", AZP, token(payload=claims(azp=CLIENT))),
    good("expired 59 seconds ago", EXP, token(payload=claims(exp=NOW - 59))),
    good("expired 60 seconds ago", EXP, token(payload=claims(exp=NOW - 60)), "stricter"),
    good("iat of a clock that is 30 seconds fast", IAT, token(payload=claims(iat=NOW + 30))),
    good("iat of a clock that is ten minutes fast", IAT, token(payload=claims(iat=NOW + 600)), "stricter"),
    good("exp with a fraction", "RFC 7519, 2: a time may have one", token(payload=text(str(NOW + 3600), f"{NOW + 3600}.5"))),
    good("claims that nobody asked for", IGNORED, token(payload=claims(
        auth_time=NOW - 9, amr=["pwd"], **{"https://example.org/roles": {"a": [1, 2.5, None, True]}}))),
    good("nbf of a clock that is 60 seconds fast", NBF, token(payload=claims(nbf=NOW + 60))),
    good("nbf long ago", NBF, token(payload=claims(nbf=0))),
    good("letters of all kinds", JSON, token(payload=claims(name="Ādā 😀 Лав", given_name="Ada\0"))),
    good("a jku and an x5u, and the key of the set", IGNORED, token(head(
        jku="https://attacker.example.org/jwks.json", x5u="https://attacker.example.org/cert"))),
    good("an embedded key, and signed with the key of the set", IGNORED, token(head(jwk=JWKS["keys"][6]))),

    bad("empty", SHAPE, ""),
    bad("one part", SHAPE, H),
    bad("two parts", SHAPE, f"{H}.{P}"),
    bad("four parts", SHAPE, f"{RIGHT}.{S}"),
    bad("five parts", SHAPE, f"{H}.{P}.{S}.{P}.{S}"),
    bad("only dots", SHAPE, ".."),
    bad("a dot behind", SHAPE, f"{RIGHT}."),
    bad("a blank before", SHAPE, f" {RIGHT}"),
    bad("a line end behind", SHAPE, f"{RIGHT}\n"),
    bad("a line end inside", SHAPE, f"{H}.{P}.{S[:40]}\n{S[40:]}"),
    bad("padding", SHAPE, f"{RIGHT}=="),
    bad("padding in the header", SHAPE, token(token(head(x="")).split(".")[0] + "=")),
    bad("the alphabet of base64", SHAPE, plain_alphabet()),
    bad("a sign that is none of base64url", SHAPE, f"{H}.{P}.{S[:-1]}!"),
    bad("a letter that is not ASCII", SHAPE, f"{H}.{P}.{S[:-1]}é"),
    bad("unused bits that are set", "RFC 4648, 3.5: a token has one spelling", unused_bits(RIGHT)),
    bad("percent signs", SHAPE, RIGHT.replace(".", "%2E")),

    bad("alg none, no signature", ALG, ".".join(parts(head(alg="none"), sign=lambda _: b""))),
    bad("alg none, signed", ALG, token(head(alg="none"))),
    bad("alg NONE", ALG, ".".join(parts(head(alg="NONE"), sign=lambda _: b""))),
    bad("alg RS256, no signature", SIGNED, ".".join(parts(sign=lambda _: b""))),
    bad("no alg", ALG, token(head(alg=None))),
    bad("alg in small letters", ALG, token(head(alg="rs256"))),
    bad("alg with a blank", ALG, token(head(alg="RS256 "))),
    bad("alg is a list", ALG, token(head(alg=["RS256"]))),
    bad("HS256 with the public key in PEM", ALG, token(head(alg="HS256"), sign=hs256(PEM))),
    bad("HS256 with the public key in DER", ALG, token(head(alg="HS256"), sign=hs256(DER))),
    bad("HS256 with the shared key of the set", ALG, token(
        head(alg="HS256", kid="shared"), sign=hs256(b"a secret that everybody knows..."))),
    bad("RS256 with the public key as secret", ALG, token(sign=hs256(PEM))),
    bad("RS384", ALG, token(head(alg="RS384"), sign=rs(hashes.SHA384()))),
    bad("RS512", ALG, token(head(alg="RS512", kid="wide"), sign=rs(hashes.SHA512(), wide))),
    bad("RS512 signed, RS256 said", SIGNED, token(sign=rs(hashes.SHA512()))),
    bad("PS256", ALG, token(head(alg="PS256"), sign=ps256)),
    bad("PS256 signed, RS256 said", SIGNED, token(sign=ps256)),
    bad("ES256", ALG, token(head(alg="ES256", kid="curve"), sign=es256)),

    bad("an unknown kid", KID, token(head(kid="three"))),
    bad("no kid", KID, token(head(kid=None))),
    bad("an empty kid", KID, token(head(kid=""))),
    bad("kid is a number", KID, token(head(kid=1))),
    bad("kid in capitals", KID, token(head(kid="ONE"))),
    bad("the kid of another key", SIGNED, token(head(kid="two"))),
    bad("the kid of a key on a curve", KID, token(head(kid="curve"))),
    bad("a key of the set that is for RS512", KID, token(head(kid="wide"), sign=rs(hashes.SHA256(), wide))),
    bad("a key of the set that is for encryption", KID, token(head(kid="locked"), sign=rs(hashes.SHA256(), locked))),
    bad("a key of the set whose operations are others", "RFC 7517, 4.3", token(
        head(kid="packer"), sign=rs(hashes.SHA256(), packer))),
    bad("a kid that only looks like another", KID, token(head(kid="\u212a"), sign=rs(hashes.SHA256(), packer))),
    bad("the first of two keys of one kid", TWINS, token(head(kid="twins"), sign=rs(hashes.SHA256(), twin)), "laxer"),
    bad("the second of two keys of one kid", TWINS, token(head(kid="twins"), sign=rs(hashes.SHA256(), double))),
    bad("a path for a kid", KID, token(head(kid="../../one"))),

    bad("signed by a stranger", SIGNED, token(sign=rs(hashes.SHA256(), stranger))),
    bad("signed by a stranger, whose key is embedded", SIGNED, token(
        head(jwk=EMBEDDED), sign=rs(hashes.SHA256(), stranger))),
    bad("signed by a stranger, whose key is embedded, no kid", SIGNED, token(
        head(jwk=EMBEDDED, kid=None), sign=rs(hashes.SHA256(), stranger))),
    bad("signed by a stranger, whose key is at a jku", SIGNED, token(
        head(jku="https://attacker.example.org/jwks.json"), sign=rs(hashes.SHA256(), stranger))),
    bad("signed by a stranger, whose certificate is at an x5u", SIGNED, token(
        head(x5u="https://attacker.example.org/cert"), sign=rs(hashes.SHA256(), stranger))),
    bad("the signature of another token", SIGNED, f"{H}.{P}.{token(payload=claims(sub='auth0|2')).split('.')[2]}"),
    bad("the claims of another token", SIGNED, f"{H}.{token(payload=claims(sub='auth0|2')).split('.')[1]}.{S}"),
    bad("the header of another token", SIGNED, f"{token(head(typ='at+jwt')).split('.')[0]}.{P}.{S}"),
    bad("a bit of the signature flipped", SIGNED, flipped(RIGHT)),
    bad("half a signature", SIGNED, f"{H}.{P}.{S[:172]}"),
    bad("a signature without its last byte", SIGNED, f"{H}.{P}.{encoded(base64.urlsafe_b64decode(S + '==')[:-1])}"),
    bad("a zero before the signature", SIGNED, f"{H}.{P}.{encoded(bytes(1) + base64.urlsafe_b64decode(S + '=='))}"),
    bad("a signature of zeros", SIGNED, f"{H}.{P}.{encoded(bytes(256))}"),

    bad("an unknown critical member", CRIT, token(head(crit=["exp"], exp=NOW + 3600))),
    bad("a critical member that is not there", CRIT, token(head(crit=["more"]))),
    bad("nothing is critical", "RFC 7515, 4.1.11: crit is not empty", token(head(crit=[])), "laxer"),
    bad("crit is null", CRIT, token('{"alg": "RS256", "kid": "one", "crit": null}')),
    bad("b64 is false, and not critical", CRIT, token(head(b64=False))),
    bad("a header of what is encrypted", CRIT, token(head(enc="A128GCM"))),
    bad("a header of what is packed", CRIT, token(head(zip="DEF"))),
    bad("crit is a text", CRIT, token(head(crit="exp"))),
    bad("b64 is false, and critical", CRIT, f"{encoded(json.dumps(head(b64=False, crit=['b64'])).encode())}.{P}.{S}"),
    bad("claims that are not encoded", CRIT, ".".join(
        [encoded(json.dumps(head(b64=False, crit=["b64"])).encode()), json.dumps(CLAIMS), S])),

    bad("a header that is no JSON", JSON, token("alg: RS256")),
    bad("a header that is a list", JSON, token('["RS256"]')),
    bad("a header with alg twice", JSON, token('{"alg": "none", "alg": "RS256", "kid": "one"}'), "laxer"),
    bad("a header with alg twice, the other way round", JSON, token('{"alg": "RS256", "alg": "none", "kid": "one"}')),
    bad("a header with kid twice", JSON, token('{"alg": "RS256", "kid": "two", "kid": "one"}'), "laxer"),
    bad("a header with alg twice, once with an escape", JSON, token(
        r'{"alg": "RS256", "\u0061lg": "RS256", "kid": "one"}'), "laxer"),
    bad("a header that goes deep", JSON, token('{"alg": "RS256", "kid": "one", "x": %s}' % DEEP)),
    bad("claims that are no JSON", JSON, token(payload="iss")),
    bad("no claims", JSON, token(payload=b"")),
    bad("claims that are a list", JSON, token(payload=json.dumps([CLAIMS]))),
    bad("claims that are a text", JSON, token(payload=json.dumps(json.dumps(CLAIMS)))),
    bad("claims with something behind", JSON, token(payload=json.dumps(CLAIMS) + "{}")),
    bad("claims with a comma too much", JSON, token(payload=json.dumps(CLAIMS)[:-1] + ",}")),
    bad("claims with a comment", JSON, token(payload=json.dumps(CLAIMS)[:-1] + "/* */}")),
    bad("claims in single quotes", JSON, token(payload=json.dumps(CLAIMS).replace('"', "'"))),
    bad("claims with aud twice", JSON, token(
        payload=text('"aud": "the-app"', '"aud": "another", "aud": "the-app"')), "laxer"),
    bad("claims with aud twice, the other way round", JSON, token(
        payload=text('"aud": "the-app"', '"aud": "the-app", "aud": "another"'))),
    bad("claims with the same aud twice", JSON, token(
        payload=text('"aud": "the-app"', '"aud": "the-app", "aud": "the-app"')), "laxer"),
    bad("claims with exp twice", JSON, token(
        payload=text(f'"exp": {NOW + 3600}', f'"exp": 1, "exp": {NOW + 3600}')), "laxer"),
    bad("a name twice, deep inside", JSON, token(payload=json.dumps(CLAIMS)[:-1] + ', "x": {"a": 1, "a": 2}}'), "laxer"),
    bad("claims with a BOM", JSON, token(payload="\ufeff" + json.dumps(CLAIMS)), "laxer"),
    bad("claims in UTF-16", JSON, token(payload=json.dumps(CLAIMS).encode("utf-16-le")), "laxer"),
    bad("claims that are no UTF-8", JSON, token(payload=text("ada@", "@@@").encode().replace(b"@@@", b"\xff\xfe@"))),
    bad("half of a surrogate pair", JSON, token(payload=text("ada@", r"\ud800@")), "laxer"),
    bad("a line end in a text", JSON, token(payload=text("ada@", "a\nda@"))),
    bad("claims that go deep", JSON, token(payload=json.dumps(CLAIMS)[:-1] + f', "x": {DEEP}}}')),
    bad("a number that is none", JSON, token(payload=json.dumps(CLAIMS)[:-1] + ', "x": NaN}'), "laxer"),
    bad("a number with a zero before", JSON, token(payload=text(str(NOW - 5), f"0{NOW - 5}"))),

    bad("no iss", ISS, token(payload=claims(iss=None))),
    bad("iss without its slash", ISS, token(payload=claims(iss=ISSUER[:-1]))),
    bad("iss with two slashes", ISS, token(payload=claims(iss=ISSUER + "/"))),
    bad("iss with a blank behind", ISS, token(payload=claims(iss=ISSUER + " "))),
    bad("iss in capitals", ISS, token(payload=claims(iss=ISSUER.upper()))),
    bad("iss by http", ISS, token(payload=claims(iss=ISSUER.replace("https", "http")))),
    bad("iss of another", ISS, token(payload=claims(iss="https://attacker.example.org/"))),
    bad("iss is a list", ISS, token(payload=claims(iss=[ISSUER]))),
    bad("no sub", SUB, token(payload=claims(sub=None))),
    bad("an empty sub", SUB, token(payload=claims(sub=""))),
    bad("sub is a number", SUB, token(payload=claims(sub=1))),
    bad("no aud", AUD, token(payload=claims(aud=None))),
    bad("aud of another", AUD, token(payload=claims(aud="another"))),
    bad("aud with the client inside", AUD, token(payload=claims(aud=f"{CLIENT} another"))),
    bad("aud is an empty list", AUD, token(payload=claims(aud=[]))),
    bad("aud is a list without the client", AUD, token(payload=claims(aud=["another"]))),
    bad("aud is a list with something that is no text", AUD, token(payload=claims(aud=[CLIENT, 1], azp=CLIENT))),
    bad("aud is an object", AUD, token(payload=claims(aud={CLIENT: True}))),
    bad("aud is a list of several, no azp", AZP, token(payload=claims(aud=LONG))),
    bad("aud is a list of several, azp is another", AZP, token(payload=claims(aud=LONG, azp="another"))),
    bad("aud is one, azp is another", "OpenID Connect Core, 3.1.3.7: an azp that is there is the client", token(
        payload=claims(azp="another"))),
    bad("no exp", EXP, token(payload=claims(exp=None))),
    bad("expired 61 seconds ago", EXP, token(payload=claims(exp=NOW - 61))),
    bad("expired long ago", EXP, token(payload=claims(exp=0))),
    bad("exp is negative", EXP, token(payload=claims(exp=-(2**63)))),
    bad("exp is a text", EXP, token(payload=claims(exp=str(NOW + 3600)))),
    bad("exp is null", EXP, token(payload=text(f'"exp": {NOW + 3600}', '"exp": null'))),
    bad("exp is yes", EXP, token(payload=claims(exp=True))),
    bad("exp is a list", EXP, token(payload=claims(exp=[NOW + 3600]))),
    bad("exp is NaN", EXP, token(payload=text(f'"exp": {NOW + 3600}', '"exp": NaN'))),
    bad("exp is Infinity", EXP, token(payload=text(f'"exp": {NOW + 3600}', '"exp": Infinity'))),
    bad("exp is larger than any number", EXP, token(payload=text(f'"exp": {NOW + 3600}', '"exp": 1e999'))),
    bad("nbf in 61 seconds", NBF, token(payload=claims(nbf=NOW + 61))),
    bad("nbf is a text", NBF, token(payload=claims(nbf="soon"))),
    bad("nbf is null", NBF, token(payload=json.dumps(CLAIMS)[:-1] + ', "nbf": null}')),
    bad("azp is null", AZP, token(payload=json.dumps(CLAIMS)[:-1] + ', "azp": null}')),
    bad("iat of a clock that is an hour fast", IAT, token(payload=claims(iat=NOW + 3600))),
    bad("no iat", IAT, token(payload=claims(iat=None))),
    bad("iat is a text", IAT, token(payload=claims(iat=str(NOW - 5)))),
    bad("iat is null", IAT, token(payload=text(f'"iat": {NOW - 5}', '"iat": null'))),
    bad("no nonce", OWN, token(payload=claims(nonce=None))),
    bad("another nonce", OWN, token(payload=claims(nonce="another"))),
    bad("an empty nonce", OWN, token(payload=claims(nonce=""))),
    bad("a nonce in capitals", OWN, token(payload=claims(nonce=NONCE.upper()))),
    bad("a nonce with more behind", OWN, token(payload=claims(nonce=NONCE + "\0"))),
    bad("nonce is a list", OWN, token(payload=claims(nonce=[NONCE])), "laxer"),
]

# When none was sent, none is asked for.
WITHOUT_NONCE = [
    good("no nonce was sent, none is there", OWN, token(payload=claims(nonce=None))),
    good("no nonce was sent, one is there", OWN, RIGHT),
    bad("no nonce was sent, the rest is as wrong as ever", ISS, token(payload=claims(nonce=None, iss=None))),
]

# -- Asking both -------------------------------------------------------------------------------------------------------

KEYS = KeySet.import_key_set(JWKS)


def theirs(row, nonce):
    """Whether the library accepts a token, by its own checks of claims wherever it has one."""
    options = {
        "iss": {"essential": True, "value": ISSUER}, "sub": {"essential": True},
        "aud": {"essential": True, "value": CLIENT}, "exp": {"essential": True}, "iat": {"essential": True},
    }
    if nonce:
        options["nonce"] = {"essential": True, "value": nonce}
    try:
        found = jwt.decode(row.token, KEYS, algorithms=["RS256"])
        # That several audiences need an azp is not among the library's rules; what an azp has to be is checked by it.
        aud = found.claims.get("aud")
        options["azp"] = {"essential": isinstance(aud, list) and len(aud) > 1, "value": CLIENT}
        jwt.JWTClaimsRegistry(now=NOW, leeway=60, **options).validate(found.claims)
    except (JoseError, ValueError, TypeError, AttributeError, RecursionError, KeyError, AssertionError) as error:
        return False, repr(error)
    return True, "accepted"


def ours(command, rows, nonce, folder):
    file = pathlib.Path(folder) / "id-tokens.json"
    table = {"issuer": ISSUER, "clientId": CLIENT, "now": NOW, "jwks": JWKS,
             "tokens": [{"name": row.name, "token": row.token} for row in rows]}
    file.write_text(json.dumps(table if nonce is None else {**table, "nonce": nonce}))
    run = subprocess.run(
        [command, "registration", "--check-tokens", file], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout + run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["name"] for answer in answers] == [row.name for row in rows], run.stdout
    assert all(answer["accepted"] or answer["reason"] for answer in answers), run.stdout
    return answers


def main(command, folder):
    wrong, kinds = [], set()
    for rows, nonce in ((ROWS, NONCE), (WITHOUT_NONCE, None)):
        assert len({row.name for row in rows}) == len(rows), "a name stands twice"
        answers = ours(command, rows, nonce, folder) if command != "-" else [{"accepted": row.accepted} for row in rows]
        for row, answer in zip(rows, answers):
            library, why = theirs(row, nonce)
            said = {(True, False): "laxer", (False, True): "stricter"}.get((library, row.accepted), "")
            if answer["accepted"] != row.accepted:
                wrong.append(f"{row.name}: is {'accepted' if answer['accepted'] else 'refused'} ({row.rule})")
            if said != row.library:
                wrong.append(f"{row.name}: the library is {said or 'right'} here, {row.library or 'right'} is told: {why}")
            kinds.add(answer.get("reason"))
    if wrong:
        sys.exit("\n".join(wrong))
    whole = ROWS + WITHOUT_NONCE
    right = [row for row in whole if row.accepted]
    apart = [row for row in whole if row.library]
    print(f"{len(right)} good and {len(whole) - len(right)} bad ID tokens are told apart, "
          f"with {len(kinds) - 1} reasons; joserfc says the same of all but {len(apart)}, "
          f"of which it accepts {sum(row.library == 'laxer' for row in apart)} that it should not")


if __name__ == "__main__":
    main(*sys.argv[1:])
