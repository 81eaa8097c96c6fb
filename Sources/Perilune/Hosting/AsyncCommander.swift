public import PeriluneCore
internal import Synchronization

/// The commander of an asynchronous closure, see `Delegate.async`.
///
/// It collects the actions of the closure. The host carries them out when the closure returns, and discards them if
/// it throws.
public final class AsyncCommander: Sendable {
    private enum Action {
        case emit(Value, output: String?)
        case effect(String, Value.Members)
        case publish(
            type: String, subject: String?, source: String?, time: String?, data: Value?)
    }

    /// Whether effects are described and not carried out.
    public let isDryRun: Bool
    private let actions = Mutex<[Action]>([])

    init(isDryRun: Bool) { self.isDryRun = isDryRun }

    /// Emits a value: one line of the output.
    public func emit(_ value: Value) { add(.emit(value, output: nil)) }

    /// Emits a value to an output that the host declares under a name.
    ///
    /// If the host declares no such output, the closure fails with `output.unknown` when it returns.
    public func emit(_ value: Value, to output: String) { add(.emit(value, output: output)) }

    /// Adds an effect to the record.
    public func effect(_ kind: String, _ details: Value.Members) { add(.effect(kind, details)) }

    /// Publishes an event like `Commander.publish`; if the limits do not allow it, the event fails.
    public func publish(
        type: String, subject: String? = nil, source: String? = nil, time: String? = nil,
        data: Value? = nil
    ) {
        add(.publish(type: type, subject: subject, source: source, time: time, data: data))
    }

    private func add(_ action: Action) { actions.withLock { $0.append(action) } }

    /// Carries out the collected actions.
    func replay(on commander: Commander) throws(PeriluneError) {
        for action in actions.withLock(\.self) {
            switch action {
            case .emit(let value, output: nil): commander.emit(value)
            case .emit(let value, output: let output?): try commander.emit(value, to: output)
            case .effect(let kind, let details): commander.effect(kind, details)
            case .publish(let type, let subject, let source, let time, let data):
                try commander.publish(
                    type: type, subject: subject, source: source, time: time, data: data)
            }
        }
    }
}
