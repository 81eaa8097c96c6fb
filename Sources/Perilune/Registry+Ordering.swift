package import PeriluneCore
internal import PeriluneJSON

extension Registry {
    /// By what events are kept in order for all delegates; `nil` where none keeps state.
    ///
    /// Delegates that disagree about the key, and keys that only a script can tell, share one lane.
    package var ordering: Delegate.Ordering? {
        let all = delegates.compactMap(\.ordering)
        guard let first = all.first else { return nil }
        if delegates.contains(where: isOrderedByParts) { return .all }
        return first != .function && all.allSatisfy { $0 == first } ? first : .all
    }

    /// Whether a delegate sees parts of events that have another key than the event itself.
    private func isOrderedByParts(_ delegate: Delegate) -> Bool {
        guard case .path(let key)? = delegate.ordering else { return false }
        let paths = defaultHandlers.flatMap { ($0 as? any PartingHandler)?.partPaths ?? [] }
        let differs = paths.contains { path in
            path.names.starts(with: key.names) || key.names.starts(with: path.names)
        }
        return differs
            && delegate.interests.conditions.contains { condition in
                let declaration = InterestDeclaration(
                    delegate: 0, name: delegate.name, value: condition.value)
                return dimensions.contains { dimension in
                    dimension.field == condition.field
                        && (try? dimension.index([declaration]))?.concernsParts(0) == true
                }
            }
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
