public import PeriluneCore

/// Provides the token that a transport sends with each request.
public protocol TokenProvider: Sendable {
    /// A valid token; `nil` if the organization requires none.
    func token() async throws(PeriluneError) -> String?

    /// Called when the organization refuses a token that has not expired, so that the next call of ``token()``
    /// returns another one.
    func rejected(_ token: String) async
}

/// A token that never changes, or none: for a sandbox, and for a token that is renewed elsewhere.
public struct FixedToken: TokenProvider {
    private let value: String?

    /// Always this token.
    public init(_ token: String?) { value = token }

    /// The token.
    public func token() -> String? { value }

    /// Does nothing, since there is no other token.
    public func rejected(_ token: String) {}
}
