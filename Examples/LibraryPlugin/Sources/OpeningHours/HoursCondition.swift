import PeriluneLibrary

/// The field `hours` of a delegate: `hours = "open"` or `hours = "closed"`.
struct HoursCondition: InterestDimension {
    let field = "hours"
    let hours: Hours

    func index(
        _ declarations: [InterestDeclaration]
    ) throws(PeriluneError) -> any InterestIndex {
        var open: [Int] = []
        var closed: [Int] = []
        for declaration in declarations {
            switch declaration.value {
            case "open": open.append(declaration.delegate)
            case "closed": closed.append(declaration.delegate)
            default:
                throw PeriluneError(
                    "opening-hours.condition",
                    "\(declaration.name): hours must be \"open\" or \"closed\"",
                    hint: "write \"open\" or \"closed\"")
            }
        }
        return HoursIndex(hours: hours, open: open, closed: closed)
    }
}

private struct HoursIndex: InterestIndex {
    let hours: Hours
    let open: [Int]
    let closed: [Int]

    /// Whether the office is open; `nil` for an event without a time.
    private func isOpen(_ event: any EventContent) -> Bool? {
        event.time.flatMap { try? hours.areOpen(at: $0) }
    }

    func match(_ event: any EventContent, into delegates: inout [Int]) {
        switch isOpen(event) {
        case true: delegates += open
        case false: delegates += closed
        case nil: break
        }
    }

    func rejection(of delegate: Int, for event: any EventContent) -> String? {
        guard let isOpen = isOpen(event) else { return "the event has no time" }
        return (isOpen ? open : closed).contains(delegate)
            ? nil : isOpen ? "the office is open" : "the office is closed"
    }
}
