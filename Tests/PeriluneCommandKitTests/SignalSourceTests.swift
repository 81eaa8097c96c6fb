import Glibc
import PeriluneCommandKit
import Testing

struct SignalSourceTests {
    /// A new kind of signal each time: libdispatch keeps its registration of a kind.
    @Test(arguments: [SIGUSR2, SIGWINCH])
    func receivesASignalThatArrivesImmediately(number: Int32) async {
        let (signals, arrival) = AsyncStream.makeStream(of: Void.self)
        let source = SignalSource(number) { arrival.yield() }
        kill(getpid(), number)
        let limit = Task {
            try await Task.sleep(for: .seconds(10))
            arrival.finish()
        }
        var heard = false
        for await _ in signals {
            heard = true
            break
        }
        limit.cancel()
        #expect(heard)
        withExtendedLifetime(source) {}
    }
}
