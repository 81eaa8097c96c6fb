internal import PeriluneCore
internal import PeriluneJSON

/// Collects the fields in which two results differ, each once.
struct FieldDifferences {
    private(set) var fields: [FieldDifference] = []

    /// The maximum number of fields for one event, because a rewritten report could have thousands.
    private static let most = 64

    /// Adds the field if its values differ.
    mutating func compare(_ field: String, _ old: JSONTree?, _ new: JSONTree?) {
        guard old != new, fields.count < Self.most, !fields.contains(where: { $0.field == field })
        else { return }
        fields.append(FieldDifference(field, old: old, new: new))
    }

    /// Compares effects: their details if the kinds are equal and in the same order, else only the kinds.
    ///
    /// Identities are ignored, because they follow from the order of the effects.
    mutating func compareEffects(_ old: [JSONTree], _ new: [JSONTree]) {
        let kinds = (old.map { $0["kind"] }, new.map { $0["kind"] })
        guard kinds.0 == kinds.1 else {
            compare(
                "effects", .array(kinds.0.compactMap(\.self)), .array(kinds.1.compactMap(\.self)))
            return
        }
        for (old, new) in zip(old, new) {
            compareParts("effects.\(old["kind"]?.string ?? "")", old.withoutID, new.withoutID)
        }
    }

    /// Compares emitted values, one by one if their numbers are equal, else as lists.
    mutating func compareEmitted(
        _ field: String, _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>],
        _ comparer: JSONComparer
    ) throws(PeriluneError) {
        guard old.count == new.count else {
            return compare(field, .array(try Self.trees(old)), .array(try Self.trees(new)))
        }
        for (old, new) in zip(old, new) where !LineBytes.areEqual(old, new) {
            let differences = try comparer.differences(Array(old), Array(new))
            compareParts(field, differences.old, differences.new)
        }
    }

    private static func trees(
        _ values: [ArraySlice<UInt8>]
    ) throws(PeriluneError) -> [JSONTree] {
        var trees: [JSONTree] = []
        for value in values { trees.append(try JSONTree(Array(value))) }
        return trees
    }

    /// Compares values recursively; the parser limits the depth of JSON.
    private mutating func compareParts(_ path: String, _ old: JSONTree?, _ new: JSONTree?) {
        switch (old, new) {
        case (.object(let olds)?, .object(let news)?)
        where olds.count == news.count && zip(olds, news).allSatisfy { $0.name == $1.name }:
            for (old, new) in zip(olds, news) where old.value != new.value {
                compareParts(path.luaMember(old.name), old.value, new.value)
            }
        case (.object(let olds)?, .object(let news)?):
            var rest = Dictionary(news.map { ($0.name, $0.value) }) { first, _ in first }
            for member in olds {
                let other = rest.removeValue(forKey: member.name)
                if member.value != other {
                    compareParts(path.luaMember(member.name), member.value, other)
                }
            }
            for member in news where rest[member.name] != nil {
                compareParts(path.luaMember(member.name), nil, member.value)
            }
        case (.array(let olds)?, .array(let news)?) where olds.count == news.count:
            for (old, new) in zip(olds, news) where old != new {
                compareParts(path + "[]", old, new)
            }
        default: compare(path, old, new)
        }
    }
}

extension JSONTree {
    fileprivate var withoutID: JSONTree {
        .object(members.filter { $0.name != "id" && $0.name != "kind" })
    }
}
