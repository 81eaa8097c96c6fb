import LuaSyntax
import Perilune
import PeriluneCore
import URLPatternsPlugin

/// Links that two scripts want, of which only the order of the scripts says who gets them.
///
/// Where one rule takes all that the other one does, it is a special case and its general one, or
/// ``CheckReach`` tells it; scripts with different priorities have been put in order; and one that passes events
/// on takes nothing away. What is left is likely to be a surprise.
enum CheckOverlap {
    /// A finding for each script of which an earlier one takes some links, at the first of its rules.
    static func findings(_ files: [CheckSession.File]) -> [CheckFinding] {
        let wanting = files.compactMap(Wanting.init)
        var findings: [CheckFinding] = []
        for (number, later) in wanting.enumerated() {
            for earlier in wanting[..<number] {
                if let finding = finding(later, behind: earlier) { findings.append(finding) }
            }
        }
        return findings
    }

    /// A script with its rules for links.
    private struct Wanting {
        let file: CheckSession.File
        let model: ScriptModel
        let delegate: PeriluneCore.Delegate
        /// `nil` for one that is none.
        let rules: [LinkRule?]

        init?(_ file: CheckSession.File) {
            guard let model = file.model, let delegate = file.delegate,
                let urls = delegate.interests.conditions.first(where: { $0.field == "url" })?.value
            else { return nil }
            self.file = file
            self.model = model
            self.delegate = delegate
            rules = (urls.array ?? [urls]).map { $0.string.flatMap { try? LinkRule($0) } }
        }
    }

    private static func finding(_ later: Wanting, behind earlier: Wanting) -> CheckFinding? {
        guard later.delegate.priority == earlier.delegate.priority,
            earlier.model.takesEverything,
            mayShare(later.delegate.interests, earlier.delegate.interests)
        else { return nil }
        for (index, rule) in later.rules.enumerated() {
            guard let rule else { continue }
            for (other, wide) in earlier.rules.enumerated() {
                guard let wide, !wide.covers(rule), !rule.covers(wide),
                    let link = rule.link(alsoFor: wide),
                    let place = Outline(later.model).element(index, of: "url"),
                    let theirs = Outline(earlier.model).element(other, of: "url")
                else { continue }
                return later.model.warning(
                    "overlapping-pattern", at: place.position, in: later.file.path,
                    "\(place.text) and \(theirs.text) of \(earlier.file.path) both match \(link); the other script comes first and takes it",
                    hint: "set the priority of one of the two scripts")
            }
        }
        return nil
    }

    /// Whether there may be an event that meets the types and the other conditions of both.
    private static func mayShare(_ one: Interests, _ other: Interests) -> Bool {
        let types = one.types.contains { type in
            other.types.contains { $0.covers(type) || type.covers($0) }
        }
        return types
            && one.conditions.allSatisfy { condition in
                guard condition.field != "url",
                    let same = other.conditions.first(where: { $0.field == condition.field })
                else { return true }
                let values = same.value.array ?? [same.value]
                return (condition.value.array ?? [condition.value]).contains(where: values.contains)
            }
    }
}
