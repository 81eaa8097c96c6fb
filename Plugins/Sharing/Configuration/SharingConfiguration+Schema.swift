package import PeriluneCore
package import PeriluneFiles

extension SharingConfiguration: PluginConfiguration {
    package static let section = "sharing"
    package static let contents =
        "the allowed destinations of pictures: a folder, mail addresses, URLs"
    package static let errorCode: PeriluneError.Code = "share.configuration"

    /// The settings of `plugins.sharing`, and of the file of `--sharing`.
    package static let schema = SettingsSchema([
        .init("folder", .file, "The folder for pictures; without it, scripts cannot write files."),
        .init(
            "mail", .object(mailSchema), "How mail is sent; without it, scripts cannot send mail."),
        .init("uploads", .list(uploadSchema), "URLs to which pictures are sent."),
    ])

    private static let mailSchema = SettingsSchema([
        .init(
            "server", .text, isRequired: true,
            "`smtp://host:587`, with STARTTLS, or `smtps://host:465`."),
        .init("from", .text, isRequired: true, "The address of the sender."),
        .init("user", .text, "The user name; without it, the host does not log in."),
        .init("password", .secret, "The password of the user."),
        .init(
            "allow", .texts, isRequired: true,
            "Allowed recipients: addresses, domains, `*.example.com` for all subdomains."),
        .init(
            "caFile", .file,
            "A PEM file with the certificate authorities to trust, instead of the system's."),
        .init(
            "tls", .flag,
            "Whether to use TLS; `true` by default. Only a server on this machine can do without."),
    ])

    private static let uploadSchema = SettingsSchema([
        .init("name", .text, isRequired: true, "The name that scripts use."),
        .init(
            "url", .text, isRequired: true,
            "The `https` URL; if it ends in `/`, the file name is appended."),
        .init("method", .choice(of: Upload.Method.self), "The method; `PUT` by default."),
        .init("headers", .secrets, "Headers of the request."),
        .init(
            "caFile", .file,
            "A PEM file with the certificate authorities to trust, instead of the system's."),
    ])
}
