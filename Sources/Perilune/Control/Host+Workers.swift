extension Host {
    /// Returns when every worker has had a turn after its current work: none of them hangs.
    package func waitForWorkers() async {
        for worker in workers {
            // A job of the worker's executor: the optimizer drops a read of the worker whose result nobody uses.
            await withCheckedContinuation { continuation in
                worker.perform { _ in continuation.resume() }
            }
        }
    }
}
