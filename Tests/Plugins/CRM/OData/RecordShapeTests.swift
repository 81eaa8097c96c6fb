import Testing

@testable import CRMPlugin

struct RecordShapeTests {
    private let account = EntityDefinition(
        "Account", code: 1, displayName: "Account", name: "name", [])
    private let contact = EntityDefinition(
        "Contact", code: 2, displayName: "Contact", name: "fullname", [])

    /// The meanings of members, and the names that were looked up.
    private func read(
        _ names: [String], _ table: EntityDefinition, _ shape: RecordShape<String>
    ) -> (meanings: [String], found: [String]) {
        var found: [String] = []
        shape.begin(table)
        let meanings = names.map { name in
            shape.meaning(of: name) { name in
                found.append(name)
                return "\(table.logicalName).\(name)"
            }
        }
        return (meanings, found)
    }

    @Test func findsEachNameOnceInAnyOrder() {
        let shape = RecordShape<String>()
        #expect(read(["a", "b", "c"], account, shape).found == ["a", "b", "c"])
        #expect(read(["a", "c"], account, shape).found.isEmpty)
        let mixed = read(["c", "x", "b", "a"], account, shape)
        #expect(mixed.found == ["x"])
        #expect(mixed.meanings == ["account.c", "account.x", "account.b", "account.a"])
    }

    @Test func keepsTablesSeparate() {
        let shape = RecordShape<String>()
        _ = read(["a", "b"], account, shape)
        #expect(read(["a", "b"], contact, shape).meanings == ["contact.a", "contact.b"])
        #expect(read(["a"], account, shape).meanings == ["account.a"])
    }

    @Test func keepsABoundedNumberOfNames() {
        let shape = RecordShape<String>()
        let names = (0..<1000).map(String.init)
        _ = read(names, account, shape)
        #expect(read(names, account, shape).found.count == 1000 - 256)
    }
}
