internal import PeriluneCore

/// A change of the ordering key.
struct OrderChange: Hashable {
    private let from: Delegate.Ordering?
    private let to: Delegate.Ordering?

    init(from: Delegate.Ordering?, to: Delegate.Ordering?) {
        self.from = from
        self.to = to
    }
}

extension OrderChange: CustomStringConvertible {
    /// A description for the user.
    var description: String {
        guard let to else { return "no script keeps state any more, so events need no order" }
        guard let from else { return "a script now keeps state: \(Self.text(to))" }
        return "now \(Self.text(to)), previously \(Self.text(from)); "
            + "a script with a different ordering key starts without state"
    }

    private static func text(_ ordering: Delegate.Ordering) -> String {
        switch ordering {
        case .partitionKey: "events with the same source (or partitionkey) are processed in order"
        case .path(let path): "events with the same \(path) are processed in order"
        case .all, .function: "all events are processed in order"
        }
    }
}
