import PeriluneCore
import PeriluneLinks

extension LinkRuleParser {
    mutating func parsePath(_ range: Range<Int>) throws(PeriluneError) -> LinkRule.Path {
        let slash = UInt8(ascii: "/")
        var start = range.lowerBound
        if bytes[start] == slash { start += 1 }
        var segments: [LinkRule.Segment] = []
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: slash) ?? range.upperBound
            let piece = bytes[start..<end]
            if piece.elementsEqual("**".utf8) {
                guard end >= range.upperBound - 1 else {
                    throw failure(
                        "rule.path", "'**' must be the last segment", start,
                        hint: "** matches the rest of the path; put it at the end, or use *")
                }
                return LinkRule.Path(segments: segments, isOpenEnded: true)
            }
            segments.append(try parseSegment(start..<end))
            start = end + 1
        }
        return LinkRule.Path(segments: segments, isOpenEnded: false)
    }

    private mutating func parseSegment(
        _ range: Range<Int>
    ) throws(PeriluneError) -> LinkRule.Segment {
        guard !range.isEmpty else {
            throw failure(
                "rule.path", "A segment is empty", range.lowerBound,
                hint: "remove the slash; empty segments of a link are ignored")
        }
        return try parseText("rule.path", range)
    }

    mutating func parseFragment(_ range: Range<Int>) throws(PeriluneError) {
        guard !range.isEmpty else {
            throw failure(
                "rule.fragment", "The fragment is empty", range.lowerBound - 1,
                hint: "write #* for every link with a fragment, or remove the # to match all links")
        }
        fragment = try parseText("rule.fragment", range)
    }

    private mutating func parseText(
        _ code: PeriluneError.Code, _ range: Range<Int>
    ) throws(PeriluneError) -> LinkRule.Segment {
        guard let wildcard = try parseWildcard(code, range) else {
            return .literal(decoded(range))
        }
        if wildcard.range == range { return wildcard.capture.map { .capture($0) } ?? .any }
        return .affix(affix(wildcard, range))
    }

    mutating func parseQuery(_ range: Range<Int>) throws(PeriluneError) {
        var start = range.lowerBound
        while start <= range.upperBound {
            let ampersand = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&"))
            let end = ampersand ?? range.upperBound
            try parseParameter(start..<end)
            start = end + 1
        }
    }

    private mutating func parseParameter(_ range: Range<Int>) throws(PeriluneError) {
        let equals = bytes[range].firstIndex(of: UInt8(ascii: "="))
        let nameRange = range.lowerBound..<(equals ?? range.upperBound)
        guard !nameRange.isEmpty else {
            throw failure(
                "rule.query", "A parameter has no name", range.lowerBound,
                hint: "write name, name=* or name=value between ? and &")
        }
        try refuseWildcard("rule.query", nameRange)
        let name = decoded(nameRange)
        let webName = decoded(nameRange, plusIsSpace: true)
        guard let equals else { return add(name, webName, .present) }
        let valueRange = (equals + 1)..<range.upperBound
        if let wildcard = try parseWildcard("rule.query", valueRange) {
            try add(wildcard, name, webName, valueRange)
        } else {
            let value = decoded(valueRange)
            if name == "evt", !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) {
                return try addEvent(value, at: valueRange.lowerBound)
            }
            if name == "evt" { try refuseRange(value, at: valueRange.lowerBound) }
            query.append(.init(name: name, condition: .equals(value)))
            let webValue = decoded(valueRange, plusIsSpace: true)
            webQuery.append(.init(name: webName, condition: .equals(webValue)))
        }
    }

    private mutating func add(
        _ wildcard: Wildcard, _ name: String, _ webName: String, _ range: Range<Int>
    ) throws(PeriluneError) {
        guard wildcard.range != range else {
            return add(name, webName, wildcard.capture.map { .capture($0) } ?? .anyValue)
        }
        guard name != "evt" else {
            throw failure(
                "rule.event", "A link rule cannot test a part of an event number", range.lowerBound,
                hint: "write a range as a condition of its own: evt = \"4000..4099\"")
        }
        query.append(.init(name: name, condition: .affix(affix(wildcard, range))))
        let onWeb = affix(wildcard, range, plusIsSpace: true)
        webQuery.append(.init(name: webName, condition: .affix(onWeb)))
    }

    private mutating func add(
        _ name: String, _ webName: String, _ condition: LinkRule.Parameter.Condition
    ) {
        query.append(.init(name: name, condition: condition))
        webQuery.append(.init(name: webName, condition: condition))
    }

    private mutating func addEvent(_ value: String, at offset: Int) throws(PeriluneError) {
        guard let number = Int64(value) else {
            throw failure(
                "rule.event", "\(value) is not a 64-bit number", offset,
                hint: "an event number is a decimal number such as 4001")
        }
        guard event == nil else {
            throw failure(
                "rule.event", "A rule can have only one event number", offset,
                hint: "register one rule for each event number")
        }
        event = number
    }

    private func refuseRange(_ value: String, at offset: Int) throws(PeriluneError) {
        let ends = value.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty,
            (ends[0] + ends[2]).utf8.allSatisfy(\.isASCIIDigit)
        else { return }
        throw failure(
            "rule.event", "A link rule cannot test a range of event numbers", offset,
            hint: "write the range as a condition of its own: evt = \"\(value)\"")
    }

    /// The wildcard or capture in a segment or value.
    private struct Wildcard {
        let range: Range<Int>
        let capture: LinkRule.Capture?
    }

    private mutating func parseWildcard(
        _ code: PeriluneError.Code, _ range: Range<Int>
    ) throws(PeriluneError) -> Wildcard? {
        var found: Wildcard?
        var index = range.lowerBound
        while let start = bytes[index..<range.upperBound].firstIndex(where: \.isWildcardByte) {
            guard found == nil, bytes[start] != UInt8(ascii: "}") else {
                throw failure(
                    code,
                    found == nil
                        ? "A '{' is missing" : "A segment or value can have only one wildcard",
                    start, hint: "the characters *, { and } are written %2A, %7B and %7D")
            }
            var own = start..<range.upperBound
            if bytes[start] == UInt8(ascii: "*") {
                own = start..<start + 1
                found = Wildcard(range: own, capture: nil)
            } else {
                let capture = try parseCapture(&own)
                found = Wildcard(range: own, capture: capture)
            }
            index = own.upperBound
        }
        return found
    }

    private func affix(
        _ wildcard: Wildcard, _ range: Range<Int>, plusIsSpace: Bool = false
    ) -> LinkRule.Affix {
        let (before, behind) = (
            range.lowerBound..<wildcard.range.lowerBound,
            wildcard.range.upperBound..<range.upperBound
        )
        return LinkRule.Affix(
            prefix: decoded(before, plusIsSpace: plusIsSpace),
            suffix: decoded(behind, plusIsSpace: plusIsSpace), capture: wildcard.capture)
    }

    private func refuseWildcard(
        _ code: PeriluneError.Code, _ range: Range<Int>
    ) throws(PeriluneError) {
        guard let index = bytes[range].firstIndex(where: \.isWildcardByte) else { return }
        throw failure(
            code, "The name of a parameter cannot contain a wildcard", index,
            hint: "the characters *, { and } are written %2A, %7B and %7D")
    }
}

extension UInt8 {
    fileprivate var isWildcardByte: Bool {
        self == UInt8(ascii: "*") || self == UInt8(ascii: "{") || self == UInt8(ascii: "}")
    }
}
