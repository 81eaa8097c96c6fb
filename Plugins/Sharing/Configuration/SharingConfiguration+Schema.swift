package import PeriluneFiles

extension SharingConfiguration {
    /// The settings of `plugins.sharing`, and of the file of `--sharing`.
    package static let schema = SettingsSchema([
        .init("folder", .file, "The folder to which files are written; without it, none are."),
        .init("mail", .object(mailSchema), "How mail is sent; without it, none is."),
        .init("uploads", .list(uploadSchema), "URLs to which pictures are sent."),
    ])

    private static let mailSchema = SettingsSchema([
        .init(
            "server", .text, isRequired: true,
            "`smtp://host:587`, with STARTTLS, or `smtps://host:465`."),
        .init("from", .text, isRequired: true, "The address of the sender."),
        .init("user", .text, "The user who signs in; without it, nobody does."),
        .init("password", .secret, "The password of the user."),
        .init(
            "allow", .texts, isRequired: true,
            "Recipients: addresses, domains, `*.example.com` for all subdomains."),
        .init("caFile", .file, "A PEM file with certificate authorities, instead of the system's."),
        .init("tls", .flag, "Whether TLS is required, which it is by default."),
    ])

    private static let uploadSchema = SettingsSchema([
        .init("name", .text, isRequired: true, "The name that scripts use."),
        .init(
            "url", .text, isRequired: true,
            "The `https` URL; if it ends in `/`, the name of the file is appended."),
        .init("method", .choice(of: Upload.Method.self), "The method; `PUT` by default."),
        .init("headers", .secrets, "Headers of the request."),
        .init("caFile", .file, "A PEM file with certificate authorities, instead of the system's."),
    ])
}
