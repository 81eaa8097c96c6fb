import PeriluneCore

/// Finds the boxes that one event can meet together, dimension by dimension, without comparing pairs.
struct BoxIndex {
    /// The dimensions: types, event, scheme, host, port, then `texts`, and the fixed beginnings and ends of texts.
    private var dimensions: [MeetingIndex]
    /// The fragment, and the segments of the path.
    private let texts: [(LinkRuleChains) -> SegmentCondition]
    private let affixes: [AffixKeys]
    /// Parameters by name, fields by path.
    private var parameters: [String: MeetingIndex] = [:]
    private var fields: [String: MeetingIndex] = [:]
    /// One parameter and one field of each box: a box that covers another one has them too.
    private var covering: [MeetingIndex]
    private let count: Int

    /// Deeper segments are left to comparisons of pairs.
    private static let maximumIndexedSegments = 12

    init(_ boxes: [DelegateBox]) {
        count = boxes.count
        let depth = boxes.compactMap { $0.rule?.path.count }.max() ?? -1
        let empty = MeetingIndex(count: count)
        let rules = boxes.compactMap(\.rule)
        texts =
            [{ $0.fragment }]
            + (0..<min(depth + 1, Self.maximumIndexedSegments)).map { level in { $0.segment(level) }
            }
        affixes = texts.compactMap { AffixKeys(rules, $0) }
        dimensions = Array(repeating: empty, count: 5 + texts.count + 2 * affixes.count)
        covering = [empty, empty]
        for (position, box) in boxes.enumerated() {
            for (dimension, chains) in chains(of: box).enumerated() {
                dimensions[dimension].add(position, chains)
            }
            for parameter in box.indexedParameters {
                parameters[parameter.name, default: empty].add(position, [parameter.value.chain])
            }
            if let best = box.indexedParameters.max(by: {
                $0.value.chain.count < $1.value.chain.count
            }) {
                covering[0].add(position, [best.keys])
            }
            for (path, values) in box.fields {
                fields[path, default: empty].add(position, values.map { [$0.json] })
            }
            if let path = box.fields.keys.min(), let values = box.fields[path] {
                covering[1].add(position, values.map { [Self.key(path, $0)] })
            }
        }
    }

    /// Keeps the boxes that an event can meet together with this one if a parameter may be repeated.
    func keepMeeting(_ box: DelegateBox, in row: inout Bits) {
        for (dimension, chains) in chains(of: box).enumerated() {
            dimensions[dimension].keepMeeting(chains, in: &row)
        }
        for (path, values) in box.fields {
            fields[path]?.keepMeeting(values.map { [$0.json] }, in: &row)
        }
    }

    /// Keeps those for which no parameter must be repeated.
    func keepMeetingParameters(of box: DelegateBox, in row: inout Bits) {
        for parameter in box.indexedParameters {
            parameters[parameter.name]?.keepMeeting([parameter.value.chain], in: &row)
        }
    }

    /// Keeps the boxes that may cover this one.
    func keepCovering(_ box: DelegateBox, in row: inout Bits) {
        for (dimension, chains) in chains(of: box).enumerated() {
            dimensions[dimension].keepCovering(chains, in: &row)
        }
        covering[0].keepEnding(with: (box.rule?.parameters ?? []).flatMap(\.keys), in: &row)
        let keys = box.fields.flatMap { path, values in values.map { Self.key(path, $0) } }
        covering[1].keepEnding(with: keys, in: &row)
    }

    private static func key(_ path: String, _ value: Value) -> String { "\(path)=\(value.json)" }

    private func chains(of box: DelegateBox) -> [[MeetingIndex.Chain]] {
        let texts = texts.map { text in [box.rule.map { text($0).chain } ?? []] }
        return [
            box.types.map(\.chain), box.events.list.map(\.chain), box.rule?.schemes ?? [[]],
            [box.rule?.host ?? []], [box.rule?.port ?? []],
        ] + texts + affixes.flatMap { $0.chains(of: box.rule) }
    }
}

extension DelegateBox {
    /// The parameters that are the same with both meanings of `+`, and occur once.
    fileprivate var indexedParameters: [LinkRuleChains.Parameter] {
        guard let rule else { return [] }
        return rule.parameters.filter { parameter in
            rule.webParameters.contains(parameter)
                && rule.parameters.count { $0.name == parameter.name } == 1
                && rule.webParameters.count { $0.name == parameter.name } == 1
        }
    }
}

extension LinkRuleChains.Parameter {
    /// The keys of the chain, distinct from those of other parameters.
    fileprivate var keys: [String] { value.chain.map { "\(name)=\($0)" } }
}

extension TypePattern {
    /// The beginnings of the types that match, up to the first star.
    fileprivate var chain: MeetingIndex.Chain {
        var chain: MeetingIndex.Chain = []
        for part in description.split(separator: ".", omittingEmptySubsequences: false) {
            if part == "*" { return chain }
            chain.append((chain.last ?? "") + part + ".")
        }
        return chain + [description]
    }
}
