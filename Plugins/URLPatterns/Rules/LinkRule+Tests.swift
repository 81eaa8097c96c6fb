import PeriluneLinks

extension LinkRule {
    /// The parameters by the meaning of `+` in a link.
    func query(for parts: LinkParts) -> [Parameter] {
        parts.plusIsSpace ? webQuery : query
    }

    /// The levels of the index that the rule passes through: scheme, host, path.
    var tests: [SegmentTest] {
        var tests: [SegmentTest] = [scheme.map { .literal($0) } ?? .any]
        switch host {
        case nil: tests.append(.any)
        case .exact(let name): tests.append(.literal(name))
        case .subdomain(let domain): tests.append(.hostSuffix(domain))
        }
        for segment in path?.segments ?? [] { tests.append(segment.test) }
        return tests
    }

    /// Whether any further segments are allowed; a rule without a path allows all.
    var isOpenEnded: Bool { path?.isOpenEnded ?? true }

    /// The parameter that the index can look up: the longest value tells rules apart best.
    var indexedPair: String? {
        var best: String?
        for (parameter, onWeb) in zip(query, webQuery) {
            // A word can only be used if it is the same for both meanings of `+`.
            guard parameter == onWeb, case .equals(let value) = parameter.condition else {
                continue
            }
            let pair = parameter.name + "=" + value
            if pair.utf8.count > best?.utf8.count ?? 0 { best = pair }
        }
        return best
    }

    /// Compared from the left, the higher the more specific: event id, host, port, path,
    /// scheme, parameters, fragment.
    ///
    /// Parts of one kind compare as `LinkRuleSet` documents.
    var specificity: [Int] {
        var values = [event == nil ? 0 : 1]
        switch host {
        case nil: values += [0, 0]
        case .subdomain(let domain): values += [1, domain.utf8.count]
        case .exact: values += [2, 0]
        }
        values.append(port == nil ? 0 : 1)
        // Every segment adds at least 1, and so does the end of a closed path, so that longer and closed paths come
        // first.
        values += path?.segments.map { $0.test.specificity + 2 } ?? []
        values += [isOpenEnded ? 0 : 1, -1]
        values.append(scheme == nil ? 0 : 1)
        values.append(query.map(\.condition.weight).reduce(0, +))
        values.append(fragment.map { $0.test.specificity + 1 } ?? 0)
        return values
    }
}

extension LinkRule.Segment {
    var test: SegmentTest {
        switch self {
        case .literal(let text): .literal(text)
        case .any: .any
        case .capture(let capture): capture.type.test
        case .affix(let affix): .affix(affix.test)
        }
    }
}

extension LinkRule.Affix {
    var test: AffixTest {
        AffixTest(prefix: prefix, suffix: suffix, shape: capture?.type.shape ?? .text)
    }

    /// The text as written in a rule, without escapes.
    var text: String {
        let type = capture?.type == .string ? "" : ":\(capture?.type.rawValue ?? "")"
        return prefix + (capture.map { "{\($0.name)\(type)}" } ?? "*") + suffix
    }
}

extension LinkRule.CaptureType {
    var test: SegmentTest { .shape(shape) }

    var shape: TextShape {
        switch self {
        case .string: .text
        case .integer: .integer
        case .float: .float
        }
    }
}

extension LinkRule.Parameter.Condition {
    /// The test of the value; `nil` if the parameter needs none.
    var value: LinkRule.Segment? {
        switch self {
        case .present: nil
        case .anyValue: .any
        case .equals(let text): .literal(text)
        case .capture(let capture): .capture(capture)
        case .affix(let affix): .affix(affix)
        }
    }

    fileprivate var weight: Int {
        switch self {
        case .present: 2
        case .anyValue: 4
        case .capture: 6
        case .affix: 7
        case .equals: 8
        }
    }
}

extension LinkRule.Parameter {
    /// Whether one occurrence of the parameter satisfies the condition.
    func accepts(
        _ url: Span<UInt8>, _ parameter: QueryCursor.Parameter, plusIsSpace: Bool
    ) -> Bool {
        guard url.decoded(parameter.name, equals: name.utf8, plusIsSpace: plusIsSpace) else {
            return false
        }
        guard let test = condition.value else { return true }
        guard let value = parameter.value else { return false }
        return test.accepts(url, value, plusIsSpace: plusIsSpace)
    }

    /// The range of the value that meets the condition, in the first such occurrence.
    func occurrence(_ url: Span<UInt8>, _ parts: LinkParts) -> QueryCursor.Parameter? {
        var cursor = QueryCursor(parts.query?.range)
        while let parameter = cursor.next(url) {
            if accepts(url, parameter, plusIsSpace: parts.plusIsSpace) { return parameter }
        }
        return nil
    }
}
