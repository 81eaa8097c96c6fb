import CRMPlugin
import PeriluneCore

/// Values of every kind, the same for the same seed.
struct RandomCRM: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func chance(_ of: Int = 2) -> Bool { Int.random(in: 0..<of, using: &self) == 0 }

    mutating func list<T>(_ most: Int = 3, _ make: (inout RandomCRM) -> T) -> [T] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in make(&self) }
    }

    mutating func maybe<T>(_ make: (inout RandomCRM) -> T) -> T? { chance() ? make(&self) : nil }

    mutating func pick<T>(_ values: [T]) -> T {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    /// Text with everything that an encoder may get wrong, and nothing that XML cannot hold.
    mutating func text() -> String {
        let parts = [
            "a", "B", " ", "  ", "<", ">", "&", "&amp;", "\"", "'", "]]>", "\n", "\r", "\t", "é",
            "日本", "😀", "0", "<!--", "\u{85}", "\u{2028}", "name",
        ]
        return list(8) { $0.pick(parts) }.joined()
    }

    mutating func name() -> String { pick(["name", "revenue", "new_x", "Id", "ownerid", "a1"]) }

    /// Not the zeros, which mean none.
    mutating func guid() -> GUID {
        var text = ""
        for _ in 0..<32 { text += String(UInt8.random(in: 0..<16, using: &self), radix: 16) }
        return GUID(text.first == "0" ? "1" + text.dropFirst() : text) ?? .zero
    }

    mutating func decimal() -> CRMDecimal {
        CRMDecimal(
            mantissa: Int128(Int64.random(in: .min ... .max, using: &self)),
            scale: Int.random(in: 0...10, using: &self))
    }

    mutating func double() -> Double {
        let number = Double(bitPattern: next())
        return number.isNaN ? .infinity : number
    }

    mutating func date() -> Timestamp {
        Timestamp(
            microseconds: Int64.random(in: -62_135_596_800...253_402_300_799, using: &self)
                * 1_000_000 + (chance() ? 0 : Int64.random(in: 0..<1_000_000, using: &self)))
    }

    mutating func pairs(_ depth: Int) -> AttributeCollection {
        var pairs: AttributeCollection = [:]
        for _ in 0..<Int.random(in: 0...4, using: &self) { pairs[name()] = value(depth - 1) }
        return pairs
    }

    mutating func reference() -> EntityReference {
        EntityReference(
            name(), guid(), name: maybe { $0.text() }, keyAttributes: chance(4) ? pairs(0) : [:],
            rowVersion: maybe { "\($0.next() >> 40)" })
    }

    mutating func entity(_ depth: Int) -> Entity {
        var entity = Entity(name(), id: maybe { $0.guid() }, pairs(depth))
        // In a record's attributes an array of records is read as a party list.
        for pair in entity.attributes {
            if case .entityArray = pair.value { entity[pair.key] = nil }
        }
        for pair in entity.attributes where chance() { entity.formattedValues[pair.key] = text() }
        entity.entityState = maybe { $0.pick([.changed, .created, .unchanged]) }
        entity.rowVersion = maybe { "\($0.next() >> 40)" }
        if depth > 0, chance(4) {
            entity.keyAttributes = pairs(0)
            entity.relatedEntities = list(2) { .init($0.relationship(), $0.collection(depth - 1)) }
        }
        return entity
    }

    mutating func collection(_ depth: Int) -> EntityCollection {
        EntityCollection(
            list(2) { $0.entity(depth - 1) }, entityName: maybe { $0.name() },
            moreRecords: chance(), pagingCookie: maybe { $0.text() },
            totalRecordCount: Int.random(in: -1...5000, using: &self),
            totalRecordCountLimitExceeded: chance(), minActiveRowVersion: maybe { $0.name() })
    }

    mutating func relationship() -> Relationship {
        Relationship(name(), role: maybe { $0.pick([.referenced, .referencing]) })
    }
}
