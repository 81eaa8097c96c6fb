package import PeriluneCore

/// The members that options of an output name, for warnings about those that values lack.
package final class NamedMembers {
    private var missing: [(member: Member, near: String?)]
    /// The members that some values had, with the number of values that lack them.
    private var lacking: [(member: Member, count: Int)] = []
    /// The number of values so far.
    package private(set) var values = 0
    /// The number of values without any of the columns.
    private var emptyRows = 0
    /// The last value that a sink was given.
    private var last: (sequence: String, number: Int64) = ("", 0)

    /// A member, and what an option needs it for.
    package struct Member: Sendable {
        /// The path of the member in a value.
        package let path: FieldPath
        /// What it is for: `a column`.
        package let use: String
        /// What is written if a value lacks the member; `nil` if that needs no warning.
        package let substitute: String?

        package init(path: FieldPath, use: String, substitute: String? = nil) {
            self.path = path
            self.use = use
            self.substitute = substitute
        }
    }

    /// Checks values for these members.
    package init(_ members: [Member]) { missing = members.map { ($0, nil) } }

    /// Checks values for the columns of a format; `nil` if it has none.
    package convenience init?(_ format: RowFormat) {
        guard case .csv(let columns) = format else { return nil }
        self.init(columns)
    }

    /// Checks values for the members of columns.
    package convenience init(_ columns: [RowColumn]) {
        self.init(columns.map { Member(path: $0.path, use: "a column") })
    }

    /// Itself, to check a value of a sink; `nil` if the sink was given the value before.
    ///
    /// A batch that a sink could not write is written again, and its values count once.
    package func ifNew(_ value: SinkValue) -> NamedMembers? {
        guard last.sequence != value.sequence || last.number < value.number else { return nil }
        last = (value.sequence, value.number)
        return self
    }

    /// Checks a value for the members that no earlier value had.
    package func check(_ value: Value, isEmptyRow: Bool = false) {
        values += 1
        if isEmptyRow { emptyRows += 1 }
        for index in lacking.indices where Self.lacks(value, lacking[index].member) {
            lacking[index].count += 1
        }
        var index = 0
        while index < missing.count {
            let path = missing[index].member.path
            if !Self.lacks(value, missing[index].member) {
                let found = missing.remove(at: index).member
                if found.substitute != nil { lacking.append((found, values - 1)) }
                continue
            }
            if missing[index].near == nil {
                missing[index].near = NearestName.path(path, in: value)
            }
            index += 1
        }
    }

    private static func lacks(_ value: Value, _ member: Member) -> Bool {
        value[member.path].map { $0 == .null } ?? true
    }

    /// Warnings about options of the output that are probably wrong.
    package func warnings(of output: String) -> [String] {
        if values == 0 { return [] }
        var warnings = missing.map { member, near in
            let aside = NearestName.suggestion(for: near)
            return
                "\(output): none of \(Counted(values, "value")) had \(member.path), \(member.use)\(aside)"
        }
        for (member, count) in lacking where count > 0 {
            warnings.append(
                "\(output): \(Counted.digits(count)) of \(Counted(values, "value")) had no \(member.path), \(member.use); \(member.substitute ?? "")"
            )
        }
        if emptyRows > 0, emptyRows < values {
            warnings.append(
                "\(output): \(emptyRows) of \(values) values had none of the columns, so their rows are empty"
            )
        }
        return warnings
    }
}
