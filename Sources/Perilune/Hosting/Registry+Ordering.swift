package import PeriluneCore
internal import PeriluneJSON

extension Registry {
    /// By what events are kept in order for all delegates; `nil` where none keeps state.
    ///
    /// Delegates that disagree about the key, and keys that only a script can tell, share one lane.
    package var ordering: Delegate.Ordering? {
        let all = delegates.compactMap(\.ordering)
        guard let first = all.first else { return nil }
        if delegates.contains(where: seesOtherKey) { return .all }
        return first != .function && all.allSatisfy { $0 == first } ? first : .all
    }

    /// Whether a delegate may see another key than that of the event itself: of a part, or of what the event stands for.
    private func seesOtherKey(_ delegate: Delegate) -> Bool {
        guard case .path(let key)? = delegate.ordering else { return false }
        let handlers = defaultHandlers.compactMap { $0 as? any PartingHandler }
        func concerns(_ paths: [FieldPath]) -> Bool {
            paths.contains { path in
                path.names.starts(with: key.names) || key.names.starts(with: path.names)
            }
        }
        if concerns(handlers.flatMap(\.referencePaths)) { return true }
        return concerns(handlers.flatMap(\.partPaths))
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
        // The event of a timer has the key of the event that set it.
        case .path(let path): isTimer ? hashPartitionKey() : hash(at: path)
        case .all, .function: 0
        case .partitionKey, nil: hashPartitionKey()
        }
    }
}
