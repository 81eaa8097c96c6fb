import PeriluneCore
import Synchronization

@testable import CRMPlugin

/// A clock that stands still but for sleeps, which take no time.
final class ManualTime: Sendable {
    private let state = Mutex((now: Int64(1_000_000_000_000_000), sleeps: [Duration]()))

    var pacing: Pacing {
        Pacing(
            now: { self.now },
            sleep: { duration in
                try Task.checkCancellation()
                self.advance(duration)
                self.state.withLock { $0.sleeps.append(duration) }
                await Task.yield()
            },
            random: { 1.0.nextDown })
    }

    var now: Timestamp { Timestamp(microseconds: state.withLock { $0.now }) }
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func advance(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        state.withLock { $0.now += seconds * 1_000_000 + attoseconds / 1_000_000_000_000 }
    }
}
