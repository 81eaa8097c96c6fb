/// The grants of a script, by name and scope: `crm` of some organizations, `mail` to some domains.
///
/// The names and the scopes are those of ``GrantKind``, which plugins declare.
public struct Grants: Sendable, Hashable {
    /// The scopes by grant; an empty list is every scope, `nil` grants everything.
    private let scopes: [String: [String]]?
    /// Where the grants are written, for hints.
    public let place: PeriluneError.Place

    /// All grants, as without a configuration.
    public static let all = Grants(scopes: nil, place: .init())

    /// Creates grants for the given names only.
    ///
    /// - Parameters:
    ///   - scopes: The scopes by grant; an empty list is every scope.
    ///   - place: Where they are written.
    public init(_ scopes: [String: [String]], at place: PeriluneError.Place = .init()) {
        self.init(scopes: scopes, place: place)
    }

    private init(scopes: [String: [String]]?, place: PeriluneError.Place) {
        self.scopes = scopes
        self.place = place
    }

    /// The scopes by grant; `nil` if everything is granted.
    public var granted: [String: [String]]? { scopes }

    /// Whether a grant covers a scope; without one, whether it covers any.
    ///
    /// A scope covers itself; `out/` covers everything in that folder, `*.example.com` all subdomains.
    public func allows(_ grant: String, scope: String? = nil) -> Bool {
        allows(grant, scope, GrantKind.covers)
    }

    /// Whether a grant covers a scope, as its kind compares them; without one, whether it covers any.
    public func allows(_ kind: GrantKind, scope: String? = nil) -> Bool {
        allows(kind.name, scope, kind.covers)
    }

    private func allows(
        _ grant: String, _ scope: String?, _ covers: (String, String) -> Bool
    ) -> Bool {
        guard let scopes else { return true }
        guard let granted = scopes[grant] else { return false }
        guard let scope, !granted.isEmpty else { return true }
        return granted.contains { covers($0, scope) }
    }

    /// Throws where a grant does not cover a scope, as its kind compares them.
    ///
    /// - Parameters:
    ///   - kind: What the plugin of the caller declares.
    ///   - scope: An organization, a host, an address, a folder; `nil` if none is known yet.
    ///   - use: Who asks, as the message says it: `snapshot.share to mail`.
    ///   - script: Whose grants these are.
    /// - Throws: `script.grant`, with the line to change.
    public func check(
        _ kind: GrantKind, scope: String? = nil, use: String, script: String
    ) throws(PeriluneError) {
        if !allows(kind, scope: scope) {
            throw refusal(of: kind.name, scope: scope, use: use, script: script)
        }
    }

    /// Throws where a grant does not cover a scope.
    ///
    /// - Parameters:
    ///   - grant: Its name.
    ///   - scope: An organization, a host, an address, a folder; `nil` if none is known yet.
    ///   - use: Who asks, as the message says it: `snapshot.share to mail`.
    ///   - script: Whose grants these are.
    /// - Throws: `script.grant`, with the line to change.
    public func check(
        _ grant: String, scope: String? = nil, use: String, script: String
    ) throws(PeriluneError) {
        if !allows(grant, scope: scope) {
            throw refusal(of: grant, scope: scope, use: use, script: script)
        }
    }

    /// The error of a use that is not granted.
    package func refusal(
        of grant: String, scope: String? = nil, use: String, script: String
    ) -> PeriluneError {
        let known = scopes?[grant]
        let what = scope.map { "'\(grant)' for '\($0)'" } ?? "'\(grant)'"
        let place = place.description.isEmpty ? "the configuration" : place.description
        let missing = known == nil || scope == nil
        let line = "\(grant) = \(scope.map { "{ \"\($0)\" }" } ?? "true")"
        return PeriluneError(
            "script.grant", "\(use) requires the grant \(what), which \(script) does not have",
            hint: scopes == nil
                ? "add to perilune.lua: grants = { \(line) }, with the other grants that its scripts need"
                : missing
                    ? "add it to grants in \(place): \(line)"
                    : "\(place) grants \(grant) for \(known?.joined(separator: ", ") ?? ""); add \"\(scope ?? "")\" to them"
        )
    }
}
