import Foundation
import PeriluneCore
import Testing

@testable import SharingPlugin

struct SharingGrantTests {
    /// A folder that pictures go to is there when the host starts.
    init() throws {
        try FileManager.default.createDirectory(
            atPath: "/tmp/pictures", withIntermediateDirectories: true)
    }

    private func lab(_ grants: [String: [String]], isDryRun: Bool = true) -> SharingLab {
        SharingLab(
            configuration: SharingConfiguration(
                folder: "/tmp/pictures/",
                mail: .init(
                    server: "smtp://127.0.0.1:1", from: "a@example.com", allow: ["example.com"]),
                uploads: [.init("wiki", url: "https://Wiki.example.com/p/")]),
            isDryRun: isDryRun, grants: Grants(grants))
    }

    private func share(_ options: String) -> String {
        "snapshot.share(snapshot.capture(\"sales\"), { \(options) })"
    }

    @Test(arguments: [
        (#"file = "a""#, ["files": ["/tmp/pictures/"]]), (#"file = "a""#, ["files": ["/tmp/"]]),
        (#"to = "Ann@example.com""#, ["mail": ["example.com"]]),
        (#"to = "Ann@example.com""#, ["mail": ["ann@example.com"]]),
        (#"upload = "wiki""#, ["http": ["wiki.example.com"]]),
        (#"upload = "wiki""#, ["http": ["*.example.com"]]),
        (#"upload = "wiki""#, ["http": ["PUT wiki.example.com"]]),
    ])
    func isAllowedForGrantedTargets(_ options: String, _ grants: [String: [String]]) async throws {
        #expect(try await lab(grants).error(share(options)) == nil)
    }

    @Test(arguments: [
        (#"file = "a""#, ["files": ["/tmp/other/"]]), ("", ["files": ["/tmp/other/"]]),
        (#"file = "a""#, ["mail": []]), (#"to = "ann@example.com""#, ["files": []]),
        (#"to = { "ann@example.com", "bob@example.com" }"#, ["mail": ["ann@example.com"]]),
        (#"upload = "wiki""#, ["http": ["example.com"]]),
        (#"upload = "wiki""#, ["http": ["POST wiki.example.com"]]),
        (#"upload = "wiki""#, ["http": ["http://wiki.example.com"]]), (#"upload = "wiki""#, [:]),
    ])
    func isRefusedForOtherTargets(_ options: String, _ grants: [String: [String]]) async throws {
        #expect(try await lab(grants).error(share(options))?.code == "script.grant")
        #expect(
            try await lab(grants, isDryRun: false).error(share(options))?.code == "script.grant")
    }

    @Test func isCheckedEvenIfNothingCanBeSent() async throws {
        var lab = SharingLab(grants: Grants(["files": []]))
        #expect(try await lab.error(share("upload = \"wiki\""))?.code == "script.grant")
        #expect(try await lab.error(share("file = \"a\"")) == nil)
        lab.grants = .all
        #expect(try await lab.error(share("upload = \"wiki\"")) == nil)
    }
}
