internal import PeriluneCore
internal import Synchronization

/// Answers effects from what a case declares under `answers`, instead of running them.
///
/// An effect is identified by its kind and subject: `crm.retrieve lead`. A host takes the answer of an effect that
/// was begun before from its ledger, so this acts as a ledger, and the plugins need no changes.
final class PreparedAnswers: EffectLedger {
    private struct Content {
        var answers: [String: [Value]] = [:]
        /// The first words of declared kinds: with one answer for the CRM, all effects of the CRM are answered here.
        var families: Set<String> = []
        var calls: [Value] = []
        var unexpected: [PeriluneError] = []
    }

    private let content = Mutex(Content())

    init() {}

    /// Declares answers; `prefix` is put before each name.
    func declare(_ answers: Value.Members, prefix: String = "") {
        content.withLock { content in
            if !prefix.isEmpty { content.families.insert(String(prefix.dropLast())) }
            for answer in answers.pairs {
                let name = prefix + answer.name
                content.families.insert(Self.family(name))
                content.answers[name] = answer.value.isSequence ?? [answer.value]
            }
        }
    }

    /// The effects that were answered here so far.
    var calls: [Value] { content.withLock(\.calls) }

    /// Errors for the effects without a declared answer.
    var unexpected: [PeriluneError] { content.withLock(\.unexpected) }

    func begin(
        _ identity: String, kind: String, request: Value
    ) throws(PeriluneError) -> LedgerEntry {
        let names = Self.names(kind, request)
        let result = content.withLock { content -> Result<LedgerEntry, PeriluneError> in
            guard content.families.contains(Self.family(kind)) else { return .success(.new) }
            content.calls.append(Self.call(kind, request, names))
            for name in names {
                guard var answers = content.answers[name], let answer = answers.first else {
                    continue
                }
                // Keep the last answer for further calls.
                if answers.count > 1 { answers.removeFirst() }
                content.answers[name] = answers
                return .success(.answered(answer.ledgerAnswer))
            }
            let error = Self.unexpected(names, declared: content.answers.keys.sorted())
            content.unexpected.append(error)
            return .failure(error)
        }
        return try result.get()
    }

    func finish(_ identity: String, _ answer: LedgerAnswer) {}

    func answer(to identity: String) -> LedgerAnswer? { nil }

    private static func family(_ kind: String) -> String {
        kind.split(whereSeparator: { $0 == "." || $0 == " " }).first.map(String.init) ?? kind
    }

    /// The names under which an answer may be declared, most specific first.
    private static func names(_ kind: String, _ request: Value) -> [String] {
        var names = [kind]
        for field in ["entity", "message", "view", "chart", "url", "to"] {
            guard let about = request[field]?.string else { continue }
            names.insert("\(kind) \(about)", at: 0)
            if let record = request["record"]?.string {
                names.insert("\(kind) \(about) \(record)", at: 0)
            }
            break
        }
        return names
    }

    private static func call(_ kind: String, _ request: Value, _ names: [String]) -> Value {
        let name = names.count > 1 ? names[names.count - 2] : kind
        var members: Value.Members = .init([("call", .string(name)), ("kind", .string(kind))])
        for member in request.object?.pairs ?? [] where members[member.name] == nil {
            members[member.name] = member.value
        }
        return .object(members)
    }

    private static func unexpected(_ names: [String], declared: [String]) -> PeriluneError {
        let name = names.count > 1 ? names[names.count - 2] : names[0]
        return PeriluneError(
            "test.unexpected", "the case declares no answer for '\(name)'",
            hint: NearestName.hint(for: name, in: declared)
                ?? "write answers = { [\"\(name)\"] = … }; declared: \(declared.joined(separator: ", "))"
        )
    }
}

extension Value {
    /// The answers of `test.sequence`; `nil` for other values.
    fileprivate var isSequence: [Value]? {
        self[Matcher.mark]?.string == "sequence" ? self["values"]?.elements : nil
    }

    /// The answer for the ledger; `test.error` becomes an error.
    fileprivate var ledgerAnswer: LedgerAnswer {
        guard self[Matcher.mark]?.string == "error" else {
            return .value(self == .null ? nil : self)
        }
        return .error(
            code: self["code"]?.string ?? "test.error", message: self["message"]?.string ?? "",
            hint: nil)
    }
}
