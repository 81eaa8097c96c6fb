/// Why a text is not a valid link.
public enum LinkProblem: Error, Hashable, Sendable {
    /// The text is empty, or has only white space.
    case empty
    /// It has more bytes than ``Link/maximumLength``.
    case tooLong(bytes: Int)
    /// It has more parameters than ``Link/maximumParameters``.
    case tooManyParameters(Int)
    /// A relative reference has no base to resolve it against.
    case relativeWithoutBase
    /// The scheme requires a host.
    case hostMissing
    /// The host has a character that no host can have.
    case hostCharacter
    /// The host in brackets is not an IPv6 address.
    case ipv6
    /// The host ends in a number, but is not an IPv4 address.
    case ipv4
    /// The domain name breaks the rules of internationalized names (UTS 46).
    case domain
    /// ICU, which checks names that are not ASCII, cannot be loaded.
    case domainUnchecked(String)
    /// The port is not a number, or is above 65535.
    case port
}

extension LinkProblem: CustomStringConvertible {
    /// The problem as the end of a sentence that begins with "invalid link: ".
    public var description: String {
        switch self {
        case .empty: "the link is empty"
        case .tooLong(let bytes): "the link has \(bytes) bytes; the limit is \(Link.maximumLength)"
        case .tooManyParameters(let count):
            "the link has \(count) parameters; the limit is \(Link.maximumParameters)"
        case .relativeWithoutBase: "a relative URL needs a base"
        case .hostMissing: "the host is missing"
        case .hostCharacter: "the host contains a character that is not allowed"
        case .ipv6: "the host is not a valid IPv6 address"
        case .ipv4: "the host ends in a number but is not a valid IPv4 address"
        case .domain: "the host is not a valid domain name"
        case .domainUnchecked(let problem):
            "the host cannot be checked: cannot load ICU: \(problem)"
        case .port: "the port is not a number from 0 to 65535"
        }
    }
}
