internal import PeriluneCore

/// Events are kept in order by another key than before.
struct OrderChange: Hashable {
    private let from: Delegate.Ordering?
    private let to: Delegate.Ordering?

    init(from: Delegate.Ordering?, to: Delegate.Ordering?) {
        self.from = from
        self.to = to
    }
}

extension OrderChange: CustomStringConvertible {
    /// What it means, for people.
    var description: String {
        guard let to else { return "no script keeps state any more, events need no order" }
        guard let from else { return "a script keeps state: \(Self.text(to)) now" }
        return "\(Self.text(to)) now, before \(Self.text(from)); "
            + "a script whose key is another one begins without state"
    }

    private static func text(_ ordering: Delegate.Ordering) -> String {
        switch ordering {
        case .partitionKey: "events of one source (or partitionkey) are decided in turn"
        case .path(let path): "events with the same \(path) are decided in turn"
        case .all, .function: "all events are decided in turn"
        }
    }
}
