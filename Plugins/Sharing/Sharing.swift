public import PeriluneCore

/// Pictures of views, and sending them: the module `snapshot`.
///
/// What a script asks for becomes an effect of the record, `snapshot` or `share`. Pictures are taken where
/// anybody provides views, and sent where a configuration says whereto; without them the effect is all.
public struct Sharing: Plugin {
    /// The name of the plugin.
    public let name = "sharing"
    /// The allowed destinations of pictures; `nil` allows none.
    public let configuration: SharingConfiguration?

    /// Makes the plugin.
    public init(_ configuration: SharingConfiguration? = nil) {
        self.configuration = configuration
    }

    /// The grants that `snapshot.share` needs with options of these names; all if they are not known.
    package static func grants(for options: [String]?) -> Set<String> {
        let grants = ["file": files.name, "to": mail.name, "upload": GrantKind.http.name]
        guard let options else { return Set(grants.values) }
        let named = options.compactMap { grants[$0] }
        return named.isEmpty ? [files.name] : Set(named)
    }

    /// Folders and recipients of pictures.
    static let files = GrantKind("files", "Folders.", scopes: .folders)
    static let mail = GrantKind(
        "mail", "Addresses and domains; *.example.com for all subdomains.", scopes: .domains)
    /// The grants that the destinations of pictures need.
    public var grantKinds: [GrantKind] { [Self.mail, .http, Self.files] }

    /// Registers the module `snapshot`.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        let destinations = try configuration.map { configuration throws(PeriluneError) in
            try Destinations(configuration)
        }
        try registry.add(SnapshotModule.module(registry.views, destinations))
    }
}
