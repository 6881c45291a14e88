"""Google's own client for Python, on the server of the tests: that server is not merely an echo of our client."""
import json
import sys

import google.oauth2.credentials
import googleapiclient.discovery
import googleapiclient.errors
import pyotp

import schema
from server import ADMINISTRATOR, EMAIL, KEY, PASSWORD, Proxy, Server, code


def build(version, url, **more):
    return googleapiclient.discovery.build(
        "identitytoolkit", version, static_discovery=True, client_options={"api_endpoint": url}, **more)


def refused(name, call):
    try:
        call.execute()
    except googleapiclient.errors.HttpError as error:
        message = json.loads(error.content)["error"]["message"]
        assert message.split(":")[0].strip() == name, (message, name)
    else:
        raise AssertionError(f"was not refused with {name}")


def run(proxy, server):
    accounts = build("v1", proxy.url, developerKey=KEY).accounts()
    factors = build("v2", proxy.url, developerKey=KEY).accounts()
    admin = build("v2", proxy.url, credentials=google.oauth2.credentials.Credentials(ADMINISTRATOR)).projects()
    stranger = build("v2", proxy.url, credentials=google.oauth2.credentials.Credentials("nobody")).projects()
    wrong = build("v1", proxy.url, developerKey="wrong").accounts()

    login = {"email": EMAIL, "password": PASSWORD, "returnSecureToken": True}
    refused("INVALID_LOGIN_CREDENTIALS", accounts.signInWithPassword(body={**login, "password": "x"}))
    refused("INVALID_LOGIN_CREDENTIALS", accounts.signInWithPassword(body={**login, "email": "bob@example.org"}))
    refused("MISSING_PASSWORD", accounts.signInWithPassword(body={"email": EMAIL}))
    refused("INVALID_EMAIL", accounts.signInWithPassword(body={**login, "email": "ada"}))
    refused("API key not valid. Please pass a valid API key.", wrong.signInWithPassword(body=login))
    signed_in = accounts.signInWithPassword(body=login).execute()
    token = signed_in["idToken"]

    # The address first.
    start = {"idToken": token, "totpEnrollmentInfo": {}}
    refused("UNVERIFIED_EMAIL", factors.mfaEnrollment().start(body=start))
    accounts.sendOobCode(body={"requestType": "VERIFY_EMAIL", "idToken": token}).execute()
    assert accounts.update(body={"oobCode": server.mailed()}).execute()["emailVerified"]
    refused("INVALID_OOB_CODE", accounts.update(body={"oobCode": "x"}))
    refused("MISSING_ID_TOKEN", factors.mfaEnrollment().start(body={"totpEnrollmentInfo": {}}))
    refused("INVALID_ID_TOKEN", factors.mfaEnrollment().start(body={**start, "idToken": "x"}))

    # The project.
    name = "projects/demo/config"
    config = {"mfa": {"providerConfigs": [{"state": "DISABLED", "totpProviderConfig": {"adjacentIntervals": 0}}]}}
    refused("The caller does not have permission", stranger.updateConfig(name=name, updateMask="mfa", body=config))
    admin.updateConfig(name=name, updateMask="mfa", body=config).execute()
    refused("OPERATION_NOT_ALLOWED", factors.mfaEnrollment().start(body=start))
    provider = config["mfa"]["providerConfigs"][0]
    for intervals in (-1, 11):
        provider["totpProviderConfig"]["adjacentIntervals"] = intervals
        refused("INVALID_CONFIG", admin.updateConfig(name=name, updateMask="mfa", body=config))
    provider.update(state="ENABLED", totpProviderConfig={"adjacentIntervals": 2})
    assert admin.updateConfig(name=name, updateMask="mfa", body=config).execute()["mfa"] == config["mfa"]
    assert admin.getConfig(name=name).execute()["mfa"] == config["mfa"]

    # Enrolling, with pyotp as the authenticator app.
    info = factors.mfaEnrollment().start(body=start).execute()["totpSessionInfo"]
    assert (info["verificationCodeLength"], info["hashingAlgorithm"], info["periodSec"]) == (6, "SHA1", 30)
    app = pyotp.TOTP(info["sharedSecretKey"], interval=info["periodSec"])

    def verification(typed, **more):
        return {"totpVerificationInfo": {"verificationCode": typed, **more}}

    def finalize(typed, session=info["sessionInfo"]):
        body = {"idToken": token, "displayName": "pyotp", **verification(typed, sessionInfo=session)}
        return factors.mfaEnrollment().finalize(body=body)

    far = code(app, 4)
    refused("INVALID_CODE", finalize(far))
    refused("MISSING_CODE", finalize(""))
    refused("MISSING_SESSION_INFO", finalize(far, ""))
    refused("INVALID_SESSION_INFO", finalize(far, "x"))
    # A step before, which counts.
    finalize(code(app, -1)).execute()
    refused("INVALID_SESSION_INFO", finalize(app.now()))

    # Signing in.
    first = accounts.signInWithPassword(body=login).execute()
    assert "idToken" not in first and [info["displayName"] for info in first["mfaInfo"]] == ["pyotp"]
    factor = first["mfaInfo"][0]["mfaEnrollmentId"]

    def sign_in(typed, pending=first["mfaPendingCredential"], factor=factor):
        body = {"mfaPendingCredential": pending, "mfaEnrollmentId": factor, **verification(typed)}
        return factors.mfaSignIn().finalize(body=body)

    # The code of the enrolment is used up, and so are those before it.
    refused("INVALID_CODE", sign_in(code(app, -2)))
    refused("INVALID_MFA_PENDING_CREDENTIAL", sign_in(app.now(), pending="x"))
    refused("MISSING_CREDENTIAL", sign_in(app.now(), pending=""))
    refused("MFA_ENROLLMENT_NOT_FOUND", sign_in(app.now(), factor="totp"))
    refused("MISSING_MFA_ENROLLMENT_ID", sign_in(app.now(), factor=""))
    right = code(app, 1)
    token = sign_in(right).execute()["idToken"]
    refused("INVALID_MFA_PENDING_CREDENTIAL", sign_in(right))
    user = accounts.lookup(body={"idToken": token}).execute()["users"][0]
    assert user["email"] == EMAIL and user["emailVerified"] and user["mfaInfo"][0]["mfaEnrollmentId"] == factor

    # Removing.
    refused("MFA_ENROLLMENT_NOT_FOUND",
            factors.mfaEnrollment().withdraw(body={"idToken": token, "mfaEnrollmentId": "x"}))
    after = factors.mfaEnrollment().withdraw(body={"idToken": token, "mfaEnrollmentId": factor}).execute()
    refused("TOKEN_EXPIRED", accounts.lookup(body={"idToken": after["idToken"]}))
    assert "idToken" in accounts.signInWithPassword(body=login).execute()

    seen = {schema.check(verb, path.split("?")[0], json.loads(body), json.loads(text))
            for verb, path, _, body, status, text in proxy.kept if status == 200 and verb != "GET"}
    return seen


if __name__ == "__main__":
    with Server(sys.argv[1]) as server:
        proxy = Proxy(server.url)
        seen = run(proxy, server)
        print(f"Google's client for Python: {len(proxy.kept)} requests, answers of {len(seen)} methods as the schemas say")
