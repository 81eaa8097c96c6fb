import PeriluneCore
import PeriluneHTTP
import Testing

@testable import CRMPlugin

struct ODataSegmentTests {
    private func segments(_ path: String) throws -> [ODataSegment] {
        try ODataSegment.segments(of: path, .v4) { PercentEncoding.decode($0) }
    }

    @Test func readsIdentitiesOfBothVersions() throws {
        let id = ODataSample.id
        #expect(try ODataSegment("accounts(\(id))", .v4).id == id)
        #expect(try ODataSegment("AccountSet(guid'\(id.description.uppercased())')", .v2).id == id)
    }

    @Test func readsAlternateKeysAndArguments() throws {
        let segment = try ODataSegment("accounts(accountnumber='a/b''c',n=5)", .v4)
        #expect(segment.arguments.map(\.name) == ["accountnumber", "n"])
        #expect(segment.arguments[0].value == .string("a/b'c"))
        #expect(try ODataSegment("WhoAmI()", .v4).key == .empty)
    }

    @Test func aSlashWithinATextIsNotASeparator() throws {
        let parts = try segments("/accounts(accountnumber='a/b')/name")
        #expect(parts.map(\.name) == ["accounts", "name"])
    }

    @Test func decodesEachPieceByItself() throws {
        let id = ODataSample.id
        #expect(try segments("/accounts%28\(id)%29/%24ref").map(\.name) == ["accounts", "$ref"])
        #expect(throws: PeriluneError.self) { try segments("/accounts%zz") }
        #expect(throws: PeriluneError.self) {
            try segments(String(repeating: "/a", count: 100))
        }
    }
}
