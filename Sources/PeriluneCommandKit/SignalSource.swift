import Dispatch
import Glibc

/// Calls a handler for each signal of a kind, on any thread, as long as this object exists.
///
/// libdispatch registers sources on a thread of its own, and a signal that arrives before that would be ignored, so
/// the initializer waits until the source is registered.
///
/// Unchecked: the source is created before the object is shared, and does not change.
package final class SignalSource: @unchecked Sendable {
    private let source: any DispatchSourceSignal

    package init(_ number: Int32, handler: @escaping @Sendable () -> Void) {
        // The default action would end the process before the source is called.
        signal(number, SIG_IGN)
        let registered = DispatchSemaphore(value: 0)
        source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: handler)
        source.setRegistrationHandler { registered.signal() }
        source.resume()
        registered.wait()
    }
}
