import PeriluneCore

/// The steps of a server's shutdown.
struct ServerStop {
    let core: ServerCore
    let loops: ServerLoops

    /// The time for sending the last answers, once no request is in progress.
    private static let lastWrites = Duration.seconds(1)

    /// The time for threads that are just accepting a connection to add it to the table.
    private static let lastAccepts = Duration.milliseconds(50)
    /// The time for a client to send its first request, in milliseconds.
    private static let firstRequest: UInt64 = 1000

    /// Waits until every connection has finished its request.
    ///
    /// If the socket is inherited, no client should be rejected: an accepted connection gets the time to send its
    /// request.
    func drain(_ grace: Duration) async {
        guard loops.isInherited else { return await wait(grace) { core.closeIdle() } }
        try? await Task.sleep(for: Self.lastAccepts)
        await wait(grace) { core.closeIdle(freshAfter: Self.firstRequest) }
    }

    /// Ends the remaining connections, then the threads.
    func force() async {
        _ = core.enter(.stopping)
        await wait(Self.lastWrites) { core.abort() }
        _ = core.enter(.stopped)
        await loops.stop()
    }

    private func wait(_ limit: Duration, _ each: () -> Void) async {
        let end = ContinuousClock.now + limit
        while core.openConnections > 0, ContinuousClock.now < end {
            each()
            // In a cancelled task, which cannot sleep, this only yields.
            if (try? await Task.sleep(for: .milliseconds(5))) == nil { await Task.yield() }
        }
    }
}
