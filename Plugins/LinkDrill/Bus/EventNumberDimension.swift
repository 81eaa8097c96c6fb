import PeriluneCore
import PeriluneLinks

/// The condition `evt`: the event number of the link, the first `evt` of `data.url`.
///
/// A link with several events has been split before: each event has a link of its own.
///
/// ```lua
/// evt = 4001
/// evt = { 4001, 2048001 }
/// evt = "4000..4099"      -- inclusive
/// evt = "custom"          -- 10000000 and above
/// ```
struct EventNumberDimension: InterestDimension {
    let field = "evt"

    func index(_ declarations: [InterestDeclaration]) throws(PeriluneError) -> any InterestIndex {
        var declared: [Int: EventNumbers] = [:]
        for declaration in declarations {
            declared[declaration.delegate] = try EventNumbers(declaration)
        }
        return EventNumberIndex(declared)
    }
}

private struct EventNumberIndex: InterestIndex {
    /// The delegates that take a single number.
    private var delegates: [Int64: [Int]] = [:]
    private let ranges: RangeIndex
    /// The delegates that take every custom event; those that list a custom number are in `delegates`.
    private var custom: [Int] = []
    private let declared: [Int: EventNumbers]

    init(_ declared: [Int: EventNumbers]) {
        self.declared = declared
        var ranges: [(ClosedRange<Int64>, Int)] = []
        for (delegate, numbers) in declared.sorted(by: { $0.key < $1.key }) {
            if numbers.takesCustom { custom.append(delegate) }
            for range in numbers.ranges {
                if range.lowerBound == range.upperBound {
                    delegates[range.lowerBound, default: []].append(delegate)
                } else {
                    ranges.append((range, delegate))
                }
            }
        }
        self.ranges = RangeIndex(ranges)
    }

    func match(_ event: any EventContent, into found: inout [Int]) {
        let number = Self.number(of: event)
        if let value = number.value {
            if let listed = delegates[value] { found.append(contentsOf: listed) }
            if !ranges.isEmpty { ranges.find(value, into: &found) }
        }
        if number.isCustom { found.append(contentsOf: custom) }
    }

    func concernsParts(_ delegate: Int) -> Bool { true }

    func rejection(of delegate: Int, for event: any EventContent) -> String? {
        guard let wanted = declared[delegate] else { return nil }
        let number = Self.number(of: event)
        if number.isCustom && wanted.takesCustom { return nil }
        guard let value = number.value else {
            return number.isCustom
                ? "evt does not fit 64 bits, expected \(wanted.text)"
                : "the link has no evt, expected \(wanted.text)"
        }
        return wanted.contains(value) ? nil : "evt is \(value), not \(wanted.text)"
    }

    private static func number(of event: any EventContent) -> EventNumber {
        var number = EventNumber()
        event.withString(at: LinkPath.url) { number = EventNumber(ofLink: $0) }
        return number
    }
}
