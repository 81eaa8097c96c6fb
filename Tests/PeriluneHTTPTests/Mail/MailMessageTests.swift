import PeriluneCore
import Testing

@testable import PeriluneHTTP

struct MailMessageTests {
    private func message(
        subject: String = "Sales", text: String = "Look.", file: String = "sales.png"
    ) throws -> String {
        let mail = MailMessage(
            from: try MailAddress("charts@example.com"),
            to: [try MailAddress("a@example.com"), try MailAddress("b@example.org")],
            subject: subject, text: text,
            attachments: [.init(name: file, mediaType: "image/png", bytes: Array(0..<60))],
            id: "abc", date: Timestamp(microseconds: 1_795_219_200_000_000))
        return String(decoding: mail.bytes, as: UTF8.self)
    }

    @Test func isATextWithAFile() throws {
        #expect(
            try message().split(separator: "\r\n", omittingEmptySubsequences: false).map(
                String.init)
                == [
                    "From: charts@example.com", "To: a@example.com,", " b@example.org",
                    "Subject: Sales", "Date: Sat, 21 Nov 2026 00:00:00 +0000",
                    "Message-ID: <abc@example.com>", "MIME-Version: 1.0",
                    "Content-Type: multipart/mixed; boundary=\"=_part\"", "", "--=_part",
                    "Content-Type: text/plain; charset=utf-8",
                    "Content-Transfer-Encoding: quoted-printable", "", "Look.", "--=_part",
                    "Content-Type: image/png", "Content-Transfer-Encoding: base64",
                    "Content-Disposition: attachment; filename=\"sales.png\"", "",
                    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4",
                    "OTo7", "--=_part--", "",
                ])
    }

    @Test func aLineBreakInASubjectCannotInjectAHeader() throws {
        let text = try message(subject: "a\r\nBcc: c@example.com\nX: y")
        #expect(text.contains("\r\nSubject: a Bcc: c@example.com X: y\r\n"))
    }

    @Test(arguments: [
        "Umsätze im März", String(repeating: "長い件名", count: 30), "=?utf-8?B?eA==?=",
        String(repeating: "a", count: 200),
    ])
    func subjectsBeyondPlainTextAreEncodedWords(subject: String) throws {
        let lines = MailText.words(subject)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && $0.utf8.allSatisfy { $0 < 128 } })
        let bytes = try lines.flatMap { line in
            let digits = try #require(line.split(separator: "?").dropLast().last)
            return try #require(Base64.decode(digits))
        }
        #expect(String(decoding: bytes, as: UTF8.self) == subject)
    }

    @Test func quotedPrintableDecodesToTheOriginalText() {
        var random = SystemRandomNumberGenerator()
        let letters = Array("a=é \t.-_?長\n")
        for _ in 0..<200 {
            let text = String(
                (0..<Int.random(in: 0...200, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? "x"
                })
            let lines = MailText.quotedPrintable(text)
            #expect(lines.allSatisfy { $0.utf8.count <= 76 })
            #expect(lines.allSatisfy { !$0.hasSuffix(" ") && !$0.hasSuffix("\t") })
            #expect(decode(lines) == text)
        }
    }

    @Test(arguments: [
        "", "a", "@b", "a@", "a b@c", "a@b@c", "a..b@c", "<a@b>", "a@b>\r\nRCPT TO:<c@d", "ä@b",
        "a@b,c@d", "a@-_",
    ])
    func refusesInvalidAddresses(text: String) {
        let error = #expect(throws: PeriluneError.self) { _ = try MailAddress(text) }
        #expect(error?.code == "mail.address")
    }

    @Test func aFileNameBeyondASCIIIsPercentEncoded() throws {
        #expect(
            try message(file: "Umsätze.png")
                .contains("attachment; filename*=utf-8''Ums%C3%A4tze.png\r\n"))
    }

    @Test(arguments: [
        ("http://x", true), ("smtp://", true), ("smtp://a@b", true), ("smtp://h/x", true),
        ("smtp://mail.example.com", false), ("smtp://127.0.0.1.example.com", false),
    ])
    func refusesInvalidAndUnencryptedServers(url: String, isEncrypted: Bool) {
        let error = #expect(throws: PeriluneError.self) {
            _ = try MailServer(url, isEncrypted: isEncrypted)
        }
        #expect(error?.code == "mail.server")
    }

    @Test(arguments: [
        ("smtp://mail.example.com:587", true), ("smtps://mail.example.com:465/", true),
        ("smtp://127.0.0.1:25", false), ("smtp://localhost", true),
    ])
    func acceptsServersWithTLSAndLoopbackServers(url: String, isEncrypted: Bool) throws {
        let server = try MailServer(url, isEncrypted: isEncrypted)
        #expect(url.hasPrefix(server.url))
        #expect(server.url.hasSuffix(server.host))
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9:25", "localhost:587", "[::1]:25", "LOCALHOST"])
    func recognizesLoopbackHosts(host: String) {
        #expect(Loopback.contains(host))
    }

    /// As RFC 2045 reads it, written apart from the writer.
    private func decode(_ lines: [String]) -> String {
        var bytes: [UInt8] = []
        for (number, line) in lines.enumerated() {
            var rest = Array(line.utf8)[...]
            var isSoft = false
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                guard rest.count >= 2 else {
                    isSoft = true
                    break
                }
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                bytes.append(UInt8(digits, radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            }
            if !isSoft, number + 1 < lines.count { bytes.append(10) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
