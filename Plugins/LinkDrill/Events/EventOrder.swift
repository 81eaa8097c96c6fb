import PeriluneCore

/// The order of the events of a link, as `evtorder` states it.
enum EventOrder {
    /// The blocks in order, and warnings about the order parameter.
    ///
    /// A repeated number uses two blocks, in the order of the link. Blocks that are not named follow in the order of
    /// the link, so that no event is lost by a misprint.
    static func sort(
        _ blocks: [EventBlocks.Block], by statements: [LinkParameter]
    ) -> (blocks: [EventBlocks.Block], warnings: [LinkWarning]) {
        guard !statements.isEmpty else { return (blocks, []) }
        var waiting: [String: [Int]] = [:]
        for index in blocks.indices.reversed() {
            waiting[key(blocks[index].event.value), default: []].append(index)
        }
        var order: [Int] = []
        var warnings: [LinkWarning] = []
        for statement in statements {
            for number in statement.value.split(separator: ",") {
                if let index = waiting[key(String(number))]?.popLast() {
                    order.append(index)
                } else if warnings.isEmpty {
                    warnings.append(
                        LinkWarning(
                            "link.event.order",
                            "evtorder names the event \(number), which the link does not have",
                            parameter: "evtorder"))
                }
            }
        }
        let left = waiting.values.flatMap { $0 }.sorted()
        if !left.isEmpty {
            warnings.append(
                LinkWarning(
                    "link.event.order",
                    "evtorder omits \(left.count) of the link's events; they come last",
                    parameter: "evtorder"))
        }
        return ((order + left).map { blocks[$0] }, warnings)
    }

    /// `04001` and `4001` are one event.
    private static func key(_ text: String) -> String {
        let trimmed = text.drop { $0 == " " }
        return Link.number(String(trimmed)).map(String.init) ?? text
    }
}
