import LuaSyntax
import Perilune
import PeriluneCore
import URLPatternsPlugin

/// What scripts take away from each other, and what no event meets.
enum CheckReach {
    /// What no event can reach, since another script, or another element of the list, takes it.
    static func findings(_ files: [CheckSession.File]) -> [CheckFinding] {
        let scripts = files.filter { $0.delegate != nil }
        let seats = scripts.compactMap { file in
            file.delegate.map {
                DelegateReach.Seat($0, keepsAll: file.model?.takesEverything ?? false)
            }
        }
        var rules: [String: LinkRule?] = [:]
        func rule(_ text: String) -> LinkRule? {
            if let known = rules[text] { return known }
            let rule = try? LinkRule(text)
            rules[text] = .some(rule)
            return rule
        }
        let reach = DelegateReach(seats) { field, one, other in
            switch (field, one, other) {
            case ("evt", .string("custom"), .integer(let number)): number >= 10_000_000
            case ("url", .string(let one), .string(let other)):
                rule(one).flatMap { one in rule(other).map { one.covers($0) } } ?? false
            default: one == other
            }
        }
        return reach.findings().compactMap { finding in
            text(finding, scripts[finding.delegate], keeper: scripts[finding.keeper])
        }
    }

    private static func text(
        _ finding: DelegateReach.Finding, _ file: CheckSession.File, keeper: CheckSession.File
    ) -> CheckFinding? {
        guard let model = file.model else { return nil }
        let outline = Outline(model)
        guard let part = finding.part else {
            let field = ["on", "evt", "url", "where"].lazy
                .compactMap { name in outline.fields.first { $0.name == name } }.first
            let position = field?.position ?? outline.functions.first?.position
            return position.map {
                model.warning(
                    "unreachable-delegate", at: $0, in: file.path,
                    "this script gets no event: \(keeper.path) comes first and takes every event that it could get",
                    hint:
                        "give this script a higher priority, or return commander:pass() in the other one"
                )
            }
        }
        guard let place = outline.element(part.index, of: part.field) else { return nil }
        if let other = part.coveredBy {
            let wide = outline.element(other, of: part.field)?.text ?? "another"
            return model.warning(
                "redundant-pattern", at: place.position, in: file.path,
                "\(place.text) is redundant: \(wide) in the same list matches everything that it does",
                hint: "remove it")
        }
        return model.warning(
            "unreachable-pattern", at: place.position, in: file.path,
            "no event matches \(place.text) here: \(keeper.path) comes first and takes them all",
            hint: "give this script a higher priority, or return commander:pass() in the other one")
    }

    /// A condition that no event of a log meets; `reason` begins with its field.
    static func unmet(_ file: CheckSession.File, _ reason: String) -> CheckFinding? {
        guard let model = file.model,
            let name = reason.split(whereSeparator: { $0 == ":" || $0 == " " }).first
        else { return nil }
        let field = Outline(model).fields.first { $0.name == name }
        return field.map {
            model.warning(
                "unmet-condition", at: $0.position, in: file.path,
                "no event of the log meets all conditions; the first event of a matching type: \(reason)",
                hint: nil)
        }
    }
}

extension Outline {
    /// An element of a list that the delegate declares, with its place.
    func element(
        _ index: Int, of field: String
    ) -> (position: Position, text: String)? {
        guard let found = fields.last(where: { $0.name == field }) else { return nil }
        guard case .table(let elements) = found.value.kind, elements.indices.contains(index) else {
            return (found.position, "'\(field)'")
        }
        let element = elements[index].value
        switch element.kind {
        case .string(let text): return (element.position, "'\(text)'")
        case .integer(let number): return (element.position, "\(field) \(number)")
        default: return (element.position, "'\(field)'")
        }
    }
}

extension ScriptModel {
    func warning(
        _ code: String, at position: Position, in file: String, _ message: String, hint: String?
    ) -> CheckFinding {
        CheckFinding(
            Diagnostic(
                code: code, severity: .warning, position: position,
                sourceLine: tree.lines.text(ofLine: position.line) ?? "", message: message,
                hint: hint), in: file)
    }
}
