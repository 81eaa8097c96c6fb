import PeriluneCore
import PeriluneLinks

/// The tests of a link rule, part by part, as chains of keys for ``MeetingIndex``.
struct LinkRuleChains {
    typealias Chain = MeetingIndex.Chain

    /// One of them must be met.
    let schemes: [Chain]
    let host: Chain
    let port: Chain
    let path: [SegmentCondition]
    let isOpenEnded: Bool
    let fragment: SegmentCondition
    /// Without `evt`.
    let parameters: [Parameter]
    /// The parameters for links in which a `+` is a space.
    let webParameters: [Parameter]
    /// The tests of event numbers; each link, or part of one, has one number.
    let events: [Chain]
    let specificity: [Int]

    struct Parameter: Equatable {
        let name: String
        let value: SegmentCondition
    }

    init(_ rule: LinkRule) {
        schemes = rule.scheme.map(Self.chains) ?? [[]]
        switch rule.host {
        case nil: host = []
        case .exact(let name): host = SegmentTest.chain(host: name)
        case .subdomain(let domain): host = SegmentTest.hostSuffix(domain).chain
        }
        port = rule.port.map { [String($0)] } ?? []
        path = (rule.path?.segments ?? []).map { SegmentCondition(["segment"], $0.test) }
        isOpenEnded = rule.isOpenEnded
        fragment = rule.fragment.map { SegmentCondition(["fragment"], $0.test) } ?? .nothing
        specificity = rule.specificity
        let all = rule.query.map(Parameter.init)
        parameters = all.filter { $0.name != "evt" }
        webParameters = rule.webQuery.map(Parameter.init).filter { $0.name != "evt" }
        events =
            all.filter { $0.name == "evt" }.map(\.value.chain)
            + (rule.event.map { [EventTest.chain(of: $0)] } ?? [])
    }

    /// The test of a segment, from 0; after a closed path, that the segment is missing.
    func segment(_ index: Int) -> SegmentCondition {
        index < path.count ? path[index] : isOpenEnded ? .nothing : .end
    }

    /// Whether any link will do, as far as its event is not concerned.
    var asksNothing: Bool {
        schemes == [[]] && host.isEmpty && port.isEmpty && path.isEmpty && isOpenEnded
            && parameters.isEmpty && fragment == .nothing
    }

    /// Whether every link that another rule takes is taken by this one, as far as its event is not concerned.
    func covers(_ other: LinkRuleChains) -> Bool {
        other.schemes.allSatisfy { other in schemes.contains { $0.covers(other) } }
            && host.covers(other.host) && port.covers(other.port)
            && (0...max(path.count, other.path.count)).allSatisfy {
                segment($0).covers(other.segment($0))
            }
            && fragment.covers(other.fragment)
            && Self.covers(parameters, other.parameters)
            && Self.covers(webParameters, other.webParameters)
    }

    /// A page opens `//host/` with its own scheme.
    private static func chains(scheme: String) -> [Chain] {
        LinkParts.schemesOfPages.contains(scheme) ? [[scheme], ofPage] : [[scheme]]
    }

    /// The chain of a link that has the scheme of its page, whichever that is.
    static let ofPage = ["//"]

    private static func covers(_ wide: [Parameter], _ narrow: [Parameter]) -> Bool {
        wide.allSatisfy { wide in
            narrow.contains { $0.name == wide.name && wide.value.covers($0.value) }
        }
    }

    /// Whether paths and fragments can meet both rules; the keys of fixed text around a wildcard do not decide it.
    func meetsTexts(of other: LinkRuleChains) -> Bool {
        let pairs = zip(path, other.path) + [(fragment, other.fragment)]
        return pairs.allSatisfy { one, other in
            (one.affix == nil && other.affix == nil) || one.example(with: other) != nil
        }
    }

    /// Whether a parameter must be repeated to meet both rules, as far as the keys do not tell.
    func mustRepeatParameter(of other: LinkRuleChains) -> Bool {
        parameters.contains { one in
            other.parameters.contains { other in
                one.name == other.name && (one.value.affix != nil || other.value.affix != nil)
                    && one.value.example(with: other.value) == nil
            }
        }
    }
}

extension LinkRuleChains.Parameter {
    fileprivate init(_ parameter: LinkRule.Parameter) {
        name = parameter.name
        value =
            parameter.condition.value.map { SegmentCondition(["present", "value"], $0.test) }
            ?? SegmentCondition(["present"])
    }
}

extension MeetingIndex.Chain {
    /// Whether everything that meets another condition meets this one.
    func covers(_ other: Self) -> Bool { other.starts(with: self) }

    /// The condition that is met where this one and another one are; `nil` if both never are.
    func common(with other: Self) -> Self? {
        covers(other) ? other : other.covers(self) ? self : nil
    }

    /// A text that meets the condition, with escapes; `nil` if there is no condition.
    var example: String? {
        switch last {
        case nil: nil
        case "digits", "float", "integer": "7"
        case "custom": "10000000"
        case let key? where key.hasPrefix("="): String(key.dropFirst())
        case let key?: EventBlock.first(of: key).map { String($0) } ?? "x"
        }
    }
}
