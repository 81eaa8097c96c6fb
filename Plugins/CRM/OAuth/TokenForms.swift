import PeriluneCore
import PeriluneHTTP

/// What is sent to get a token, by the kind of grant and the version of the endpoint.
struct TokenForms: Sendable {
    typealias Form = [(name: String, value: String)]

    let options: OAuthOptions
    /// The root of the organization, without a slash at its end.
    let organization: String

    /// The application itself.
    func clientCredentials(_ secret: Secret) -> Form {
        form("client_credentials", [("client_secret", secret.reveal())], scope: ".default")
    }

    /// A user by password.
    func password(_ user: String, _ password: Secret) -> Form {
        form("password", [("username", user), ("password", password.reveal())])
    }

    /// The next token.
    func refresh(_ token: Secret) -> Form {
        form("refresh_token", [("refresh_token", token.reveal())])
    }

    /// The form that exchanges the code from the browser for tokens.
    func code(_ code: Secret, redirect: String, verifier: Secret) -> Form {
        form(
            "authorization_code",
            [
                ("code", code.reveal()), ("redirect_uri", redirect),
                ("code_verifier", verifier.reveal()),
            ])
    }

    /// The form that asks whether the user has signed in.
    func deviceCode(_ code: Secret) -> Form {
        // The first version has a name of its own for the code, and none for the grant's URN.
        options.version == .v1
            ? form("device_code", [("code", code.reveal())])
            : form(
                "urn:ietf:params:oauth:grant-type:device_code", [("device_code", code.reveal())])
    }

    /// The request for a device code.
    var deviceAuthorization: Form { [("client_id", options.client), audience()] }

    /// The query of the sign-in page.
    func authorization(redirect: String, state: String, challenge: String) -> Form {
        [
            ("response_type", "code"), ("client_id", options.client), ("redirect_uri", redirect),
            ("state", state), ("code_challenge", challenge), ("code_challenge_method", "S256"),
            audience(),
        ]
    }

    private func form(_ grant: String, _ rest: Form, scope: String? = nil) -> Form {
        [("grant_type", grant), ("client_id", options.client)] + rest + [audience(scope)]
    }

    /// The resource or scope that the token is for.
    private func audience(_ permission: String? = nil) -> (name: String, value: String) {
        switch options.version {
        case .v1: return ("resource", organization)
        case .v2:
            let scope = "\(organization)/\(permission ?? "user_impersonation")"
            return ("scope", permission == nil ? scope + " offline_access openid profile" : scope)
        }
    }
}
