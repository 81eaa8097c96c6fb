import PeriluneCore

/// Functions that read a dashboard without changing it.
extension ChartsModule {
    var seek: HostFunction {
        HostFunction(
            "seek", "Computes the value that one node needs for another to reach a goal.",
            [
                .init("diagram", .string, "the diagram"),
                .init(
                    "what", .table, "goal, target and lever; lower and upper bounds of the lever"),
            ], returns: "{ answer: string, value?: number, sensitivities: table<string, number> }",
            .async { arguments, call in
                let (session, item) = try await find(arguments[0].string ?? "", for: call)
                let reader = ActionReader(kind: "seek", data: arguments[1])
                var bounds: ClosedRange<Double>?
                if arguments[1]["lower"] != nil || arguments[1]["upper"] != nil {
                    let (lower, upper) = (try reader.number("lower"), try reader.number("upper"))
                    guard lower <= upper else {
                        throw PeriluneError("charts.seek", "lower must not be greater than upper")
                    }
                    bounds = lower...upper
                }
                return try await session.goalSeek(
                    item, goal: try reader.text("goal"), target: try reader.number("target"),
                    lever: try reader.text("lever"), bounds: bounds
                ).value
            })
    }

    var state: HostFunction {
        HostFunction(
            "state",
            "Returns the state of a dashboard or a chart: selections, drills, filters and values that were set.",
            [.init("view", .string, "the dashboard, or the chart")], returns: "table",
            .async { arguments, call in
                let (session, item) = try await find(arguments[0].string ?? "", for: call)
                let state = await session.state
                return item.isEmpty ? state.value : state[item].value
            })
    }
}

extension GoalSeek {
    /// `answer` is `solved`, `flat`, `no bracket` or `outside bounds`; the first and the last have a value.
    var value: Value {
        var members = Value.Members()
        switch answer {
        case .solved(let value):
            members["answer"] = "solved"
            members["value"] = .number(value)
        case .flat: members["answer"] = "flat"
        case .noBracket: members["answer"] = "no bracket"
        case .outsideBounds(let value):
            members["answer"] = "outside bounds"
            members["value"] = .number(value)
        }
        members["sensitivities"] = .object(
            .init(sensitivities.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) }))
        return .object(members)
    }
}
