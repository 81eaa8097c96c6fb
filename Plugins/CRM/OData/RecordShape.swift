/// The meanings of the members of records, computed once for all records of a response.
///
/// These are mostly of one table and have the same members in the same order. Not `Sendable`: it belongs to the
/// reader of one response.
final class RecordShape<Meaning> {
    private var table = ""
    private var known: [(name: String, meaning: Meaning)] = []
    /// The index at which the next member is expected.
    private var next = 0

    /// The maximum number of cached names; others are looked up each time.
    private static var most: Int { 256 }

    /// Begins with the first member of a record of a table.
    func begin(_ table: EntityDefinition) {
        next = 0
        if table.logicalName == self.table { return }
        self.table = table.logicalName
        known = []
    }

    /// The meaning of a member.
    func meaning(of name: String, _ find: () -> Meaning) -> Meaning {
        if let place = place(of: name, in: next..<known.count) ?? place(of: name, in: 0..<next) {
            next = place + 1
            return known[place].meaning
        }
        let meaning = find()
        if known.count < Self.most {
            known.insert((name, meaning), at: next)
            next += 1
        }
        return meaning
    }

    private func place(of name: String, in places: Range<Int>) -> Int? {
        for place in places where known[place].name == name { return place }
        return nil
    }
}

/// A column of records, behind one reference.
final class MemberColumn: Sendable {
    let attribute: AttributeDefinition

    init(_ attribute: AttributeDefinition) { self.attribute = attribute }
}
