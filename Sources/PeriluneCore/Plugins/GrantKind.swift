/// A kind of grant that a plugin declares: what scripts may reach with it, and how its scopes are written.
///
/// ```swift
/// let doors = GrantKind("doors", "Doors of the office.", scopes: .names)
/// try call.grants.check(doors, scope: "front", use: "doors.open", script: call.script)
/// ```
public struct GrantKind: Sendable {
    /// The name in `grants` of a configuration.
    public let name: String
    /// What its scopes are, in one sentence, for editors.
    public let summary: String
    /// The form of the scopes.
    public let scopes: Scopes
    /// Whether scripts have this grant if the configuration has no grants.
    public let isImplied: Bool
    /// Modules with functions that ask for it, although scripts can require them without it.
    public let modules: [String]

    /// How scopes are written, and which of them covers another.
    public enum Scopes: Sendable {
        /// The grant has none; it is `true` or `false`.
        case none
        /// Names that are compared as they are.
        case names
        /// Addresses and domains in any case; `*.example.com` for all subdomains.
        case domains
        /// Folders with everything below them, relative to the folder of the configuration.
        case folders
        /// Folders and single files.
        case files
        /// Another form.
        ///
        /// `read` normalizes a scope, or throws why it is invalid; `covers` returns whether a granted scope covers a
        /// requested one.
        case custom(
            read: @Sendable (_ text: String) throws(PeriluneError) -> String,
            covers: @Sendable (_ granted: String, _ asked: String) -> Bool)
    }

    /// Declares a kind of grant.
    ///
    /// - Parameters:
    ///   - name: The name in `grants` of a configuration.
    ///   - summary: What its scopes are, in one sentence.
    ///   - scopes: How they are written.
    ///   - isImplied: Whether a script has it where the configuration says nothing of grants; the plugin that
    ///     checks the grant has to keep to it.
    ///   - modules: Modules with functions that ask for it, although scripts can require them without it.
    public init(
        _ name: String, _ summary: String, scopes: Scopes, isImplied: Bool = true,
        modules: [String] = []
    ) {
        self.name = name
        self.summary = summary
        self.scopes = scopes
        self.isImplied = isImplied
        self.modules = modules
    }

    /// Normalizes a scope for comparison.
    ///
    /// - Parameters:
    ///   - text: The scope as it is written in the configuration.
    ///   - place: Resolves a path: its absolute form, and whether it is a folder.
    /// - Returns: The text that is compared.
    /// - Throws: Why the scope is invalid.
    package func read(
        _ text: String, place: (_ path: String) -> (path: String, isFolder: Bool)
    ) throws(PeriluneError) -> String {
        switch scopes {
        case .none:
            throw PeriluneError(
                "configuration.value", "the grant '\(name)' has no scopes",
                hint: "write \(name) = true")
        case .names: return text
        case .domains: return text.lowercased()
        case .folders, .files:
            let (path, isFolder) = place(text)
            if path == "/" { return path }
            if case .files = scopes, !isFolder, !text.hasSuffix("/") { return path }
            return path + "/"
        case .custom(let read, _): return try read(text)
        }
    }

    /// Whether a granted scope covers the scope that a script asks for.
    func covers(_ granted: String, _ scope: String) -> Bool {
        switch scopes {
        case .custom(_, let covers): granted == scope || covers(granted, scope)
        case .domains: Self.covers(granted.lowercased(), scope.lowercased())
        case .none, .names, .folders, .files: Self.covers(granted, scope)
        }
    }

    /// Compares texts: `out/` covers everything in that folder, `*.example.com` all subdomains.
    static func covers(_ granted: String, _ scope: String) -> Bool {
        if granted == scope { return true }
        if granted.hasSuffix("/") { return scope.hasPrefix(granted) || scope + "/" == granted }
        if granted.hasPrefix("*.") { return scope.hasSuffix(granted.dropFirst()) }
        return false
    }
}

extension GrantKind {
    /// Requests over HTTP, which more than one plugin sends.
    public static let http = GrantKind(
        "http",
        "Hosts, with methods before them where not all are granted: api.example.com, GET api.example.com, http://127.0.0.1:8080; *.example.com for all subdomains.",
        scopes: .custom(
            read: { text throws(PeriluneError) in
                do throws(PeriluneError) {
                    return try HTTPScope(text).description
                } catch {
                    throw PeriluneError(
                        "configuration.value", "'\(text)' is not a host name",
                        hint:
                            "write it without a path, with the methods before it: hooks.example.com, \"GET api.example.com\", \"GET,POST http://127.0.0.1:8080\""
                    )
                }
            },
            covers: { granted, asked in
                guard let granted = try? HTTPScope(granted), let asked = try? HTTPScope(asked)
                else { return false }
                return granted.covers(asked)
            }),
        isImplied: false)
}

extension [GrantKind] {
    /// The kind with a name; if there are several, the first one.
    package func named(_ name: String) -> GrantKind? { first { $0.name == name } }
}
