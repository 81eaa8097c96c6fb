import PeriluneCore

/// The end of a server, step by step.
struct ServerStop {
    let core: ServerCore
    let loops: ServerLoops

    /// For the last answers to leave, once nothing is waited for any more.
    private static let lastWrites = Duration.seconds(1)

    /// For a thread that takes a connection at this moment to put it on the list.
    private static let lastAccepts = Duration.milliseconds(50)
    /// Milliseconds that a client has for its first request.
    private static let firstRequest: UInt64 = 1000

    /// Waits until every connection has finished what it was at.
    ///
    /// Where the socket is inherited nobody is to be refused: a connection that was taken gets the time to send
    /// its request.
    func drain(_ grace: Duration) async {
        guard loops.isInherited else { return await wait(grace) { core.closeIdle() } }
        try? await Task.sleep(for: Self.lastAccepts)
        await wait(grace) { core.closeIdle(freshAfter: Self.firstRequest) }
    }

    /// Ends whatever is left, then the threads.
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
            // Also in a cancelled task, which cannot sleep: then this only gives way.
            if (try? await Task.sleep(for: .milliseconds(5))) == nil { await Task.yield() }
        }
    }
}
