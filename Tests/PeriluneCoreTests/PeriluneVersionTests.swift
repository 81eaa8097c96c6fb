import PeriluneCore
import Testing

struct PeriluneVersionTests {
    private func allows(_ requirement: String, _ version: String) throws -> Bool {
        try VersionRequirement(requirement).allows(try #require(PeriluneVersion(version)))
    }

    @Test func missingNumbersAreZero() {
        #expect(PeriluneVersion("1") == PeriluneVersion("1.0.0"))
        #expect(PeriluneVersion("1.2")?.description == "1.2.0")
    }

    @Test(arguments: ["", "a", "1.", "1.2.3.4", "-1", "1.x", "9999999"])
    func otherTextsAreNotVersions(_ text: String) {
        #expect(PeriluneVersion(text) == nil)
    }

    @Test func numbersCompareAsNumbers() throws {
        #expect(try #require(PeriluneVersion("1.9")) < (try #require(PeriluneVersion("1.10"))))
    }

    @Test func allBoundsMustHold() throws {
        #expect(try allows(">= 1.2, < 2", "1.9.9"))
        #expect(try !allows(">= 1.2, < 2", "2.0"))
        #expect(try !allows(">= 1.2, < 2", "1.1.9"))
        #expect(try allows("==1.0", "1"))
        #expect(try allows("> 1", "1.0.1"))
        #expect(try !allows("<= 1", "1.0.1"))
    }

    @Test(arguments: ["", "1.0", "~> 1", ">= 1,", ">= x"])
    func otherRequirementsAreRefused(_ text: String) {
        #expect(throws: PeriluneError.self) { try VersionRequirement(text) }
    }
}
