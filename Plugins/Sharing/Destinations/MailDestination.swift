import PeriluneCore
import PeriluneHTTP

/// Sends mail to the recipients that the configuration allows.
struct MailDestination: Sendable {
    private static let mostRecipients = 50

    private let server: MailServer
    private let from: MailAddress
    private let allowed: [String]

    init(_ mail: SharingConfiguration.Mail) throws(PeriluneError) {
        server = try MailServer(
            mail.server, user: mail.user, password: mail.password, caFile: mail.caFile,
            isEncrypted: mail.isEncrypted)
        from = try MailAddress(mail.from)
        allowed = mail.allow.map { $0.lowercased() }
    }

    /// The addresses, where each of them may have mail.
    func recipients(_ texts: [String]) throws(PeriluneError) -> [MailAddress] {
        guard texts.count <= Self.mostRecipients else {
            throw PeriluneError(
                "share.address",
                "the mail has \(texts.count) recipients; the limit is \(Self.mostRecipients)")
        }
        var addresses: [MailAddress] = []
        for text in texts {
            let address = try MailAddress(text)
            guard allowed.contains(where: { Self.grants($0, address) }) else {
                throw PeriluneError(
                    "share.address", "mail to \(address) is not allowed",
                    hint: "add the address to mail.allow in the configuration")
            }
            addresses.append(address)
        }
        return addresses
    }

    func send(
        _ picture: Picture, as name: String, to: [String], subject: String, text: String?,
        id: String
    ) async throws(PeriluneError) {
        let attachment = MailMessage.Attachment(
            name: name, mediaType: picture.format.mediaType, bytes: picture.bytes)
        let message = MailMessage(
            from: from, to: try recipients(to), subject: subject,
            // Those who do not see the picture read what it shows.
            text: text ?? picture.alternative, attachments: [attachment],
            id: id, date: .now)
        try await MailClient().send(message, over: server)
    }

    /// An address, a domain, or `*.` and a domain for those below it.
    private static func grants(_ entry: String, _ address: MailAddress) -> Bool {
        if entry.contains("@") { return entry == address.description.lowercased() }
        if entry.hasPrefix("*.") { return address.domain.hasSuffix(entry.dropFirst()) }
        return entry == address.domain
    }
}
