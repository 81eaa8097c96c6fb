public import PeriluneCore
internal import Synchronization

/// A delegate with declared answers that records its calls.
///
/// ```swift
/// let greedy = ScriptedDelegate("greedy", on: "link.*")
/// let host = try await Host { greedy.delegate }
/// _ = try await host.process(event)
/// #expect(greedy.calls == [.shouldHandle("e1"), .execute("e1"), .finish(committed: true)])
/// ```
public final class ScriptedDelegate: Sendable {
    /// A call by the bus; the text is the id of the event.
    public enum Call: Hashable, Sendable {
        case shouldHandle(String)
        case execute(String)
        case finish(committed: Bool)
    }

    /// Answers `shouldHandle`.
    public typealias Claim = @Sendable (any EventContent, Commander) throws -> Bool
    /// Answers `execute`.
    public typealias Action = @Sendable (any EventContent, Commander) throws -> Execution

    /// The delegate to register.
    public var delegate: Delegate {
        Delegate(name: name, interests: interests, priority: priority) { _ in Instance(self) }
    }

    private let name: String
    private let interests: Interests
    private let priority: Int
    private let claim: Claim
    private let action: Action
    private let list = Mutex<[Call]>([])

    /// Creates a delegate; by default it claims and handles every event.
    public init(
        _ name: String, on types: TypePattern..., conditions: [Interests.Condition] = [],
        priority: Int = 0, shouldHandle claim: @escaping Claim = { _, _ in true },
        execute action: @escaping Action = { _, _ in .finished(.handled) }
    ) {
        self.name = name
        interests = Interests(types: types.isEmpty ? ["*"] : types, conditions: conditions)
        self.priority = priority
        self.claim = claim
        self.action = action
    }

    /// The calls so far, from all workers.
    public var calls: [Call] { list.withLock(\.self) }

    private func record(_ call: Call) { list.withLock { $0.append(call) } }

    private final class Instance: EventDelegate {
        private let script: ScriptedDelegate

        init(_ script: ScriptedDelegate) { self.script = script }

        func shouldHandle(
            _ event: any EventContent, _ commander: Commander
        )
            throws(PeriluneError) -> Bool
        {
            script.record(.shouldHandle(event.id))
            do { return try script.claim(event, commander) } catch { throw known(error) }
        }

        func execute(
            _ event: any EventContent, _ commander: Commander
        ) throws(PeriluneError)
            -> Execution
        {
            script.record(.execute(event.id))
            do { return try script.action(event, commander) } catch { throw known(error) }
        }

        func finish(committed: Bool) { script.record(.finish(committed: committed)) }

        private func known(_ error: any Error) -> PeriluneError {
            error as? PeriluneError ?? PeriluneError("test.failed", "\(error)")
        }
    }
}
