internal import PeriluneCore

/// Compares the results of a case with its expectations.
struct Expectations {
    private let test: TestCase
    private let snapshots: Snapshots

    init(_ test: TestCase, _ snapshots: Snapshots) {
        self.test = test
        self.snapshots = snapshots
    }

    /// The failures of a case; `state` returns the state of a key.
    func failures(
        _ observation: Observation, _ answers: PreparedAnswers?,
        state: (String) throws(PeriluneError) -> Value?
    ) throws(PeriluneError) -> [Failure] {
        var failures = try list("records", observation.records, .partly)
        failures += try list("output", observation.output, .whole)
        failures += try list("emitted", observation.output, .whole)
        for member in test["outputs"]?.object?.pairs ?? [] {
            let found = observation.outputs[member.name] ?? []
            failures += placed(
                Comparison.differences(
                    Matcher(member.value) == nil
                        ? member.value.elements.map { .array($0) } ?? member.value : member.value,
                    in: .array(found), at: [.name("outputs"), .name(member.name)], .whole))
        }
        failures += try list("published", observation.published, .partly)
        failures += try list("log", observation.log, .partly) {
            $0.string.map { ["message": .string($0)] } ?? $0
        }
        if let counts = test["count"]?.object {
            failures += placed(counted(counts, observation))
        }
        failures += errors(observation, failed: !failures.isEmpty)
        // An uncaught error of an undeclared call is already reported as the error of its event.
        let isReported = observation.errors.values.contains { $0.code == "test.unexpected" }
        return try failures + afterwards(answers, isReported: isReported, state: state)
    }

    /// Checks what does not depend on single events: state and calls.
    func afterwards(
        _ answers: PreparedAnswers?, isReported: Bool = false,
        state: (String) throws(PeriluneError) -> Value?
    ) throws(PeriluneError) -> [Failure] {
        var failures: [Failure] = []
        if let after = test["state"]?["after"]?.object {
            failures += placed(try differences(after, state))
        }
        if let answers {
            failures += try list("calls", answers.calls, .partly) {
                $0.string.map { ["call": .string($0)] } ?? $0
            }
            if let calls = test["crm"]?["calls"] {
                let found = answers.calls.filter { $0["kind"]?.string?.hasPrefix("crm.") ?? false }
                failures += placed(
                    Comparison.differences(
                        .array(
                            (calls.elements ?? []).map {
                                $0.string.map { ["call": .string("crm." + $0)] } ?? $0
                            }),
                        in: .array(found), at: [.name("crm"), .name("calls")], .partly))
            }
            if !isReported { failures += answers.unexpected.map { Failure($0, at: test.place) } }
        }
        return failures
    }

    /// Compares results with a list of the case; `whole` expands the short form of an element.
    private func list(
        _ field: String, _ found: [Value], _ strictness: Comparison.Strictness,
        whole: (Value) -> Value = { $0 }
    ) throws(PeriluneError) -> [Failure] {
        guard let expected = test[field] else { return [] }
        if Matcher.isSnapshot(expected) {
            return try snapshots.failures(.array(found), of: test, field)
        }
        let wanted =
            Matcher(expected) == nil ? expected.elements.map { Value.array($0.map(whole)) } : nil
        return placed(
            Comparison.differences(
                wanted ?? expected, in: .array(found), at: [.name(field)], strictness))
    }

    private func placed(_ differences: [Difference]) -> [Failure] {
        differences.map { Failure($0, at: test.place(of: $0.path)) }
    }

    /// Reports the errors of scripts, unless the case expects errors.
    private func errors(_ observation: Observation, failed: Bool) -> [Failure] {
        guard failed || !expectsErrors else { return [] }
        return observation.errors.sorted { $0.key < $1.key }.map { number, error in
            var failure = Failure(error, at: test.place)
            failure.title = "event \(number + 1) failed: \(error.message)"
            return failure
        }
    }

    /// Whether the case expects errors, by a count or by a record with an error.
    ///
    /// A script's actions are rolled back when it fails, and the link is then handled by default. So an expected
    /// outcome `default` does not mean that an error is expected.
    private var expectsErrors: Bool {
        if let count = test["count"], count["failed"] != nil || count["errors"] != nil {
            return true
        }
        guard let records = test["records"] else { return false }
        if Matcher.isSnapshot(records) || Matcher(records) != nil { return true }
        return (records.elements ?? []).contains {
            $0["error"] != nil || $0["outcome"]?.string == Outcome.failed.rawValue
        }
    }

    private func counted(_ expected: Value.Members, _ observation: Observation) -> [Difference] {
        let counts = Counts(observation)
        return expected.pairs.flatMap { member in
            let path: [Difference.Step] = [.name("count"), .name(member.name)]
            guard let count = counts[member.name] else {
                let near = NearestName.hint(for: member.name, in: counts.names)
                let hint = near.map { ": \($0)" } ?? ""
                return [Difference(path, message: "there is no counter of this name\(hint)")]
            }
            return Comparison.differences(
                member.value, in: .integer(Int64(count)), at: path, .whole)
        }
    }

    /// The differences in the state of keys; `false` expects that a key has no state.
    private func differences(
        _ expected: Value.Members, _ state: (String) throws(PeriluneError) -> Value?
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
