import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneJSON
import Testing

/// What a log shows of its events, against a slow look at all of them.
struct ShapeReaderTests {
    @Test(arguments: 0..<20)
    func agreesWithTheOracle(seed: Int) throws {
        var random = Dice(seed: UInt64(seed))
        var limits = ShapeLimits()
        limits.values = 3
        let reader = ShapeReader(limits: limits)
        var events: [Value] = []
        for number in 0..<60 {
            let event: Value = [
                "id": .string("\(number)"), "type": .string("t\(random.below(2))"),
                "data": Self.value(&random, depth: 0),
            ]
            events.append(event)
            reader.add(event: Array(event.json.utf8))
        }
        #expect(reader.shape.events == 60)
        for type in ["t0", "t1"] {
            let own = events.filter { $0["type"] == .string(type) }
            let node = try #require(reader.shape.types[type])
            compare(node, own, type, limits)
        }
    }

    @Test func tooManyNamesAreKeysOfAMap() {
        var limits = ShapeLimits()
        limits.members = 10
        let reader = ShapeReader(limits: limits)
        for number in 0..<50 {
            reader.add(
                event: Array(#"{"type":"t","id":"1","data":{"k\#(number)":{"n":\#(number)}}}"#.utf8)
            )
        }
        let data = reader.shape.types["t"]?.members["data"]
        #expect(data?.isMap == true)
        #expect(data?.members.isEmpty == true)
        #expect(data?.any?.count == 50)
        #expect(data?.any?.members["n"]?.count(of: .integer) == 50)
    }

    @Test func typesAndNodesAreLimited() {
        var limits = ShapeLimits()
        limits.nodes = 20
        limits.types = 3
        let reader = ShapeReader(limits: limits)
        for number in 0..<100 {
            reader.add(
                event: Array(#"{"type":"t\#(number)","id":"1","a\#(number)":{"b":[1]}}"#.utf8))
        }
        #expect(reader.shape.types.count == 3)
        #expect(reader.shape.hasMoreTypes)
        func nodes(_ node: ShapeNode) -> Int {
            1 + node.members.values.map(nodes).reduce(0, +) + (node.any.map(nodes) ?? 0)
        }
        #expect(reader.shape.types.values.map(nodes).reduce(0, +) <= 23)
    }

    @Test func deepValuesAndLongListsAreLeftOpen() {
        var limits = ShapeLimits()
        limits.depth = 3
        limits.elements = 2
        let reader = ShapeReader(limits: limits)
        reader.add(event: Array(#"{"type":"t","a":{"b":{"c":{"d":1}}},"l":[1,2,3]}"#.utf8))
        let event = reader.shape.types["t"]
        #expect(event?.members["a"]?.members["b"]?.members["c"]?.isOpen == true)
        #expect(event?.members["l"]?.isOpen == true)
        #expect(event?.members["l"]?.any?.count == 2)
    }

    @Test func countsLinesThatAreNotEvents() {
        let reader = ShapeReader()
        for line in ["", "{", "[]", "{}", #"{"type":1}"#] { reader.add(event: Array(line.utf8)) }
        #expect(reader.skipped == 5)
        #expect(reader.shape.events == 0)
    }

    @Test func readsALog() throws {
        let file = try TemporaryFile(Array((line("1") + "\n\n" + line("2") + "\n").utf8))
        let reader = ShapeReader()
        try reader.read(log: file.path)
        #expect(reader.shape.events == 2)
        #expect(reader.skipped == 0)
    }

    /// Looks at every value at a place, again for every place.
    private func compare(
        _ node: ShapeNode, _ values: [Value], _ path: String, _ limits: ShapeLimits
    ) {
        #expect(node.count == values.count, "\(path)")
        for kind in ShapeNode.Kind.allCases {
            #expect(node.count(of: kind) == values.count { $0.kind == kind }, "\(path) \(kind)")
        }
        var distinct: [Value] = []
        for value in values where value.isScalar && !distinct.contains(value) {
            distinct.append(value)
        }
        #expect(node.hasMoreValues == (distinct.count > limits.values), "\(path)")
        #expect(node.values.map(\.value) == Array(distinct.prefix(limits.values)), "\(path)")
        let names = Set(values.flatMap { $0.object?.pairs.map(\.name) ?? [] })
        #expect(Set(node.members.keys) == names, "\(path)")
        for (name, member) in node.members {
            compare(member, values.compactMap { $0.object?[name] }, "\(path).\(name)", limits)
        }
        let elements = values.flatMap { $0.array ?? [] }
        #expect((node.any == nil) == elements.isEmpty, "\(path)")
        if let any = node.any { compare(any, elements, path + "[]", limits) }
    }

    private static func value(_ random: inout Dice, depth: Int) -> Value {
        switch random.below(depth < 3 ? 8 : 5) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .integer(Int64(random.below(6)))
        case 3: return .number(Double(random.below(4)) + 0.5)
        case 4: return .string("s\(random.below(5))")
        case 5:
            return .array((0..<random.below(4)).map { _ in value(&random, depth: depth + 1) })
        default:
            return .object(
                .init(
                    (0..<random.below(4)).map { _ in
                        ("m\(random.below(4))", value(&random, depth: depth + 1))
                    }))
        }
    }
}

extension Value {
    fileprivate var kind: ShapeNode.Kind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer: .integer
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    fileprivate var isScalar: Bool { ![.null, .array, .object].contains(kind) }
}

extension ShapeNode.Scalar {
    fileprivate var value: Value {
        switch self {
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        }
    }
}

/// The same numbers for the same seed.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((word ^ (word >> 31)) % UInt64(limit))
    }
}
