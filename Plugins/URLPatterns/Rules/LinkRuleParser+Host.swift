import PeriluneCore
import PeriluneLinks

extension LinkRuleParser {
    /// `host:port`; the host is read as in a link, so that every spelling of it is the same rule.
    mutating func parseAuthority(_ range: Range<Int>) throws(PeriluneError) {
        if let at = bytes[range].firstIndex(of: UInt8(ascii: "@")) {
            throw failure(
                "rule.host", "A rule cannot test the user", at,
                hint: "write the host only; it matches with every user")
        }
        let colons = bytes[range].count(where: { $0 == UInt8(ascii: ":") })
        if colons > 1, bytes[range.lowerBound] != UInt8(ascii: "[") {
            throw failure(
                "rule.host", "An IPv6 address must be in brackets", range.lowerBound,
                hint: "write it as in a link: //[::1]/")
        }
        var end = range.upperBound
        var digits = end
        while digits > range.lowerBound, bytes[digits - 1] != UInt8(ascii: ":"),
            bytes[digits - 1] != UInt8(ascii: "]")
        {
            digits -= 1
        }
        if digits > range.lowerBound, bytes[digits - 1] == UInt8(ascii: ":") {
            port = try parsePort(digits..<end)
            end = digits - 1
        }
        host = try parseHost(range.lowerBound..<end)
    }

    private func parsePort(_ range: Range<Int>) throws(PeriluneError) -> UInt16 {
        guard bytes[range].allSatisfy(\.isASCIIDigit), let port = UInt16(string(range)) else {
            throw failure(
                "rule.port", "'\(string(range))' is not a port", range.lowerBound,
                hint: "a port is a number up to 65535; leave out the colon to match every port")
        }
        return port
    }

    private mutating func parseHost(_ range: Range<Int>) throws(PeriluneError) -> LinkRule.Host? {
        hasAnyHost = bytes[range].elementsEqual("*".utf8)
        if range.isEmpty || hasAnyHost { return nil }
        let start = bytes[range].starts(with: "*.".utf8) ? range.lowerBound + 2 : range.lowerBound
        for index in start..<range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "*"):
                throw failure(
                    "rule.host", "A wildcard is not allowed here in a host", index,
                    hint: "write *.example.com for all hosts below example.com")
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                throw failure(
                    "rule.host", "A host cannot be captured", index,
                    hint: "write the host, *. and a domain, or * for any")
            default: continue
            }
        }
        guard start < range.upperBound else {
            throw failure(
                "rule.host", "A domain is missing after *.", start,
                hint: "write *.example.com, or * for any host")
        }
        let name: String
        do throws(LinkProblem) {
            name = try HostName.compared(string(start..<range.upperBound), scheme: scheme)
        } catch {
            throw failure(
                "rule.host", "'\(string(start..<range.upperBound))' is not a host: \(error)", start,
                hint: "no link with this host is valid, so the rule would match none")
        }
        return start == range.lowerBound
            ? .exact(MappedAddress.ipv4(of: name.utf8) ?? name) : .subdomain(of: name)
    }
}
