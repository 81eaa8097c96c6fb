import PeriluneCore

/// Compares what came out with what was expected, and says where they differ.
enum Difference {
    /// The differences, a line each: `records[1].outcome is "default", expected "handled"`.
    ///
    /// - Parameters:
    ///   - expected: What should be there.
    ///   - found: What is there.
    ///   - path: Where it stands.
    ///   - partly: Whether members of objects that are not expected are allowed.
    /// - Returns: Nothing where they agree.
    static func find(_ expected: Value, in found: Value, at path: String, partly: Bool) -> [String]
    {
        if let expected = expected.elements, let found = found.array {
            return elements(expected, found, path, partly)
        }
        guard case .object(let wanted) = expected, case .object(let present) = found else {
            return expected == found
                ? [] : ["\(path) is \(found.json), expected \(expected.json)"]
        }
        var differences: [String] = []
        for member in wanted.pairs {
            let place = "\(path).\(member.name)"
            if let value = present[member.name] {
                differences += find(member.value, in: value, at: place, partly: partly)
            } else {
                differences.append("\(place) is missing, expected \(member.value.json)")
            }
        }
        if !partly {
            for member in present.pairs where wanted[member.name] == nil {
                differences.append("\(path).\(member.name) is \(member.value.json), not expected")
            }
        }
        return differences
    }

    private static func elements(
        _ expected: [Value], _ found: [Value], _ path: String, _ partly: Bool
    ) -> [String] {
        guard expected.count == found.count else {
            let list = Value.array(found).json
            return ["\(path) has \(found.count) values, expected \(expected.count): \(list)"]
        }
        return zip(expected, found).enumerated().flatMap { number, pair in
            find(pair.0, in: pair.1, at: "\(path)[\(number + 1)]", partly: partly)
        }
    }
}
