public import PeriluneCore
package import PeriluneFiles

extension SharingConfiguration {
    /// Reads a file.
    public init(file: String) throws(PeriluneError) { try self.init(settingsFile: file) }

    /// Reads JSON.
    ///
    /// An unknown name is an error; secrets are references `env:NAME`, `file:PATH` or `credential:NAME`.
    public init(json: [UInt8]) throws(PeriluneError) {
        try self.init(settings: json)
    }

    /// Reads values of the same names from anywhere.
    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        self.init(folder: try root.file("folder"))
        mail = try root.object("mail").map { settings throws(PeriluneError) in
            try Mail(settings)
        }
        uploads = try root.list("uploads").map { settings throws(PeriluneError) in
            try Upload(settings)
        }
        var names: Set<String> = []
        for upload in uploads where !names.insert(upload.name).inserted {
            throw PeriluneError(
                "share.configuration", "duplicate upload '\(upload.name)'",
                at: source.place("uploads"))
        }
        // Reports invalid addresses now, not at the first picture.
        _ = try Destinations(self)
    }
}

extension SharingConfiguration.Mail {
    init(_ settings: Settings) throws(PeriluneError) {
        self.init(
            server: try settings.required("server"), from: try settings.required("from"),
            user: try settings.text("user"), password: try settings.secret("password"),
            allow: try settings.texts("allow"), caFile: try settings.file("caFile"),
            isEncrypted: try settings.flag("tls") ?? true)
        guard !allow.isEmpty else {
            throw settings.error(at: "allow", "is empty, so no mail could be sent")
        }
        guard (user == nil) == (password == nil) else {
            throw settings.error(
                at: user == nil ? "user" : "password",
                "is missing; user and password must be given together")
        }
    }
}

extension SharingConfiguration.Upload {
    init(_ settings: Settings) throws(PeriluneError) {
        self.init(
            try settings.required("name"), url: try settings.required("url"),
            method: try settings.choice("method") ?? .put, caFile: try settings.file("caFile"))
        headers = try settings.secrets("headers") ?? []
    }
}
