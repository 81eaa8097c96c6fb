"""Signs in to a sandbox with MSAL, and with ADAL where it is installed.

    python oauth_msal.py https://localhost:PORT CA.pem

The sandbox is `perilune crm sandbox --auth` with a certificate that CA.pem vouches for: both libraries
refuse anything but https. Needs msal 1.39.0 and requests; adal 1.2.7 if it is there.
"""

import os
import sys
import threading
import urllib.parse

import msal
import requests

root, ca = sys.argv[1].rstrip("/"), sys.argv[2]
USER, PASSWORD = "dev@sandbox.local", "sandbox"
# requests lets the environment overrule a session, and adal makes sessions of its own.
os.environ["REQUESTS_CA_BUNDLE"] = ca
parts = urllib.parse.urlsplit(root)


class Session(requests.Session):
    """MSAL asks for the user's realm at the authority's host but forgets the port."""

    def request(self, method, url, **more):
        bare = "https://" + parts.hostname + "/"
        return super().request(method, url.replace(bare, root + "/", 1), **more)


http = Session()
http.verify = ca


def check(name, result):
    assert "access_token" in result, (name, result.get("error"), result.get("error_description"))
    answer = http.get(
        root + "/api/data/v9.2/WhoAmI",
        headers={"Authorization": "Bearer " + result["access_token"]},
    )
    assert answer.status_code == 200, (name, answer.status_code)
    assert answer.json()["UserId"], name
    print("ok", name)
    return result


def settings():
    return {"oidc_authority": root + "/sandbox/v2.0", "instance_discovery": False, "http_client": http}


# Without a token the organization says who gives one.
refused = http.get(root + "/api/data/v9.2/WhoAmI", headers={"Authorization": "Bearer"})
assert refused.status_code == 401
challenge = refused.headers["WWW-Authenticate"]
assert challenge.startswith("Bearer authorization_uri=" + root + "/oauth2/authorize"), challenge
print("ok challenge")

application = msal.ConfidentialClientApplication(
    "perilune-dev", client_credential="sandbox-secret", **settings()
)
check("client credentials", application.acquire_token_for_client([root + "/.default"]))

wrong = msal.ConfidentialClientApplication("perilune-dev", client_credential="x", **settings())
result = wrong.acquire_token_for_client([root + "/.default"])
assert result.get("error") == "invalid_client", result
print("ok wrong secret")

person = msal.PublicClientApplication("any-client", **settings())
scopes = [root + "/user_impersonation"]
result = check("password", person.acquire_token_by_username_password(USER, PASSWORD, scopes))
check("refresh", person.acquire_token_by_refresh_token(result["refresh_token"], scopes))
accounts = person.get_accounts()
assert accounts and accounts[0]["username"] == USER, accounts
check("silent", person.acquire_token_silent(scopes, accounts[0], force_refresh=True))

flow = person.initiate_device_flow(scopes)
assert "user_code" in flow, flow


def approve():
    page = http.post(flow["verification_uri"], data={"user_code": flow["user_code"]})
    assert page.status_code == 200, page.status_code


threading.Timer(1.5, approve).start()
check("device code", person.acquire_token_by_device_flow(flow))

# The browser's part: follow the page to the redirect, and hand over what it brought.
flow = person.initiate_auth_code_flow(scopes, redirect_uri="http://localhost:5000/")
page = http.get(flow["auth_uri"], allow_redirects=False)
assert page.status_code == 302, page.status_code
query = urllib.parse.urlsplit(page.headers["Location"]).query
check("code with PKCE", person.acquire_token_by_auth_code_flow(flow, dict(urllib.parse.parse_qsl(query))))

# An authority with a tenant, as the login pages of the cloud have it: userrealm comes first there.
tenant = msal.PublicClientApplication(
    "any-client", authority=root + "/common", instance_discovery=False, http_client=http
)
check("password by tenant", tenant.acquire_token_by_username_password(USER, PASSWORD, scopes))

try:
    import adal
except ImportError:
    print("skipped adal: it is not installed")
else:
    context = adal.AuthenticationContext(
        root + "/common", validate_authority=False, verify_ssl=ca, api_version=None
    )
    token = context.acquire_token_with_client_credentials(root, "perilune-dev", "sandbox-secret")
    check("adal client credentials", {"access_token": token["accessToken"]})
    token = context.acquire_token_with_username_password(root, USER, PASSWORD, "any-client")
    check("adal password", {"access_token": token["accessToken"]})
    token = context.acquire_token_with_refresh_token(token["refreshToken"], "any-client", root)
    check("adal refresh", {"access_token": token["accessToken"]})
