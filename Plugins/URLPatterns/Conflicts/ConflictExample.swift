import PeriluneCore
import PeriluneLinks

/// Makes events that meet two boxes.
struct ConflictExample {
    private let one: DelegateBox
    private let other: DelegateBox
    /// The values of `where` by path; `nil` if the two contradict each other.
    private let fields: [(path: FieldPath, value: Value)]?

    init(_ one: DelegateBox, _ other: DelegateBox) {
        self.one = one
        self.other = other
        let paths = Set(one.fields.keys).union(other.fields.keys)
        let fields = paths.sorted().map { path -> (path: FieldPath, value: Value?) in
            let values = one.fields[path] ?? other.fields[path] ?? []
            return (FieldPath(path), values.first { other.fields[path]?.contains($0) ?? true })
        }
        let agreed = fields.compactMap { field in field.value.map { (field.path, $0) } }
        self.fields = agreed.count == fields.count ? agreed : nil
    }

    /// The parameter that is needed twice, with different values.
    var repeatedParameter: String? {
        let names = CommonLinks.parameters(one.rule, other.rule, onWeb: false).map(\.name)
        return names.enumerated().first { names[..<$0.offset].contains($0.element) }?.element
    }

    /// The first event, the most natural ones before others, that `isRight` accepts.
    func first(where isRight: (Value) -> Bool) -> Value? {
        guard let fields else { return nil }
        let given = fields.first { $0.path == "type" }
        let types = given.map { [$0.value.string].compactMap(\.self) } ?? self.types
        for link in links(fields) {
            let natural = link.map { LinkKind(ofLink: $0).type.description }
            let fitting = given == nil ? [natural].compactMap(\.self) + types : types
            for type in fitting {
                var link = link
                if let sample = Self.samples[type] {
                    // The type follows from the link.
                    if link == nil { link = sample } else if type != natural { continue }
                }
                guard matches(type), let event = event(type, link, fields), isRight(event) else {
                    continue
                }
                return event
            }
        }
        return nil
    }

    private static let samples = [
        "link.drill": "mstr://?evt=1", "link.url": "https://www.example.com/",
        "link.invalid": "https://example.com:99999/",
    ]

    private func matches(_ type: String) -> Bool {
        [one, other].allSatisfy { box in box.types.contains { $0.matches(type) } }
    }

    private var types: [String] {
        var types: [String] = []
        for left in one.types {
            for right in other.types where types.count < 16 {
                // The types of links have two parts.
                for minimum in [1, 3] {
                    if let type = left.example(alsoOf: right, atLeast: minimum) {
                        types.append(type)
                    }
                }
            }
        }
        return types
    }

    private func links(_ fields: [(path: FieldPath, value: Value)]) -> [String?] {
        if let given = fields.first(where: { $0.path == LinkPath.url }) {
            return given.value.string.map { [$0] } ?? []
        }
        guard one.asksForLink || other.asksForLink else { return [nil] }
        let event = one.events.list.first { other.events.meets($0.chain) }
        let narrower = event.flatMap { event in
            other.events.list.lazy.compactMap { event.chain.common(with: $0.chain) }.first
        }
        guard let chain = narrower else { return [] }
        // Any number, if none is required.
        let texts = chain.isEmpty ? [nil, "1"] : [chain.count > 2 ? chain.example : "1"]
        return texts.flatMap { CommonLinks.links(one.rule, other.rule, event: $0) }
    }

    private func event(
        _ type: String, _ link: String?, _ fields: [(path: FieldPath, value: Value)]
    ) -> Value? {
        var event: Value = [
            "specversion": "1.0", "id": "example", "source": "/example", "type": .string(type),
        ]
        var isSet = true
        if let link { isSet = event.set(LinkPath.url.names[...], .string(link)) }
        for field in fields where isSet { isSet = event.set(field.path.names[...], field.value) }
        return isSet ? event : nil
    }
}

extension Value {
    /// Sets the value at a path; false where something else than an object is on the way.
    fileprivate mutating func set(_ names: ArraySlice<String>, _ value: Value) -> Bool {
        guard let name = names.first else {
            self = value
            return true
        }
        guard var members = object else { return false }
        var member = members[name] ?? .object(.init())
        guard member.set(names.dropFirst(), value) else { return false }
        members[name] = member
        self = .object(members)
        return true
    }
}
