public import PeriluneCore
public import PeriluneHTTP

/// Tokens of an OAuth authority: cached, renewed before they expire, and fetched once for all waiting callers.
public actor OAuthTokenProvider: TokenProvider {
    private let options: OAuthOptions
    private let discovery: AuthorityDiscovery
    private let endpoint: TokenEndpoint
    private let forms: TokenForms
    private let pacing: Pacing

    private var current: OAuthToken?
    private var hasReadCache = false
    private var endpoints: OAuthEndpoints?
    /// The task that fetches a token, which all callers wait for.
    private var fetching: Task<Result<OAuthToken, PeriluneError>, Never>?

    /// Tokens for an organization, by its root URL.
    public init(
        organization: String, _ options: OAuthOptions, http: HTTPClient
    ) {
        self.init(
            organization: organization, options,
            send: { request throws(PeriluneError) in try await http.send(request) },
            pacing: .system)
    }

    package init(
        organization: String, _ options: OAuthOptions, send: @escaping HTTPSend, pacing: Pacing
    ) {
        var root = organization
        while root.hasSuffix("/") { root.removeLast() }
        self.options = options
        discovery = AuthorityDiscovery(organization: root, send: send)
        endpoint = TokenEndpoint(send: send, pacing: pacing)
        forms = TokenForms(options: options, organization: root)
        self.pacing = pacing
    }

    /// A valid token.
    public func token() async throws(PeriluneError) -> String? {
        if let current, pacing.now().microseconds < current.renews.microseconds {
            return current.access.reveal()
        }
        return try await shared { provider in await provider.next() }.access.reveal()
    }

    /// Forgets a token that the organization refused; its refresh token stays.
    public func rejected(_ token: String) {
        guard current?.access.reveal() == token else { return }
        let never = Timestamp(microseconds: 0)
        current?.renews = never
        current?.expires = never
    }

    /// Lets a user sign in, and stores the tokens.
    ///
    /// `show` is called with the page to open and, for a device code, the code to enter there.
    public func signIn(
        show: @escaping @Sendable (SignInPrompt) async -> Void
    ) async throws(PeriluneError) {
        _ = try await shared { provider in await provider.signingIn(show) }
    }

    /// Forgets everything, also on disk.
    public func signOut() async throws(PeriluneError) {
        current = nil
        try await cache()?.clear()
    }

    /// Runs one fetch at a time.
    ///
    /// It is a task of its own, so that a caller who gives up does not take the token away from the
    /// others.
    private func shared(
        _ fetch:
            @escaping @Sendable (OAuthTokenProvider) async -> Result<
                OAuthToken, PeriluneError
            >
    ) async throws(PeriluneError) -> OAuthToken {
        if let fetching { return try await fetching.value.get() }
        let task = Task { await fetch(self) }
        fetching = task
        let result = await task.value
        fetching = nil
        return try result.get()
    }

    private func next() async -> Result<OAuthToken, PeriluneError> {
        do throws(PeriluneError) {
            let token = try await renewed()
            return .success(token)
        } catch {
            // Renewing it early failed, but the token is still valid.
            if let current, pacing.now().microseconds < current.expires.microseconds {
                return .success(current)
            }
            return .failure(error)
        }
    }

    private func renewed() async throws(PeriluneError) -> OAuthToken {
        if !hasReadCache {
            let kept = try await cache()?.load()
            hasReadCache = true
            if current == nil { current = kept }
            if let current, pacing.now().microseconds < current.renews.microseconds {
                return current
            }
        }
        let url = try await knownEndpoints().token
        if let refresh = current?.refresh {
            switch try await endpoint.post(forms.refresh(refresh), to: url) {
            case .success(let answer): return try await storeToken(answer, refresh: refresh)
            case .failure(let refusal) where refusal.name != "invalid_grant": throw refusal.error
            case .failure: current?.refresh = nil
            }
        }
        switch options.grant {
        case .clientCredentials(let secret):
            return try await fetch(forms.clientCredentials(secret), url)
        case .password(let user, let password):
            return try await fetch(forms.password(user, password), url)
        case .browser, .deviceCode:
            throw PeriluneError(
                "crm.login", "not signed in",
                hint: "run 'perilune crm login' for this connection")
        }
    }

    private func fetch(
        _ form: TokenForms.Form, _ url: String
    ) async throws(PeriluneError) -> OAuthToken {
        switch try await endpoint.post(form, to: url) {
        case .success(let answer): return try await storeToken(answer)
        case .failure(let refusal): throw refusal.error
        }
    }

    private func signingIn(
        _ show: @escaping @Sendable (SignInPrompt) async -> Void
    ) async -> Result<OAuthToken, PeriluneError> {
        do throws(PeriluneError) {
            let flow = SignInFlow(
                endpoints: try await knownEndpoints(), endpoint: endpoint, forms: forms,
                pacing: pacing)
            let answer =
                switch options.grant {
                case .deviceCode: try await flow.deviceCode(show)
                case .browser: try await flow.browser(show)
                case .clientCredentials, .password:
                    throw PeriluneError(
                        "crm.login", "this connection does not require signing in",
                        hint: "test the connection with 'perilune crm whoami'")
                }
            return .success(try await storeToken(answer))
        } catch {
            return .failure(error)
        }
    }

    private func storeToken(
        _ answer: Value, refresh: Secret? = nil
    ) async throws(PeriluneError) -> OAuthToken {
        guard var token = OAuthToken(answer: answer, now: pacing.now()) else {
            throw PeriluneError("crm.token", "the response of the token endpoint contains no token")
        }
        // An authority that does not give another refresh token lets the old one stay.
        token.refresh = token.refresh ?? refresh
        current = token
        hasReadCache = true
        try await cache()?.save(token)
        return token
    }

    private func knownEndpoints() async throws(PeriluneError) -> OAuthEndpoints {
        if let endpoints { return endpoints }
        let authority =
            if let authority = options.authority { authority } else {
                try await discovery.authority()
            }
        let found = OAuthEndpoints(authority: authority, version: options.version)
        endpoints = found
        return found
    }

    /// An application's own token is not stored: it can be requested again without a user.
    private func cache() async throws(PeriluneError) -> TokenCache? {
        guard let folder = options.cacheFolder, options.grant.isInteractive else { return nil }
        return try TokenCache(
            folder: folder,
            key: [
                forms.organization, options.authority ?? "", options.client,
                options.version.rawValue,
            ])
    }
}
