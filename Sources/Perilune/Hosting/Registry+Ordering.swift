package import PeriluneCore
internal import PeriluneJSON

extension Registry {
    /// The ordering key for all delegates; `nil` if none keeps state.
    ///
    /// If delegates declare different keys, or a key is computed by a script, all events have the same key.
    package var ordering: Delegate.Ordering? {
        let all = delegates.compactMap(\.ordering)
        guard let first = all.first else { return nil }
        if delegates.contains(where: seesOtherKey) { return .all }
        return first != .function && all.allSatisfy { $0 == first } ? first : .all
    }

    /// Whether a delegate may see another key than that of the event itself: that of a part, or of a referenced
    /// event.
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
    /// The hash of the event's ordering key.
    func key(_ ordering: Delegate.Ordering?) -> UInt64 {
        switch ordering {
        // The event of a timer has the partition key of the event that set the timer.
        case .path(let path): isTimer ? hashPartitionKey() : hash(at: path)
        case .all, .function: 0
        case .partitionKey, nil: hashPartitionKey()
        }
    }
}
