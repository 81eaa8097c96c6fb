/// Limits the number of tasks that do something concurrently; the others wait in order of arrival.
actor ConcurrencyLimit {
    private var free: Int
    private var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var nextTicket = 0

    init(_ count: Int) { free = max(1, count) }

    /// Waits for a place; returns false, without a place, if the task is cancelled.
    func acquire() async -> Bool {
        if Task.isCancelled { return false }
        if free > 0 {
            free -= 1
            return true
        }
        let ticket = nextTicket
        nextTicket += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append((ticket, $0)) }
        } onCancel: {
            Task { await self.cancel(ticket) }
        }
    }

    /// Passes the place on to the caller that has waited longest.
    func release() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().continuation.resume(returning: true)
        }
    }

    /// Removes a waiting caller; one that already has a place keeps it and returns it as usual.
    private func cancel(_ ticket: Int) {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }
}
