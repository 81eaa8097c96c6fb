import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneJSON
import URLPatternsPlugin

/// Finds scripts that take each other's events, and conditions that no event meets.
struct CheckConflicts {
    private let scripts: [CheckSession.File]
    private let outlines: [Outline?]
    private let conflicts: DelegateConflicts
    private let registry: Registry

    init(_ files: [CheckSession.File], _ registry: Registry) {
        self.registry = registry
        scripts = files.filter { $0.delegate != nil }
        outlines = scripts.map { $0.model.map { Outline($0) } }
        conflicts = DelegateConflicts(
            scripts.compactMap { file in
                file.delegate.map { .init($0, keepsAll: file.model?.takesEverything ?? false) }
            }, order: registry.order)
    }

    /// All findings, with at most `limit` pairs of scripts that overlap.
    func findings(limit: Int) -> [CheckFinding] {
        let impossible = conflicts.impossible.compactMap { found in
            warning(
                "impossible-condition", at: found.place,
                "no event meets \(text(found.place)) here: \(found.reason)", hint: found.hint)
        }
        return impossible + conflicts.unreachable().compactMap(finding) + overlaps(limit)
    }

    private func finding(_ found: DelegateConflicts.Unreachable) -> CheckFinding? {
        let other = position(of: found)
        let path = scripts[found.keeper].path
        let keeper = other.map { "\(path):\($0.line)" } ?? path
        let hint = "give this script a higher priority, or return commander:pass() in the other one"
        var finding: CheckFinding?
        if let element = found.coveredBy {
            let wide = DelegateConflicts.Place(found.keeper, found.place.field, element)
            finding = warning(
                "redundant-pattern", at: found.place,
                "\(text(found.place)) is redundant: \(text(wide)) in \(other.map { "line \($0.line)" } ?? "the same list") matches everything that it does",
                hint: "remove it")
        } else if found.place.field == nil {
            finding = warning(
                "unreachable-delegate", at: found.place,
                "this script gets no event: \(keeper) comes first and takes every event that it could get",
                hint: hint)
        } else {
            finding = warning(
                "unreachable-pattern", at: found.place,
                "no event matches \(text(found.place)) here: \(keeper) comes first and takes them all",
                hint: hint)
        }
        finding?.other = other.map { (path, $0) }
        return finding
    }

    /// The place of the condition that takes the other script's events.
    private func position(of found: DelegateConflicts.Unreachable) -> Position? {
        let field = found.coveredBy == nil ? nil : found.place.field
        return position(.init(found.keeper, field, found.coveredBy ?? 0))
    }

    private func overlaps(_ limit: Int) -> [CheckFinding] {
        var probe: InterestCounter?
        let reader = JSONEvent(numbersTypes: false)
        let found = conflicts.overlaps(limit: limit) { event in
            // Created only if there is something to confirm.
            if probe == nil {
                probe = try? InterestCounter(
                    conflicts.order.compactMap { scripts[$0].delegate }, in: registry)
            }
            guard (try? reader.read(copy: Array(event.json.utf8))) != nil else { return [] }
            return (probe?.asked(about: reader) ?? []).map { $0.map { conflicts.order[$0] } }
        }
        var findings = found.listed.compactMap { overlap in
            finding(
                overlap, "overlapping-pattern", .warning,
                "\(pair(overlap)) both match \(Self.text(overlap.example)); \(scripts[overlap.first.delegate].path) comes first and takes it",
                hint: "set the priority of one of the two scripts")
        }
        if let last = found.listed.last, found.more > 0 || found.isCut {
            let count = Counted(found.more, "more pair")
            findings += [
                finding(
                    last, "overlapping-pattern", .note,
                    "\(found.isCut ? "at least " : "")\(count) of scripts overlap",
                    hint: "list more of them with --max-overlaps")
            ].compactMap(\.self)
        }
        if let overlap = found.repeated.first, let name = overlap.repeated {
            let count = Counted(found.moreRepeated + 1, "pair")
            findings += [
                finding(
                    overlap, "repeated-parameter", .note,
                    "\(count) of scripts overlap only for links that repeat a parameter: \(pair(overlap)) both match \(Self.text(overlap.example)), which repeats '\(name)'; \(scripts[overlap.first.delegate].path) comes first and takes it",
                    hint: "ignore this unless you do not trust the links")
            ].compactMap(\.self)
        }
        return findings
    }

    private func finding(
        _ overlap: DelegateConflicts.Overlap, _ code: String, _ severity: Diagnostic.Severity,
        _ message: String, hint: String?
    ) -> CheckFinding? {
        guard
            var finding = warning(code, at: overlap.second, message, hint: hint, severity)
        else { return nil }
        finding.other = position(overlap.first).map { (scripts[overlap.first.delegate].path, $0) }
        finding.example = overlap.example
        return finding
    }

    private func pair(_ overlap: DelegateConflicts.Overlap) -> String {
        "\(text(overlap.second)) and \(text(overlap.first)) of \(scripts[overlap.first.delegate].path)"
    }

    /// The link of an event that has nothing else, or the event without the attributes that every event has.
    private static func text(_ event: Value) -> String {
        var members = event.object ?? .init()
        for name in ["specversion", "id", "source"] { members[name] = nil }
        if let data = event["data"]?.object, data.pairs.count == 1, members.pairs.count == 2,
            let link = data["url"]?.string
        {
            return link
        }
        return Value.object(members).json
    }

    // MARK: - Places

    private func text(_ place: DelegateConflicts.Place) -> String {
        guard let field = place.field else { return "this script" }
        return outlines[place.delegate]?.element(place.element, of: field)?.text ?? "'\(field)'"
    }

    private func position(_ place: DelegateConflicts.Place) -> Position? {
        guard let outline = outlines[place.delegate] else { return nil }
        if let field = place.field, let found = outline.element(place.element, of: field) {
            return found.position
        }
        return outline.firstCondition
    }

    private func warning(
        _ code: String, at place: DelegateConflicts.Place, _ message: String, hint: String?,
        _ severity: Diagnostic.Severity = .warning
    ) -> CheckFinding? {
        let script = scripts[place.delegate]
        guard let model = script.model, let position = position(place) else { return nil }
        return model.finding(code, severity, at: position, in: script.path, message, hint: hint)
    }

    /// A condition that no event of a log meets; `reason` begins with its field.
    static func unmet(_ file: CheckSession.File, _ reason: String) -> CheckFinding? {
        guard let model = file.model,
            let name = reason.split(whereSeparator: { $0 == ":" || $0 == " " }).first
        else { return nil }
        let field = Outline(model).fields.first { $0.name == name }
        return field.map {
            model.finding(
                "unmet-condition", .warning, at: $0.position, in: file.path,
                "no event of the log meets all conditions; the first event of a matching type: \(reason)",
                hint: nil)
        }
    }
}

extension Outline {
    /// The place of the first condition; that of the first function if there are none.
    fileprivate var firstCondition: Position? {
        let field = ["on", "evt", "url", "where"].lazy
            .compactMap { name in fields.first { $0.name == name } }.first
        return field?.position ?? functions.first?.position
    }

    /// The value of a field of the delegate, or an element of its list, with its place.
    fileprivate func element(_ index: Int, of field: String) -> (position: Position, text: String)?
    {
        guard let found = fields.last(where: { $0.name == field }) else { return nil }
        var value = found.value
        if case .table(let elements) = value.kind {
            guard elements.indices.contains(index), field != "where" else {
                return (found.position, "'\(field)'")
            }
            value = elements[index].value
        }
        switch value.kind {
        case .string(let text): return (value.position, "'\(text)'")
        case .integer(let number): return (value.position, "\(field) \(number)")
        default: return (found.position, "'\(field)'")
        }
    }
}

extension ScriptModel {
    fileprivate func finding(
        _ code: String, _ severity: Diagnostic.Severity, at position: Position, in file: String,
        _ message: String, hint: String?
    ) -> CheckFinding {
        CheckFinding(
            Diagnostic(
                code: code, severity: severity, position: position,
                sourceLine: tree.lines.text(ofLine: position.line) ?? "", message: message,
                hint: hint), in: file)
    }
}
