import CRMPlugin
import PeriluneCore

/// Computes the actual value of a goal from the records of the metric's rollup fields and from its child goals.
struct GoalRollup {
    let goal: Entity
    let children: [GUID]
    let session: Session

    /// The columns of the goal that follow.
    func results() throws(CRMFault) -> AttributeCollection {
        var results: AttributeCollection = ["lastrolledupdate": .date(session.now)]
        guard let metric = goal.lookup("metricid"), goal["isoverride"] != true else {
            return results
        }
        for id in try session.ids(of: "rollupfield", where: ["metricid": .reference(metric)]) {
            let field = try session.retrieve("rollupfield", id)
            guard let column = field.formattedValues["goalattribute"] else { continue }
            let own = goal["rolluponlyfromchildgoals"] == true ? 0 : try sum(field, column)
            let total = try own + sumOfChildren(column)
            results[column] = value(total, column)
            guard let target = target(for: column) else { continue }
            let percent = (total * 100).divided(by: target, scale: 2)
            if let percent { results["percentage"] = .decimal(percent) }
        }
        return results
    }

    private func sumOfChildren(_ column: String) throws(CRMFault) -> CRMDecimal {
        var sum: CRMDecimal = 0
        for child in children {
            sum = sum + number(try session.retrieve("goal", child, [column])[column])
        }
        return sum
    }

    private func sum(_ field: Entity, _ column: String) throws(CRMFault) -> CRMDecimal {
        guard let entity = field["sourceentity", as: String.self] else { return 0 }
        let layout = try session.layout(entity)
        var row: Row = [:]
        for (from, to) in [("sourcestate", "statecode"), ("sourcestatus", "statuscode")] {
            if let code = field[from, as: Int32.self], layout.column(to) != nil {
                row[to] = .option(OptionSetValue(code))
            }
        }
        if goal["consideronlygoalownersrecords"] == true, layout.column("ownerid") != nil {
            row["ownerid"] = goal["goalownerid"]
        }
        let asked = try askedFor(column)
        let ids =
            try row.isEmpty
            ? everyID(of: entity) : session.ids(matching: row, in: layout)
        var sum: CRMDecimal = 0
        for id in ids where asked?.contains(id) ?? true {
            guard let record = try session.stored(layout, id), isInPeriod(record, field) else {
                continue
            }
            guard let source = field["sourceattribute", as: String.self] else {
                sum = sum + 1
                continue
            }
            // Amounts of several currencies meet in the base currency.
            sum = sum + number(record[source + "_base"] ?? record[source])
        }
        return sum
    }

    private func everyID(of entity: String) throws(CRMFault) -> [GUID] {
        try session.everything(.expression(Query(entity))).compactMap(\.id)
    }

    private func isInPeriod(_ record: Row, _ field: Entity) -> Bool {
        guard let column = field["dateattribute", as: String.self] else { return true }
        guard case .date(let date)? = record[column] else { return false }
        let start = goal["goalstartdate", as: Timestamp.self]?.microseconds ?? .min
        let end = goal["goalenddate", as: Timestamp.self]?.microseconds ?? .max
        return start <= date.microseconds && date.microseconds <= end
    }

    /// The records that the goal's rollup query allows; `nil` for all.
    private func askedFor(_ column: String) throws(CRMFault) -> Set<GUID>? {
        guard let reference = goal.lookup("rollupquery\(column)id") else { return nil }
        let query = try session.retrieve("goalrollupquery", reference.id, ["fetchxml"])
        guard let text = query["fetchxml", as: String.self] else { return nil }
        return Set(try session.everything(.fetch(FetchExpression(text))).compactMap(\.id))
    }

    /// The target for a column of actual values; `nil` for other columns, or if it has none.
    private func target(for column: String) -> CRMDecimal? {
        guard column.hasPrefix("actual") else { return nil }
        let target = number(goal["target" + column.dropFirst("actual".count)])
        return target == 0 ? nil : target
    }

    private func number(_ value: CRMValue?) -> CRMDecimal {
        switch value {
        case .money(let amount)?: amount.value
        case .decimal(let number)?: number
        case .int(let number)?: CRMDecimal(number)
        case .long(let number)?: CRMDecimal(number)
        case .double(let number)?: CRMDecimal(number) ?? 0
        default: 0
        }
    }

    private func value(_ number: CRMDecimal, _ column: String) -> CRMValue {
        if column.hasSuffix("money") { return .money(Money(number)) }
        if column.hasSuffix("integer") {
            return .int(Int32(clamping: number.rounded(to: 0).mantissa))
        }
        return .decimal(number)
    }
}
