public import PeriluneCore

/// Which links a delegate is interested in, written like a link: `url = "…"`.
///
/// ```text
/// mstr://?evt=4001&reportID=*
/// https://*.example.com/reports/{id:i}/**
/// //example.com/dashboards/{name}
/// Main.aspx?evt=2048001
/// ?evt=10000001&customer={number:i}&share
/// ```
///
/// A rule is `scheme://host/path?query#fragment`; **a part that is not written is not tested**.
///
/// | part | written | matches |
/// |---|---|---|
/// | scheme | `mstr:` | that scheme, upper or lower case |
/// | | `*:` or nothing | any scheme or none |
/// | host | `example.com` | that host, in any spelling that opens it; the user is not compared |
/// | | `*.example.com` | every host below it, not itself |
/// | | `[::1]`, `127.0.0.1` | that address, in any spelling |
/// | | `*` or nothing | any host or none |
/// | port | `:8443` | that port, written or the scheme's own |
/// | | nothing | any port |
/// | path | nothing | any path |
/// | | `/` | the empty path |
/// | segment | `reports`, `a%20b` | that text, decoded, upper or lower case as written |
/// | | `*` | any one segment |
/// | | `{name}`, `{name:s}` | any one segment, captured as a string |
/// | | `{name:i}` | an integer, captured |
/// | | `{name:f}` | a number with optional fraction and exponent, captured |
/// | | `report-{id:i}.pdf`, `v*` | one segment with this text around a wildcard or a capture |
/// | | `**`, at the end | any number of segments, also none |
/// | query | `evt=4001` | the event id: the first `evt` of the link is that decimal number |
/// | | `name` | the parameter is there, with or without a value |
/// | | `name=*` | it is there with a value, the empty one included |
/// | | `name=text` | it has that value, decoded |
/// | | `name={key}`, `{key:i}`, … | it has a value of that type, captured |
/// | | `name=R*`, `name=R{key:i}` | it has a value with this text around a wildcard or a capture |
/// | fragment | `#*`, `#text`, `#{name}`, `#/reports/*` | as a segment; `*` also matches an empty one |
///
/// Parameters may come in any order among others; of a repeated one any occurrence will do.
/// Empty segments of a link do not count. A `+` means what it means in the link: a space on the Web (`http`, `https`, no
/// scheme), else a plus. A `*`, `{` or `}` that stands for
/// itself is written `%2A`, `%7B`, `%7D`. A segment or value has at most one wildcard.
/// Braces with a comma are alternatives, of which one may be empty: `/{sales,orders}{,/{id:i}}`. Such a rule stands for
/// several; ``rules(_:priority:place:file:line:)`` reads them.
/// Links are compared as a browser reads them (the URL standard), so that no spelling gets past a rule; an invalid link
/// matches no rule.
/// A rule without `//` has no host, so its path begins at once; that suits relative links
/// (`Main.aspx?evt=…`) and `tel:*`.
public struct LinkRule: Hashable, Sendable {
    /// The original text of the rule.
    public let text: String
    /// Higher comes first among the rules that match.
    public let priority: Int
    /// The place of the registration.
    public let place: PeriluneError.Place
    /// The scheme in lower case; `nil` if it is not tested.
    public let scheme: String?
    /// Whether the scheme is `*`, and whether the host is; these parts are captured.
    let hasAnyScheme: Bool
    let hasAnyHost: Bool
    /// The host; `nil` if it is not tested.
    public let host: Host?
    /// The port that a client connects to; `nil` if it is not tested.
    public let port: UInt16?
    /// The path; `nil` if it is not tested.
    public let path: Path?
    /// The event id; `nil` if it is not tested.
    public let event: Int64?
    /// The parameters that must be there, without the event id.
    ///
    /// A `+` is a plus here: it is compared so with links in which it is one.
    public let query: [Parameter]
    /// The same parameters for Web links, in which a `+` is a space.
    let webQuery: [Parameter]
    /// The test of the fragment, as of a segment; `nil` if it is not tested.
    public let fragment: Segment?

    /// The test of the host.
    public enum Host: Hashable, Sendable {
        /// This host, as the URL standard spells it, without a dot at the end.
        case exact(String)
        /// A host that ends with a dot and this text, in lower case.
        case subdomain(of: String)
    }

    /// The test of the path.
    public struct Path: Hashable, Sendable {
        /// The segments in order.
        public let segments: [Segment]
        /// Whether any further segments are allowed (`**`).
        public let isOpenEnded: Bool
    }

    /// The test of a segment, or of the fragment.
    public enum Segment: Hashable, Sendable {
        /// This decoded text.
        case literal(String)
        /// Any text.
        case any
        /// A value of a type, captured under a name.
        case capture(Capture)
        /// Fixed text around a wildcard or a capture.
        case affix(Affix)
    }

    /// The test of a query parameter.
    public struct Parameter: Hashable, Sendable {
        /// The decoded name.
        public let name: String
        /// The condition on the parameter.
        public let condition: Condition

        /// A condition on a parameter.
        public enum Condition: Hashable, Sendable {
            /// The parameter exists.
            case present
            /// It has any value.
            case anyValue
            /// Its decoded value is this one.
            case equals(String)
            /// Its value has a type and is captured under a name.
            case capture(Capture)
            /// Its value has fixed text around a wildcard or a capture.
            case affix(Affix)
        }
    }

    /// Fixed text around a wildcard or a capture: `report-{id:i}.pdf`.
    public struct Affix: Hashable, Sendable {
        /// The decoded text before the wildcard; empty if the wildcard comes first.
        public let prefix: String
        /// The decoded text after it; empty if the wildcard comes last.
        public let suffix: String
        /// The capture of the wildcard; `nil` for `*`.
        public let capture: Capture?
    }

    /// A named value of a type.
    public struct Capture: Hashable, Sendable {
        /// The name under which the value is delivered.
        public let name: String
        /// The accepted texts, and the type of the captured value.
        public let type: CaptureType
    }

    /// The type of a captured value.
    public enum CaptureType: String, Hashable, Sendable {
        /// Any text (`s`).
        case string = "s"
        /// An integer (`i`).
        case integer = "i"
        /// A number (`f`).
        case float = "f"
    }

    /// Reads a rule.
    ///
    /// `place` says where it was registered; the call's own file and line if left out. The place
    /// of a thrown error holds the rule as the source line and the column inside it.
    public init(
        _ text: String, priority: Int = 0, place: PeriluneError.Place? = nil,
        file: String = #fileID, line: Int = #line
    ) throws(PeriluneError) {
        let rules = try Self.rules(text, priority: priority, place: place, file: file, line: line)
        guard rules.count == 1, let rule = rules.first else {
            throw PeriluneError(
                "rule.alternatives", "The rule stands for \(rules.count) rules",
                at: .init(column: 1, sourceLine: text), hint: "call LinkRule.rules(_:) instead")
        }
        self = rule
    }

    /// Parses a rule with optional alternatives: returns the rules that it stands for, at most 64.
    ///
    /// The `text` of each is that of the original rule.
    public static func rules(
        _ text: String, priority: Int = 0, place: PeriluneError.Place? = nil,
        file: String = #fileID, line: Int = #line
    ) throws(PeriluneError) -> [LinkRule] {
        let place = place ?? PeriluneError.Place(file: file, line: line)
        var rules: [LinkRule] = []
        for variant in try LinkRuleAlternatives.variants(of: text) {
            var parser = LinkRuleParser(variant, of: text)
            try parser.parse()
            rules.append(LinkRule(parser, priority, place))
        }
        return rules
    }

    private init(_ parser: LinkRuleParser, _ priority: Int, _ place: PeriluneError.Place) {
        text = parser.text
        self.priority = priority
        self.place = place
        scheme = parser.scheme
        hasAnyScheme = parser.hasAnyScheme
        hasAnyHost = parser.hasAnyHost
        host = parser.host
        port = parser.port
        path = parser.path
        event = parser.event
        query = parser.query
        webQuery = parser.webQuery
        fragment = parser.fragment
    }
}
