extension Host {
    /// Waits until every worker has finished its current work, which shows that none of them hangs.
    package func waitForWorkers() async {
        for worker in workers {
            // A job for the executor, because the optimizer would remove a read whose result is not used.
            await withCheckedContinuation { continuation in
                worker.perform { _ in continuation.resume() }
            }
        }
    }
}
