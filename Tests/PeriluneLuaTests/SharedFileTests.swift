import PeriluneCore
import Testing

@testable import PeriluneLua

/// Files that modules read for a script, such as tables for lookups.
struct SharedFileTests {
    private final class Table: SharedFile {
        let digest: String
        let isCurrent: Bool
        var warning: String? { nil }

        init(_ digest: String, isCurrent: Bool = true) {
            (self.digest, self.isCurrent) = (digest, isCurrent)
        }
    }

    private func files() -> CompanionFiles { CompanionFiles(folder: nil) { _ in nil } }

    private func digest(_ files: CompanionFiles, _ file: Table) throws -> String {
        try files.open("table", at: ["table.csv"]) { file }.digest
    }

    @Test func aFileIsReadOnce() throws {
        let files = files()
        #expect(try digest(files, Table("first")) == "first")
        #expect(try digest(files, Table("second")) == "first")
        #expect(files.sharedPaths == ["table.csv"])
    }

    @Test func aFileThatHasNotChangedIsReusedByTheNextVersion() throws {
        let (old, new) = (files(), files())
        _ = try digest(old, Table("old"))
        new.reuse(old)
        #expect(try digest(new, Table("new")) == "old")
    }

    @Test func aFileThatHasChangedIsReadAgainByTheNextVersion() throws {
        let (old, new) = (files(), files())
        _ = try digest(old, Table("old", isCurrent: false))
        new.reuse(old)
        #expect(try digest(new, Table("new")) == "new")
    }
}
