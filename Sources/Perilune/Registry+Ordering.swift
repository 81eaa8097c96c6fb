package import PeriluneCore
internal import PeriluneJSON

extension Registry {
    /// By what events are kept in order for all delegates; `nil` where none keeps state.
    ///
    /// Delegates that disagree about the key, and keys that only a script can tell, share one lane.
    package var ordering: Delegate.Ordering? {
        let all = delegates.compactMap(\.ordering)
        guard let first = all.first else { return nil }
        return first != .function && all.allSatisfy { $0 == first } ? first : .all
    }
}

extension JSONEvent {
    /// By what the event is kept in order.
    func key(_ ordering: Delegate.Ordering?) -> UInt64 {
        switch ordering {
        case .path(let path): hash(at: path)
        case .all, .function: 0
        case .partitionKey, nil: hashPartitionKey()
        }
    }
}
