import PeriluneCore
import PeriluneLinks

/// The condition `url`: which links a delegate wants, as ``LinkRule`` writes them.
///
/// ```lua
/// url = "mstr://?evt=4001&reportID=*"
/// url = { "https://*.example.com/reports/**", "?evt=10000001&customer={number:i}" }
/// ```
/// Of a list any rule will do.
struct LinkRuleDimension: InterestDimension {
    let field = "url"

    func index(_ declarations: [InterestDeclaration]) throws(PeriluneError) -> any InterestIndex {
        var rules: [LinkRule] = []
        var owners: [Int] = []
        for declaration in declarations {
            let elements = declaration.value.array ?? [declaration.value]
            guard !elements.isEmpty else { throw Self.refusal(declaration.name, "an empty list") }
            for element in elements {
                guard let text = element.string else {
                    throw Self.refusal(declaration.name, element.json)
                }
                let alternatives = try Self.rules(text, of: declaration.name)
                rules += alternatives
                owners += alternatives.map { _ in declaration.delegate }
            }
        }
        return LinkRuleIndex(rules, owners)
    }

    private static func rules(
        _ text: String, of name: String
    ) throws(PeriluneError) -> [LinkRule] {
        do throws(PeriluneError) {
            return try LinkRule.rules(text, place: .init(file: name))
        } catch {
            var located = error
            located.message = "url: \(error.message)"
            located.place.file = name
            throw located
        }
    }

    private static func refusal(_ name: String, _ found: String) -> PeriluneError {
        PeriluneError(
            "interest.url", "url must be a link rule or a list of link rules, got \(found)",
            at: .init(file: name), hint: "write url = \"mstr://?evt=4001&reportID=*\"")
    }
}

private struct LinkRuleIndex: InterestIndex {
    private let rules: LinkRuleSet
    /// The delegate of each rule.
    private let owners: [Int]
    /// The rules of each delegate.
    private let owned: [Int: [Int]]

    init(_ rules: [LinkRule], _ owners: [Int]) {
        self.rules = LinkRuleSet(rules)
        self.owners = owners
        owned = Dictionary(grouping: owners.indices) { owners[$0] }
    }

    func match(_ event: any EventContent, into delegates: inout [Int]) {
        var found: [Int] = []
        event.withString(at: LinkPath.url) { found = rules.matches($0) }
        let start = delegates.count
        for rule in found {
            let delegate = owners[rule]
            // A second rule can match for the same delegate only in a list or in alternatives.
            if owned[delegate]?.count ?? 0 > 1, delegates[start...].contains(delegate) { continue }
            delegates.append(delegate)
        }
    }

    func ranks(of event: any EventContent) -> [Int: Int] {
        var ranks: [Int: Int] = [:]
        event.withString(at: LinkPath.url) { url in
            for rule in rules.matches(url) where ranks[owners[rule]] == nil {
                ranks[owners[rule]] = rules.ranks[rule]
            }
        }
        return ranks
    }

    /// A rule that tests parameters concerns the events of a link one by one.
    func concernsParts(_ delegate: Int) -> Bool {
        owned[delegate]?.contains { rules.rules[$0].event != nil || !rules.rules[$0].query.isEmpty }
            ?? false
    }

    /// The captures of the first matching rule of a delegate, in the order of ``LinkRuleSet``.
    func captures(of delegate: Int) -> CaptureReader? {
        { event throws(PeriluneError) in
            var result: Result<Captures, PeriluneError> = .success(Captures())
            event.withString(at: LinkPath.url) { url in
                guard let rule = rules.matches(url).first(where: { owners[$0] == delegate }) else {
                    return
                }
                do throws(PeriluneError) {
                    result = .success(try rules.captures(rule, of: url))
                } catch {
                    result = .failure(error)
                }
            }
            return try result.get()
        }
    }

    func rejection(of delegate: Int, for event: any EventContent) -> String? {
        var reason: String? = "the event has no link"
        event.withString(at: LinkPath.url) { url in
            var reasons: [String] = []
            for rule in owned[delegate] ?? [] {
                guard let rejection = rules.rules[rule].rejection(url) else {
                    reason = nil
                    return
                }
                // Alternatives have reasons in common.
                if !reasons.contains(rejection.reason) { reasons.append(rejection.reason) }
            }
            reason =
                reasons.count > 1
                ? "no link rule matches: \(reasons.joined(separator: "; "))" : reasons.first
        }
        return reason
    }
}
