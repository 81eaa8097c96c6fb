import PeriluneCore
import PeriluneFiles

extension CRM.Organization {
    init(_ source: Settings) throws(PeriluneError) {
        var settings = source
        name = try settings.required("name")
        do throws(PeriluneError) {
            webhooks = try settings.object("webhooks").map { settings throws(PeriluneError) in
                try WebhookOptions(settings)
            }
            connection = try CRMConnection(&settings)
            try settings.end()
        } catch {
            var error = error
            error.message = "organization '\(name)': \(error.message)"
            throw error
        }
    }
}

extension WebhookOptions {
    init(_ source: Settings) throws(PeriluneError) {
        var settings = source
        self.init()
        if let key = try settings.secret("key") { authentication = .key(key) }
        if var headers = try settings.object("headers") {
            authentication = .headers(try headers.secrets().map { .init($0.name, $0.secret) })
        }
        if var query = try settings.object("query") {
            authentication = .query(try query.secrets().map { .init($0.name, $0.secret) })
        }
        if let limit = try settings.number("bodyLimit", in: 1...(64 << 20)) { bodyLimit = limit }
        abortsOnFailure = try settings.flag("abortsOnFailure")
        completes = try settings.flag("complete") ?? false
        try settings.end()
    }
}

extension CRMConnection {
    /// The settings of a connection among those of its organization; `nil` without a URL.
    init?(_ settings: inout Settings) throws(PeriluneError) {
        guard let url = try settings.text("url") else { return nil }
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw settings.wrong("url", "must begin with https:// or http://")
        }
        self.init(url: url)
        transport = try settings.choice("transport") ?? .webapi
        if let seconds = try settings.number("timeout", in: 1...3600) {
            timeout = .seconds(seconds)
        }
        concurrency = try settings.number("concurrency", in: 1...1000) ?? concurrency
        retries.attempts = try settings.number("attempts", in: 1...20) ?? retries.attempts
        caFile = try settings.file("caFile")
        if var auth = try settings.object("auth") {
            authentication = try OAuthOptions(&auth)
            try auth.end()
        }
    }
}

extension OAuthOptions {
    private enum GrantName: String, CaseIterable {
        case clientCredentials = "client-credentials"
        case password
        case browser
        case deviceCode = "device-code"
    }

    init(_ settings: inout Settings) throws(PeriluneError) {
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
                throw settings.wrong("secret", "is missing")
            }
            self.grant = .clientCredentials(secret: secret)
        case .password:
            let user = try settings.required("user")
            guard let password = try settings.secret("password") else {
                throw settings.wrong("password", "is missing")
            }
            self.grant = .password(user: user, password: password)
        }
    }
}
