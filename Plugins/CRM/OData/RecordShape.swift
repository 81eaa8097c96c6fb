import PeriluneCore

/// The meanings of the members of records, computed once for all records of a response.
///
/// These are mostly of one table and have the same members in the same order. Not `Sendable`: it belongs to the
/// reader of one response.
final class RecordShape<Meaning> {
    private var table = ""
    /// The known names, and what each means.
    ///
    /// They are apart so that looking for a name copies no meaning.
    private var names: [String] = []
    private var meanings: [Meaning] = []
    /// The index at which the next member is expected.
    private var next = 0
    /// The numbers of values and of formatted values of the last record.
    private var (values, texts) = (0, 0)

    /// The maximum number of cached names; others are looked up each time.
    private static var most: Int { 256 }

    /// Begins with the first member of a record of a table.
    func begin(_ table: EntityDefinition) {
        next = 0
        if table.logicalName == self.table { return }
        self.table = table.logicalName
        names = []
        meanings = []
    }

    /// The meaning of a member; `find` is called if it is not known yet.
    @inline(__always)
    func meaning(of name: String, else find: (String) -> Meaning) -> Meaning {
        guard let place = place(of: name, in: next..<names.count) ?? place(of: name, in: 0..<next)
        else {
            let meaning = find(name)
            add(name, meaning)
            return meaning
        }
        next = place + 1
        return meanings[place]
    }

    private func add(_ name: String, _ meaning: Meaning) {
        guard names.count < Self.most else { return }
        names.insert(name, at: next)
        meanings.insert(meaning, at: next)
        next += 1
    }

    private func place(of name: String, in places: Range<Int>) -> Int? {
        for place in places where names[place].hasSameBytes(as: name) { return place }
        return nil
    }

    /// Makes room for as many values as the record before has.
    func reserve(_ entity: inout Entity) {
        entity.attributes.reserveCapacity(values)
        if texts > 0 { entity.formattedValues.reserveCapacity(texts) }
    }

    /// Ends a record, which the next is expected to resemble.
    func end(_ entity: Entity) {
        values = entity.attributes.count
        texts = entity.formattedValues.count
    }
}

/// A column of records.
///
/// What each value needs is beside the definition, since copying that takes longer.
package final class MemberColumn: Sendable {
    let attribute: AttributeDefinition
    let name: String
    let type: AttributeType
    /// The table of the records that a lookup refers to, if it is always the same.
    let onlyTarget: String?

    package init(_ attribute: AttributeDefinition) {
        self.attribute = attribute
        name = attribute.logicalName
        type = attribute.type
        onlyTarget = attribute.targets.count == 1 ? attribute.targets.first : nil
    }
}
