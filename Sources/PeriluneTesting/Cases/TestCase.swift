package import PeriluneCore

/// One case of a test file: its events and its expectations.
package struct TestCase: Sendable {
    /// Its number in the file, from 1.
    package let number: Int
    /// The name of the case.
    package let name: String
    /// The table of the case.
    let table: Value
    /// The number of earlier cases with the same name.
    let others: Int
    private let places: LazyCasePositions

    /// The position of the case in the file.
    package var place: PeriluneError.Place { places.place(of: name, after: others) }

    /// The position of a part of the case.
    func place(of path: [Difference.Step]) -> PeriluneError.Place {
        places.place(of: name, after: others, path: path)
    }

    /// The reason for which the case is skipped; `nil` if it is run.
    var skip: String? {
        switch table["skip"] {
        case .string(let reason): reason
        case .bool(true): "no reason given"
        default: nil
        }
    }

    /// Whether the case is a function that processes events itself.
    var isFunction: Bool { table["run"] != nil }

    /// A field of the case; `nil` if it is not set.
    subscript(field: String) -> Value? {
        guard let value = table[field], value != .null else { return nil }
        return value
    }

    /// The fields that a case may have, besides those of fixtures.
    static let fields = [
        "name", "events", "records", "output", "outputs", "emitted", "published", "log", "count",
        "state",
        "time", "seed", "script", "scripts", "answers", "calls", "run", "skip",
    ]

    init(
        _ table: Value, number: Int, after others: Int, _ places: LazyCasePositions,
        known: Set<String>
    ) throws(PeriluneError) {
        self.number = number
        self.table = table
        self.others = others
        self.places = places
        name = table["name"]?.string ?? ""
        for member in table.object?.pairs ?? [] where !known.contains(member.name) {
            let names = known.sorted()
            throw PeriluneError(
                "test.case", "unknown field '\(member.name)' of a case",
                at: place(of: [.name(member.name)]),
                hint: NearestName.hint(for: member.name, in: names)
                    ?? "the fields of a case are \(names.joined(separator: ", "))")
        }
        if name.isEmpty {
            throw PeriluneError(
                "test.case", "case \(number) has no name", at: places.place(of: "", after: 0),
                hint: "write name = \"what the script should do\"")
        }
        try checkOutcomes()
        if table["events"] == nil, table["run"] == nil {
            throw PeriluneError(
                "test.case", "the case has neither events nor run", at: place,
                hint: "write events = { \"https://example.com\" }, or run = function(t) … end")
        }
        if table["events"] != nil, table["run"] != nil {
            throw PeriluneError(
                "test.case", "the case has both events and run", at: place,
                hint: "remove events and process them in run, with t.decide(event)")
        }
    }

    /// Throws if a record of the case expects an outcome that does not exist.
    private func checkOutcomes() throws(PeriluneError) {
        for (number, record) in (table["records"]?.elements ?? []).enumerated() {
            guard let outcome = record["outcome"]?.string, Outcome(rawValue: outcome) == nil else {
                continue
            }
            let names = Outcome.allCases.map(\.rawValue)
            throw PeriluneError(
                "test.case", "'\(outcome)' is not an outcome",
                at: place(of: [.name("records"), .element(number + 1), .name("outcome")]),
                hint: NearestName.hint(for: outcome, in: names)
                    ?? "the outcomes are \(names.joined(separator: ", "))")
        }
    }
}
