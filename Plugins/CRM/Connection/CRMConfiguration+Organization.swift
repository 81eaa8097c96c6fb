import PeriluneCore
import PeriluneFiles

extension CRM.Organization {
    init(_ settings: Settings) throws(PeriluneError) {
        name = try settings.required("name")
        do throws(PeriluneError) {
            webhooks = try settings.object("webhooks").map { settings throws(PeriluneError) in
                try WebhookOptions(settings)
            }
            connection = try CRMConnection(settings)
        } catch {
            var error = error
            error.message = "organization '\(name)': \(error.message)"
            throw error
        }
    }
}

extension WebhookOptions {
    init(_ settings: Settings) throws(PeriluneError) {
        self.init()
        if let key = try settings.secret("key") { authentication = .key(key) }
        if let headers = try settings.secrets("headers") {
            authentication = .headers(headers.map { .init($0.name, $0.secret) })
        }
        if let query = try settings.secrets("query") {
            authentication = .query(query.map { .init($0.name, $0.secret) })
        }
        if let limit = try settings.number("bodyLimit") { bodyLimit = limit }
        abortsOnFailure = try settings.flag("abortsOnFailure")
        completes = try settings.flag("complete") ?? false
    }
}

extension CRMConnection {
    /// The settings of a connection among those of its organization; `nil` without a URL.
    init?(_ settings: Settings) throws(PeriluneError) {
        guard let url = try settings.text("url") else { return nil }
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw settings.error(at: "url", "must begin with https:// or http://")
        }
        self.init(url: url)
        transport = try settings.choice("transport") ?? .webapi
        if let seconds = try settings.number("timeout") {
            timeout = .seconds(seconds)
        }
        concurrency = try settings.number("concurrency") ?? concurrency
        retries.attempts = try settings.number("attempts") ?? retries.attempts
        caFile = try settings.file("caFile")
        authentication = try settings.object("auth").map { settings throws(PeriluneError) in
            try OAuthOptions(settings)
        }
    }
}

extension OAuthOptions {
    enum GrantName: String, CaseIterable {
        case clientCredentials = "client-credentials"
        case password
        case browser
        case deviceCode = "device-code"
    }

    fileprivate init(_ settings: Settings) throws(PeriluneError) {
        let grant: GrantName = try settings.choice("grant") ?? .browser
        client = try settings.required("client")
        authority = try settings.text("authority")
        version = try settings.choice("version") ?? .v2
        cacheFolder = try settings.file("cacheFolder") ?? CRMConfiguration.cacheFolder
        switch grant {
        case .browser: self.grant = .browser
        case .deviceCode: self.grant = .deviceCode
        case .clientCredentials:
            guard let secret = try settings.secret("secret") else {
                throw settings.error(at: "secret", "is missing")
            }
            self.grant = .clientCredentials(secret: secret)
        case .password:
            let user = try settings.required("user")
            guard let password = try settings.secret("password") else {
                throw settings.error(at: "password", "is missing")
            }
            self.grant = .password(user: user, password: password)
        }
    }
}
