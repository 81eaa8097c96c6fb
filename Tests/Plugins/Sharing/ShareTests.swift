import Foundation
import PeriluneCore
import Testing

@testable import SharingPlugin

struct ShareTests {
    private let folder = TemporaryFolder()

    private func lab(isDryRun: Bool = false) -> SharingLab {
        SharingLab(
            configuration: SharingConfiguration(
                folder: folder.path,
                mail: .init(
                    server: "smtp://127.0.0.1:9", from: "charts@example.com",
                    allow: ["example.com", "*.example.org", "boss@corp.test"], isEncrypted: false)),
            isDryRun: isDryRun)
    }

    @Test func withoutATargetAFileIsNamedAfterTheView() async throws {
        #expect(
            try await lab().effects(#"snapshot.share(snapshot.capture("sales"))"#).last
                == #"{"id":"e/share/2","kind":"share","snapshot":"e/share/1","file":"sales-e-share-1-d1aa398e.png"}"#
        )
        #expect(try folder.text("sales-e-share-1-d1aa398e.png") == "sales as png")
        #expect(try folder.names == ["sales-e-share-1-d1aa398e.png"])
    }

    @Test func aNameGetsTheExtensionOfTheFormat() async throws {
        let answer = try await lab().emitted(
            #"commander:emit(snapshot.share(snapshot.capture("sales", { format = "pdf" }), { file = "Q 3" }))"#
        )
        #expect(
            answer == #"{"file":"Q 3.pdf","share":"e/share/2","snapshot":"e/share/1"}"# + "\n")
        #expect(try folder.text("Q 3.pdf") == "sales as pdf")
    }

    @Test func anotherFileIsNotOverwrittenUnlessRequested() async throws {
        try folder.write("mine", "a.png")
        let body = #"snapshot.share(snapshot.capture("sales"), { file = "a.png" "#
        #expect(try await lab().error(body + "})")?.code == "share.exists")
        #expect(try folder.text("a.png") == "mine")
        _ = try await lab().effects(body + ", overwrite = true })")
        #expect(try folder.text("a.png") == "sales as png")
        // The same once more is what a run does that was interrupted.
        _ = try await lab().effects(body + "})")
        #expect(try folder.names == ["a.png"])
    }

    @Test func aFileWithTheSameBeginningIsNotOverwritten() async throws {
        try folder.write("sales as png and more", "a.png")
        let body = #"snapshot.share(snapshot.capture("sales"), { file = "a.png" })"#
        #expect(try await lab().error(body)?.code == "share.exists")
        #expect(try folder.text("a.png") == "sales as png and more")
    }

    @Test(arguments: [(100_000, false), (100_001, true)])
    func textsOfMailsHaveALimit(length: Int, isRefused: Bool) async throws {
        let body = """
            snapshot.share(snapshot.capture("sales"),
              { to = "a@example.com", subject = ("x"):rep(\(length)) })
            """
        let error = try await lab().error(body)
        #expect((error?.code == "snapshot.option") == isRefused)
    }

    @Test func aSymbolicLinkIsNotFollowed() async throws {
        let outside = TemporaryFolder()
        try outside.write("theirs", "x")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/a.png", withDestinationPath: outside.path + "/x")
        let body = #"snapshot.share(snapshot.capture("sales"), { file = "a.png", overwrite = %s })"#
        #expect(
            try await lab().error(body.replacing("%s", with: "false"))?.code == "share.exists")
        _ = try await lab().effects(body.replacing("%s", with: "true"))
        #expect(try outside.text("x") == "theirs")
        #expect(try folder.text("a.png") == "sales as png")
    }

    @Test(arguments: [
        "../a.png", "/tmp/a.png", "a/b.png", "", ".hidden", "..", "a\\0.png", "a\\n.png", "a.pdf",
        String(repeating: "a", count: 201),
    ])
    func refusesNamesThatArePaths(name: String) async throws {
        let error = try await lab().error(
            #"snapshot.share(snapshot.capture("sales"), { file = "\#(name)" })"#)
        #expect(error?.code == "share.name")
        #expect(try folder.names.isEmpty)
    }

    @Test func aFolderThatIsNotThereIsAnErrorBeforeTheFirstPicture() async throws {
        let lab = SharingLab(configuration: SharingConfiguration(folder: folder.path + "/none"))
        let error = await #expect(throws: PeriluneError.self) { _ = try await lab.error("") }
        #expect(error?.code == "share.configuration")
        #expect(error?.hint == "create it: mkdir -p '\(folder.path)/none'")
    }

    @Test(arguments: [
        (#"to = "x@other.com""#, "share.address"), (#"to = "x@sub.example.com""#, "share.address"),
        (#"to = "x@example.org""#, "share.address"), (#"to = "x@notexample.com""#, "share.address"),
        (#"to = { "a@example.com", "x@corp.test" }"#, "share.address"),
        (#"to = "nobody""#, "mail.address"), (#"to = {}"#, "snapshot.address"),
        (#"upload = "wiki""#, "share.upload"),
        (#"file = "a", to = "b@example.com""#, "snapshot.option"),
        (#"fiel = "a""#, "snapshot.option"),
        (#"to = "a@example.com", subject = 7"#, "snapshot.option"),
    ])
    func refusesTargetsThatAreNotGranted(options: String, code: String) async throws {
        let body = "snapshot.share(snapshot.capture('sales'), { \(options) })"
        #expect(try await lab().error(body)?.code.rawValue == code)
        #expect(try await lab(isDryRun: true).error(body)?.code.rawValue == code)
    }

    @Test(arguments: ["a@example.com", "a@EXAMPLE.COM", "a@b.example.org", "Boss@corp.test"])
    func grantsAddressesAndDomains(address: String) async throws {
        // Nobody listens there: it was tried.
        #expect(
            try await lab().error(
                #"snapshot.share(snapshot.capture("sales"), { to = "\#(address)" })"#)?.code
                == "mail.connect")
    }

    @Test func aDryRunSendsNothing() async throws {
        #expect(
            try await lab(isDryRun: true).effects(
                #"snapshot.share(snapshot.capture("sales"), { file = "a" })"#)
                == [
                    #"{"id":"e/share/1","kind":"snapshot","view":"sales","format":"png"}"#,
                    #"{"id":"e/share/2","kind":"share","snapshot":"e/share/1","file":"a"}"#,
                ])
        #expect(try folder.names.isEmpty)
    }

    @Test func picturesOfTwoSourcesHaveDifferentNames() throws {
        let picture = Picture(bytes: [], format: .png, width: 1, height: 1, alternative: "")
        func delivery(_ source: String) throws -> PictureDelivery {
            PictureDelivery(
                handle: ["snapshot": "1/x/1", "view": "Umsätze / März", "format": "png"],
                source: source, identity: "1/x/2", options: try ShareOptions(nil),
                asker: RequestingScript(script: "a.lua", grants: .all), picture: { picture })
        }
        let (one, other) = (try delivery("a"), try delivery("b"))
        #expect(try one.fileName(picture) != other.fileName(picture))
        #expect(try one.key != other.key)
        #expect(try one.fileName(picture).hasPrefix("Ums-tze-M-rz-1-x-1-"))
        #expect(one.shortName(picture) == "Ums-tze-M-rz.png")
    }

    @Test func withoutAConfigurationTheRecordSaysThatNothingWasSent() async throws {
        #expect(
            try await SharingLab().effects(#"snapshot.share(snapshot.capture("sales"))"#).last
                == #"{"id":"e/share/2","kind":"share","snapshot":"e/share/1","sent":false}"#)
    }
}

/// A folder that goes away with this object.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "perilune-\(UUID().uuidString)"

    init() {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func write(_ text: String, _ name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }
}
