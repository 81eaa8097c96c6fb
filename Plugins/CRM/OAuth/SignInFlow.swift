import PeriluneCore
import PeriluneHTTP

/// What the user is asked to do.
public enum SignInPrompt: Hashable, Sendable {
    /// Open a page on this machine.
    case open(url: String)
    /// Open a page anywhere and type a code there.
    case enter(code: String, url: String)
}

/// Signs a user in: in a browser on this machine, or on any device with a code.
struct SignInFlow: Sendable {
    let endpoints: OAuthEndpoints
    let endpoint: TokenEndpoint
    let forms: TokenForms
    let pacing: Pacing

    /// The time limit for the user, in seconds.
    static let patience: Int64 = 900

    /// Shows a code, and polls until the user has entered it.
    func deviceCode(
        _ show: @Sendable (SignInPrompt) async -> Void
    ) async throws(PeriluneError) -> Value {
        let answer: Value
        switch try await endpoint.post(forms.deviceAuthorization, to: endpoints.deviceCode) {
        case .success(let value): answer = value
        case .failure(let refusal): throw refusal.error
        }
        guard let code = answer["device_code"]?.string, let typed = answer["user_code"]?.string,
            let url = answer["verification_uri"]?.string ?? answer["verification_url"]?.string
        else {
            throw PeriluneError("crm.token", "the authority's response contains no device code")
        }
        await show(.enter(code: typed, url: url))
        var interval = max(1, min(Self.number(answer["interval"]) ?? 5, 60))
        let lifetime = min(Self.number(answer["expires_in"]) ?? Self.patience, Self.patience)
        let end = pacing.now().microseconds + lifetime * 1_000_000
        while pacing.now().microseconds < end {
            try await sleep(.seconds(interval))
            switch try await endpoint.post(forms.deviceCode(Secret(code)), to: endpoints.token) {
            case .success(let value): return value
            case .failure(let refusal):
                switch refusal.name {
                case "authorization_pending": break
                case "slow_down": interval += 5
                default: throw refusal.error
                }
            }
        }
        throw PeriluneError(
            "crm.login", "timed out while waiting for the sign-in", hint: "try again")
    }

    /// Opens the authority's page, and listens on this machine for the redirect of the browser.
    func browser(
        _ show: @Sendable (SignInPrompt) async -> Void
    ) async throws(PeriluneError) -> Value {
        let verifier = Secret(Base64.encodeURL(try secureRandom(48)))
        let state = Base64.encodeURL(try secureRandom(24))
        let challenge = Base64.encodeURL(
            try SHA256.digest(Array(verifier.reveal().utf8)))
        let listener = try RedirectListener(state: state)
        let query = PercentEncoding.form(
            forms.authorization(
                redirect: listener.redirect, state: state, challenge: challenge))
        await show(.open(url: "\(endpoints.authorize)?\(query)"))
        let code = try await listener.code(patience: .seconds(Self.patience), pacing)
        let form = forms.code(code, redirect: listener.redirect, verifier: verifier)
        switch try await endpoint.post(form, to: endpoints.token, isRepeatable: false) {
        case .success(let value): return value
        case .failure(let refusal): throw refusal.error
        }
    }

    private static func number(_ value: Value?) -> Int64? {
        value?.integer ?? value?.string.flatMap { Int64($0) }
    }

    private func sleep(_ duration: Duration) async throws(PeriluneError) {
        do {
            try await pacing.sleep(duration)
        } catch {
            throw PeriluneError("crm.login", "the sign-in was cancelled")
        }
    }
}
