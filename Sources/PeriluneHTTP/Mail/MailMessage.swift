package import PeriluneCore

/// A mail with a text and attached files (RFC 5322, RFC 2045).
package struct MailMessage: Sendable {
    /// The sender, in the header and in the SMTP command; its domain completes the message id.
    package var from: MailAddress
    /// The recipients, all of them visible in the header.
    package var to: [MailAddress]
    /// The subject; text that is not ASCII is written as encoded words (RFC 2047).
    package var subject: String
    /// Plain text, sent as UTF-8 in quoted-printable.
    package var text: String
    /// The files after the text, in this order.
    package var attachments: [Attachment]
    /// The same for the same mail: by it a recipient knows one that came twice.
    package var id: String
    /// When the mail was written, for the header; written in UTC.
    package var date: Timestamp

    /// A file of a mail.
    package struct Attachment: Sendable {
        /// The name of the file; what is not ASCII is encoded.
        package var name: String
        /// The media type, which is written unchanged and thus must be valid.
        package var mediaType: String
        package var bytes: [UInt8]

        package init(name: String, mediaType: String, bytes: [UInt8]) {
            self.name = name
            self.mediaType = mediaType
            self.bytes = bytes
        }
    }

    package init(
        from: MailAddress, to: [MailAddress], subject: String, text: String,
        attachments: [Attachment] = [], id: String, date: Timestamp
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.attachments = attachments
        self.id = id
        self.date = date
    }

    /// The mail as it is sent.
    ///
    /// The boundary needs no random part, because `=_` occurs neither in base64 nor in quoted-printable.
    package var bytes: [UInt8] {
        var writer = MailWriter()
        writer.header("From", from.description)
        writer.header("To", to.map(\.description), separator: ",")
        writer.header("Subject", MailText.words(subject), separator: "")
        writer.header("Date", HTTPDate.format(date).replacingSuffix("GMT", by: "+0000"))
        writer.header("Message-ID", "<\(id)@\(from.domain)>")
        writer.header("MIME-Version", "1.0")
        writer.header("Content-Type", "multipart/mixed; boundary=\"\(Self.boundary)\"")
        writer.line("")
        writer.line("--\(Self.boundary)")
        writer.header("Content-Type", "text/plain; charset=utf-8")
        writer.header("Content-Transfer-Encoding", "quoted-printable")
        writer.line("")
        for line in MailText.quotedPrintable(text) { writer.line(line) }
        for attachment in attachments {
            writer.line("--\(Self.boundary)")
            writer.header("Content-Type", attachment.mediaType)
            writer.header("Content-Transfer-Encoding", "base64")
            writer.header(
                "Content-Disposition", "attachment; \(MailText.fileName(attachment.name))")
            writer.line("")
            writer.base64(attachment.bytes)
        }
        writer.line("--\(Self.boundary)--")
        return writer.bytes
    }

    private static let boundary = "=_part"
}

/// Writes lines that end in CRLF.
private struct MailWriter {
    private(set) var bytes: [UInt8] = []

    mutating func line(_ text: String) {
        bytes += text.utf8
        bytes += "\r\n".utf8
    }

    mutating func header(_ name: String, _ value: String) { line("\(name): \(value)") }

    /// Writes a header with one value per line, because lines are limited to 998 bytes.
    mutating func header(_ name: String, _ values: [String], separator: String) {
        line("\(name): " + values.joined(separator: "\(separator)\r\n "))
    }

    /// Writes base64 in lines of 76 characters.
    mutating func base64(_ content: [UInt8]) {
        bytes.reserveCapacity(bytes.count + content.count * 3 / 2)
        for start in stride(from: 0, to: content.count, by: 57) {
            line(Base64.encode(content[start..<min(start + 57, content.count)]))
        }
    }
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String, by other: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + other : self
    }
}
