import PeriluneCore
import PeriluneHTTP
import Testing

@testable import SharingPlugin

/// Against a server that nobody here wrote.
@Suite(
    .enabled(if: MailServerProcess.isInstalled, "python3 Tests/ThirdParty/run.py installs aiosmtpd")
)
struct MailTests {
    private func lab(
        _ server: MailServerProcess, encrypted: Bool = true, trusts: Bool = true,
        password: Secret = "hunter2"
    ) -> SharingLab {
        var mail = SharingConfiguration.Mail(
            server: "smtp://127.0.0.1:\(server.port)", from: "charts@example.com",
            allow: ["example.com"], isEncrypted: encrypted)
        if encrypted {
            mail.user = "charts"
            mail.password = password
        }
        if trusts { mail.caFile = server.certificate }
        return SharingLab(configuration: SharingConfiguration(mail: mail))
    }

    private let body = #"snapshot.share(snapshot.capture("sales"), { to = "a@example.com" })"#

    @Test func aPictureArrivesOverTLSFromAUserWhoSignedIn() async throws {
        let server = try MailServerProcess()
        #expect(
            try await lab(server).effects(
                #"snapshot.share(snapshot.capture("sales"), { to = { "a@example.com", "b@example.com" }, subject = "Umsätze: März", text = "Zeile 1\n.\nÄnde" })"#
            ).last
                == #"{"id":"e/share/2","kind":"share","snapshot":"e/share/1","to":["a@example.com","b@example.com"],"subject":"Umsätze: März"}"#
        )
        let mail = try server.mail()
        #expect(mail["tls"] == true)
        #expect(mail["user"] == "charts")
        #expect(mail["from"] == "charts@example.com")
        #expect(mail["to"] == ["a@example.com", "b@example.com"])
        #expect(mail["header-to"] == "a@example.com, b@example.com")
        #expect(mail["subject"] == "Umsätze: März")
        #expect(mail["defects"] == [])
        #expect((mail["longest"]?.integer ?? 1000) <= 76)
        let text = mail["parts"]?[0], file = mail["parts"]?[1]
        #expect(text?["type"] == "text/plain")
        #expect(text?["text"]?.string?.replacing("\r\n", with: "\n") == "Zeile 1\n.\nÄnde")
        #expect(file?["type"] == "image/png")
        #expect(file?["name"] == "sales.png")
        #expect(file?["hex"] == "73616c657320617320706e67")
    }

    @Test func withoutATextTheMailDescribesThePicture() async throws {
        let server = try MailServerProcess(encrypted: false)
        _ = try await lab(server, encrypted: false).effects(body)
        let mail = try server.mail()
        #expect(mail["tls"] == false)
        #expect(mail["subject"] == "sales")
        #expect(mail["parts"]?[0]?["text"] == "Sales by region")
    }

    @Test func theSameMailHasTheSameIdentity() async throws {
        let server = try MailServerProcess(encrypted: false)
        _ = try await lab(server, encrypted: false).effects(body)
        _ = try await lab(server, encrypted: false).effects(body)
        #expect(try server.mail()["id"] == server.mail()["id"])
    }

    @Test func aWrongPasswordIsAnErrorThatDoesNotTellIt() async throws {
        let server = try MailServerProcess()
        let error = try await lab(server, password: "wr0ng").error(body)
        #expect(error?.code == "mail.login")
        #expect("\(error as Any)".contains("wr0ng") == false)
    }

    @Test func nothingIsSentToAServerThatIsNotTrusted() async throws {
        let server = try MailServerProcess()
        #expect(try await lab(server, trusts: false).error(body)?.code == "mail.tls")
    }

    @Test func nothingIsSentInTheClearIfTLSIsRequired() async throws {
        let server = try MailServerProcess(encrypted: false)
        #expect(try await lab(server).error(body)?.code == "mail.tls")
    }

    @Test func aRecipientThatTheServerRejectsIsAnError() async throws {
        let server = try MailServerProcess(encrypted: false, refuse: "a@example.com")
        let error = try await lab(server, encrypted: false).error(body)
        #expect(error?.code == "mail.refused")
        #expect(error?.message.contains("550") == true)
    }
}

/// Who may have mail.
struct MailReceiverTests {
    @Test(arguments: [1, 50])
    func aMailMayHaveRecipientsUpToTheLimit(count: Int) throws {
        let destination = try destination()
        let texts = (0..<count).map { "u\($0)@example.com" }
        #expect(try destination.recipients(texts).map(\.description) == texts)
    }

    @Test func moreRecipientsThanTheLimitAreAnError() throws {
        let destination = try destination()
        let error = #expect(throws: PeriluneError.self) {
            try destination.recipients((0..<51).map { "u\($0)@example.com" })
        }
        #expect(error?.message == "the mail has 51 recipients; the limit is 50")
    }

    private func destination() throws -> MailDestination {
        try MailDestination(
            .init(
                server: "smtp://127.0.0.1:25", from: "charts@example.com",
                allow: ["example.com"], isEncrypted: false))
    }
}
