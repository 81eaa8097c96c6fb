import Foundation
import Testing

struct PictureOfEveryThirdLinkTests {
    /// Three links from the view of a dashboard that is open, and a folder for pictures.
    private func run(_ options: String, _ shell: Shell) throws -> Shell.Result {
        let link =
            #"{"specversion":"1.0","id":"ID","source":"app","type":"link.drill","#
            + #""data":{"url":"mstr://?evt=3995","view":"sales"}}"#
        let lines = ["a", "b", "c"].map { link.replacing("ID", with: $0) }
        try shell.write(lines.joined(separator: "\n") + "\n", "links.jsonl")
        try shell.write(#"{"folder":"pictures"}"#, "sharing.json")
        try shell.run("mkdir pictures")
        return try shell.perilune(
            "process links.jsonl -s Scripts/every_third_link.lua \(options) --records records.jsonl"
        )
    }

    private func pictures(_ shell: Shell) -> [URL] {
        let folder = shell.folder.appending(path: "pictures")
        return
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    @Test func aPictureIsTakenIfADashboardIsOpen() throws {
        let shell = try Shell()
        let result = try run(
            "--charts Scripts/charts/sales.xml --sharing sharing.json", shell)
        #expect(result.status == 0, "\(result.errors)")
        let files = pictures(shell)
        try #require(files.count == 1)
        #expect(files[0].pathExtension == "png")
        let bytes = try Data(contentsOf: files[0])
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(bytes.count > 20_000)
        let records = try shell.read("records.jsonl")
        #expect(records.contains(#""kind":"snapshot","view":"sales","format":"png","width":1024"#))
        #expect(records.contains("\"file\":\"\(files[0].lastPathComponent)\""))
    }

    @Test func aDryRunTakesNoPicture() throws {
        let shell = try Shell()
        let result = try run(
            "--charts Scripts/charts/sales.xml --sharing sharing.json --dry-run", shell)
        #expect(result.status == 0, "\(result.errors)")
        #expect(pictures(shell).isEmpty)
    }

    @Test func withoutADashboardOnlyTheEffectIsRecorded() throws {
        let shell = try Shell()
        #expect(try run("", shell).status == 0)
        #expect(pictures(shell).isEmpty)
        #expect(try shell.read("records.jsonl").contains(#""kind":"snapshot","view":"sales""#))
    }
}
