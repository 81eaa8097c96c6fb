import PeriluneCore
import PeriluneLinks

/// The condition `evt`: the event number of the link, the first `evt` of `data.url`.
///
/// A link with several events is taken apart before: each event has a link of its own.
///
/// ```lua
/// evt = 4001
/// evt = { 4001, 2048001 }
/// evt = "custom"          -- 10000000 and above
/// ```
struct EventNumberDimension: InterestDimension {
    let field = "evt"

    func index(_ declarations: [InterestDeclaration]) throws(PeriluneError) -> any InterestIndex {
        var index = EventNumberIndex()
        for declaration in declarations {
            index.add(declaration.delegate, try Self.numbers(declaration))
        }
        return index
    }

    private static func numbers(
        _ declaration: InterestDeclaration
    ) throws(PeriluneError)
        -> EventNumbers
    {
        var numbers = EventNumbers()
        let elements = declaration.value.array ?? [declaration.value]
        for element in elements {
            switch element {
            case .integer(let number) where number >= 0:
                if !numbers.listed.contains(number) { numbers.listed.append(number) }
            case .string("custom"): numbers.takesCustom = true
            default:
                throw refusal(
                    declaration.name, "evt must be an integer or \"custom\", got \(element.json)")
            }
        }
        guard !elements.isEmpty else {
            throw refusal(declaration.name, "evt must not be an empty list")
        }
        return numbers
    }

    private static func refusal(_ name: String, _ message: String) -> PeriluneError {
        PeriluneError(
            "interest.evt", "\(name): \(message)",
            hint: "write evt = 4001, a list such as evt = { 4001, 2048001 }, or evt = \"custom\"")
    }
}

/// What one delegate declares.
private struct EventNumbers {
    var listed: [Int64] = []
    var takesCustom = false
}

private struct EventNumberIndex: InterestIndex {
    private var delegates: [Int64: [Int]] = [:]
    /// Those that take every custom event, and for a listed number of them the others.
    private var custom: [Int] = []
    private var declared: [Int: EventNumbers] = [:]

    mutating func add(_ delegate: Int, _ numbers: EventNumbers) {
        declared[delegate] = numbers
        if numbers.takesCustom { custom.append(delegate) }
        // Once is enough: a custom number of a delegate that takes them all adds nothing.
        for number in numbers.listed
        where !(numbers.takesCustom && LinkScanner.isCustom(number)) {
            delegates[number, default: []].append(delegate)
        }
    }

    func match(_ event: any EventContent, into found: inout [Int]) {
        let number = Self.number(of: event)
        if let value = number.value, let listed = delegates[value] {
            found.append(contentsOf: listed)
        }
        if number.isCustom { found.append(contentsOf: custom) }
    }

    func concernsParts(_ delegate: Int) -> Bool { true }

    func rejection(of delegate: Int, for event: any EventContent) -> String? {
        guard let wanted = declared[delegate] else { return nil }
        var words = wanted.listed.map { String($0) }
        if wanted.takesCustom { words.append("custom") }
        let list = words.joined(separator: " or ")
        let number = Self.number(of: event)
        if number.isCustom && wanted.takesCustom { return nil }
        guard let value = number.value else {
            return number.isCustom
                ? "evt does not fit 64 bits, expected \(list)"
                : "the link has no evt, expected \(list)"
        }
        return wanted.listed.contains(value) ? nil : "evt is \(value), not \(list)"
    }

    private static func number(of event: any EventContent) -> EventNumber {
        var number = EventNumber()
        event.withString(at: LinkPath.url) { number = EventNumber(ofLink: $0) }
        return number
    }
}
