internal import PeriluneCore

/// Compares what came of the events of a case with what the case says.
struct Expectations {
    private let test: TestCase

    init(_ test: TestCase) { self.test = test }

    func differences(_ outcome: Observation) -> [Difference] {
        list("records", outcome.records, .partly) + list("output", outcome.output, .whole)
            + list("emitted", outcome.output, .whole)
            + list("published", outcome.published, .partly) + log(outcome.log) + counts(outcome)
    }

    private func list(
        _ field: String, _ found: [Value], _ strictness: Comparison.Strictness
    ) -> [Difference] {
        guard let expected = test[field] else { return [] }
        return Comparison.differences(
            expected, in: .array(found), at: [.name(field)], strictness)
    }

    /// A line is a table, or its message alone.
    private func log(_ lines: [Value]) -> [Difference] {
        guard let expected = test["log"] else { return [] }
        let wanted = expected.elements?.map { line in
            line.string == nil ? line : ["message": line]
        }
        return Comparison.differences(
            wanted.map { .array($0) } ?? expected, in: .array(lines), at: [.name("log")], .partly)
    }

    private func counts(_ outcome: Observation) -> [Difference] {
        guard let expected = test["count"]?.object else { return [] }
        var counts = Counts(outcome)
        return expected.pairs.flatMap { member in
            let path: [Difference.Step] = [.name("count"), .name(member.name)]
            guard let count = counts[member.name] else {
                let near = NearestName.of(member.name, in: counts.names)
                let hint = near.map { ": did you mean '\($0)'?" } ?? ""
                return [Difference(path, message: "nothing is counted under this name\(hint)")]
            }
            return Comparison.differences(
                member.value, in: .integer(Int64(count)), at: path, .whole)
        }
    }

    /// Where the state of some keys differs from what is expected; `false` expects none.
    static func differences(
        state expected: Value.Members, _ state: (String) throws(PeriluneError) -> Value?
    ) throws(PeriluneError) -> [Difference] {
        var differences: [Difference] = []
        for member in expected.pairs {
            let path: [Difference.Step] = [.name("state"), .name("after"), .name(member.name)]
            let found = try state(member.name)
            switch (member.value, found) {
            case (.bool(false), nil): continue
            case (.bool(false), let found?):
                differences.append(Difference(path, found: found.shown))
            case (let value, nil) where value.elements?.isEmpty == true: continue
            case (let value, nil): differences.append(Difference(path, expected: value.shown))
            case (let value, let found?):
                differences += Comparison.differences(value, in: found, at: path, .whole)
            }
        }
        return differences
    }
}
