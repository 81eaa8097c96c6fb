import PeriluneCore

/// What a check of `perilune doctor` came to.
struct Finding: Sendable {
    enum State: String, Sendable {
        case ok
        /// Worth knowing.
        case note
        /// Something works less well than it could.
        case warning
        /// Something does not work.
        case problem
    }

    /// What was checked: one word, the same for findings of one kind.
    let check: String
    let state: State
    let message: String
    /// What to do.
    var hint: String?

    init(_ check: String, _ state: State, _ message: String, hint: String? = nil) {
        self.check = check
        self.state = state
        self.message = message
        self.hint = hint
    }

    /// An error that a check met.
    init(_ check: String, _ error: PeriluneError, _ state: State = .problem) {
        let place = error.place.description
        self.init(
            check, state, place.isEmpty ? error.message : "\(place): \(error.message)",
            hint: error.hint)
    }

    /// For a machine.
    var value: Value {
        var members: Value.Members = .init([
            ("check", .string(check)), ("state", .string(state.rawValue)),
            ("message", .string(message)),
        ])
        if let hint { members["hint"] = .string(hint) }
        return .object(members)
    }
}
