import PeriluneCore
import PeriluneJSON

/// A token from a token endpoint.
struct OAuthToken: Hashable, Sendable {
    var access: Secret
    /// The refresh token, for the next token without a sign-in.
    var refresh: Secret?
    /// When the access token ends.
    var expires: Timestamp
    /// From when on another one is fetched: before it ends, because a request takes time and clocks
    /// differ.
    var renews: Timestamp

    init(access: Secret, refresh: Secret?, lifetime: Int64, now: Timestamp) {
        self.access = access
        self.refresh = refresh
        expires = Timestamp(microseconds: now.microseconds + lifetime * 1_000_000)
        let early = min(300, lifetime / 10)
        renews = Timestamp(microseconds: expires.microseconds - early * 1_000_000)
    }

    /// Reads the response of a token endpoint; `nil` if it has no token.
    ///
    /// The first version of the endpoints writes numbers as strings.
    init?(answer: Value, now: Timestamp) {
        guard let access = answer["access_token"]?.string, !access.isEmpty,
            answer["token_type"]?.string.map({ $0.lowercased() == "bearer" }) ?? true
        else { return nil }
        let written = answer["expires_in"]
        let lifetime = written?.integer ?? written?.string.flatMap { Int64($0) } ?? 3600
        self.init(
            access: Secret(access),
            refresh: answer["refresh_token"]?.string.map { Secret($0) },
            lifetime: min(max(lifetime, 0), 366 * 86400), now: now)
    }

    /// Reads what ``cached`` wrote.
    init?(cached value: Value) {
        guard let access = value["access"]?.string, let expires = value["expires"]?.integer,
            let renews = value["renews"]?.integer
        else { return nil }
        self.access = Secret(access)
        refresh = value["refresh"]?.string.map { Secret($0) }
        self.expires = Timestamp(microseconds: expires)
        self.renews = Timestamp(microseconds: renews)
    }

    /// The token with its secrets, for the cache.
    var cached: Value {
        [
            "access": .string(access.reveal()),
            "refresh": refresh.map { .string($0.reveal()) } ?? .null,
            "expires": .integer(expires.microseconds), "renews": .integer(renews.microseconds),
        ]
    }
}
