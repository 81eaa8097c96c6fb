package import PeriluneCore

/// Runs blocking code on a thread of its own, so that it does not occupy one of the cooperative pool.
package func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PeriluneError) -> Result
) async throws(PeriluneError) -> Result {
    let answer: Swift.Result<Result, PeriluneError> = await withCheckedContinuation {
        continuation in
        let started = startThread {
            do throws(PeriluneError) {
                continuation.resume(returning: .success(try body()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        if !started {
            continuation.resume(
                returning: .failure(
                    PeriluneError(
                        "host.thread", "cannot create a thread",
                        hint: "raise the limit on processes (ulimit -u)")))
        }
    }
    return try answer.get()
}
