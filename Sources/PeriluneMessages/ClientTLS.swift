package import PeriluneCore
package import PeriluneFiles

/// The setting `tls` of a client: trusted authorities, and the client's certificate.
package struct ClientTLS: Sendable {
    /// A PEM file with the certificate authorities to trust, instead of the system's.
    package let caFile: String?
    /// PEM files with the certificate of this client and its key.
    package let certificate: (file: String, keyFile: String)?

    /// The declaration of the setting, for the schemas of plugins.
    package static let field = SettingsSchema.Field(
        "tls",
        .object(
            SettingsSchema([
                .init(
                    "ca", .file,
                    "A PEM file with the certificate authorities to trust, instead of the system's."
                ),
                .init("certificate", .file, "A PEM file with the certificate of this client."),
                .init("key", .file, "A PEM file with the key of the certificate."),
            ])), "Encrypts the connections; `{}` trusts the system's certificate authorities.")

    /// Reads the setting; `nil` if it is missing.
    package init?(_ settings: Settings) throws(PeriluneError) {
        guard let tls = try settings.object("tls") else { return nil }
        caFile = try tls.file("ca")
        switch (try tls.file("certificate"), try tls.file("key")) {
        case (let file?, let key?):
            SecretFiles.add(key)
            certificate = (file, key)
        case (nil, nil): certificate = nil
        default: throw tls.error(at: "certificate", "and key belong together: set both")
        }
    }
}
