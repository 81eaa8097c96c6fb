internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// The limits of a store's quarantine.
struct QuarantineLimits: Sendable {
    let events: Int
    let bytes: Int

    /// The share of the limit at which a warning is reported.
    static let warning = 0.8

    /// How full the quarantine is: the larger share of the two limits.
    func share(of size: QuarantineSize) -> Double {
        max(Double(size.events) / Double(events), Double(size.bytes) / Double(bytes))
    }
}

extension IntakeOptions {
    var quarantineLimits: QuarantineLimits {
        QuarantineLimits(events: max(1, quarantineLimit), bytes: max(1, quarantineByteLimit))
    }
}

extension Intake {
    /// The error for new events if the quarantine is full.
    ///
    /// Accepted events that fail are kept beyond the limit, so no event is lost.
    var quarantineFailure: PeriluneError? {
        guard let size = store?.quarantineSize, options.quarantineLimits.share(of: size) >= 1
        else { return nil }
        return quarantineError("quarantine.full", "the quarantine is full", size)
    }

    /// Deletes events from the quarantine permanently; returns their number.
    func drop(_ choice: QuarantineChoice) throws(PeriluneError) -> Int {
        try changeQuarantine { (store) throws(PeriluneError) in try store.drop(choice) }
    }

    /// Deletes quarantined events that are older than ``IntakeOptions/quarantineDays``, now and once an hour, until the
    /// task is cancelled.
    ///
    /// - Parameter report: Called with the number of events that were deleted, or with the error.
    public func expireQuarantine(_ report: (Result<Int, PeriluneError>) -> Void) async {
        guard options.quarantineDays > 0, store != nil else { return }
        while !Task.isCancelled {
            do throws(PeriluneError) {
                let count = try dropExpired(now: .now)
                if count > 0 { report(.success(count)) }
            } catch {
                report(.failure(error))
            }
            try? await Task.sleep(for: .seconds(3600))
        }
    }

    func dropExpired(now: Timestamp) throws(PeriluneError) -> Int {
        try drop(.before(now.microseconds / 1_000_000 - Int64(options.quarantineDays) * 86_400))
    }

    func changeQuarantine<Answer: Sendable>(
        _ change: (StoreTransaction) throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        guard let store else {
            throw PeriluneError(
                "store.missing", "this server has no store, so it has no quarantine")
        }
        defer { warnOfQuarantine() }
        return try store.commit(change)
    }

    /// Reports once when the quarantine is nearly full, and once when it is full.
    func warnOfQuarantine() {
        guard let size = store?.quarantineSize else { return }
        let share = options.quarantineLimits.share(of: size)
        guard share >= QuarantineLimits.warning else {
            return isFilling.store(false, ordering: .relaxed)
        }
        if isFilling.exchange(true, ordering: .relaxed) { return }
        let error =
            share >= 1
            ? quarantineError(
                "quarantine.full", "new events are rejected, the quarantine is full", size)
            : quarantineError(
                "quarantine.filling",
                "the quarantine is nearly full, after which new events are rejected", size)
        report(IntakeProblem(error))
    }

    private func quarantineError(
        _ code: PeriluneError.Code, _ message: String, _ size: QuarantineSize
    ) -> PeriluneError {
        let limits = options.quarantineLimits
        return PeriluneError(
            code,
            "\(message): \(size.events) events of \(limits.events), \(size.bytes >> 20) MB of \(limits.bytes >> 20) MB",
            at: .init(file: options.store),
            hint:
                "fix the rules and run 'perilune quarantine retry', or drop events: 'perilune quarantine drop --older-than 30d'"
        )
    }
}
