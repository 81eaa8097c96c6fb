import Glibc

/// The connections of a server, with their limits.
///
/// When a limit is reached, a new connection replaces the one that has waited longest for its
/// client, so slow clients cannot keep others out.
struct ConnectionTable {
    let limit: Int
    /// The maximum number of connections per address; 0 for no limit.
    let limitPerAddress: Int
    private(set) var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var counts: [ClientAddress: Int] = [:]
    /// Connections that were replaced and are not yet closed.
    private var leaving: Set<ObjectIdentifier> = []

    private let mostLeaving: Int
    /// Connections added so far.
    private var added: UInt64 = 0

    /// The maximum number of connections that were replaced and are not yet closed: each keeps its
    /// descriptor until its thread closes it.
    static func mostLeaving(limit: Int) -> Int { min(256, max(4, limit / 4)) }

    init(limit: Int, limitPerAddress: Int) {
        mostLeaving = Self.mostLeaving(limit: limit)
        self.limit = limit
        self.limitPerAddress = limitPerAddress
    }

    var count: Int { connections.count }

    /// Adds a connection, and returns the connections that it replaces; `nil` if a limit is reached
    /// and all connections wait for the handler.
    mutating func add(_ connection: ServerConnection) -> [ServerConnection]? {
        var victims: [ServerConnection] = []
        if let address = connection.address, limitPerAddress > 0,
            counts[address, default: 0] >= limitPerAddress
        {
            guard let victim = makeRoom(for: address, on: connection.loop) else { return nil }
            victims.append(victim)
        }
        if connections.count - leaving.count >= limit {
            guard let victim = makeRoom(for: nil, on: connection.loop) else { return nil }
            victims.append(victim)
        }
        added += 1
        connection.number = added
        connections[ObjectIdentifier(connection)] = connection
        if let address = connection.address { counts[address, default: 0] += 1 }
        return victims
    }

    mutating func remove(_ connection: ServerConnection) {
        let identity = ObjectIdentifier(connection)
        guard connections.removeValue(forKey: identity) != nil else { return }
        if leaving.remove(identity) == nil { forget(connection.address) }
    }

    /// Closes the connection with the lowest rank, of an address or of all.
    ///
    /// Another loop than this one may have to close it.
    mutating func makeRoom(
        for address: ClientAddress?, on loop: EventLoop
    ) -> ServerConnection? {
        // Only a connection of this loop is closed immediately.
        let only = leaving.count < mostLeaving ? nil : loop
        guard let victim = longestWaiting(address, on: only) else { return nil }
        leaving.insert(ObjectIdentifier(victim))
        forget(victim.address)
        shutdown(victim.socket, Int32(SHUT_RDWR))
        return victim
    }

    private func longestWaiting(
        _ address: ClientAddress?, on loop: EventLoop?
    ) -> ServerConnection? {
        var best: (connection: ServerConnection, rank: PhaseStamp.Rank)?
        for connection in connections.values
        where (address == nil || connection.address == address)
            && (loop == nil || connection.loop === loop)
            && !leaving.contains(ObjectIdentifier(connection))
        {
            guard let rank = connection.phase.rank(hasServed: connection.hasServed) else {
                continue
            }
            // If connections began within the same tick of the clock, the older one is closed.
            if let best, (best.rank, best.connection.number) < (rank, connection.number) {
                continue
            }
            best = (connection, rank)
        }
        return best?.connection
    }

    private mutating func forget(_ address: ClientAddress?) {
        guard let address, let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
    }
}
