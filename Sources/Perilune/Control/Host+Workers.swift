extension Host {
    /// Returns when every worker has had a turn after what it was at: none of them hangs.
    package func waitForWorkers() async {
        for worker in workers { _ = await worker.isHeld }
    }
}
