import CPeriluneJSON
import PeriluneCore
import PeriluneJSON
import Testing

/// Events that are written with their index, beside what a parse of the same bytes finds.
struct EventBuilderTests {
    private static let pieces = [
        "a", "1234567", "12345678", " ", "\"", "\\", "\n", "\r", "\t", "\u{8}", "\u{1}", "\u{1F}",
        "\u{7F}",
        "é", "€", "😀", "{", "}", "[", "]", ":", ",",
    ]
    private let builder = EventBuilder()
    private let built = JSONEvent(numbersTypes: true)
    private let parsed = JSONEvent(numbersTypes: true)

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func theIndexEqualsThatOfTheParser(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        let document = JSONDocument()
        for _ in 0..<300 {
            beginEvent(&random.generator)
            if random.generator.chance(1, in: 3) {
                let bytes = random.document()
                guard (try? document.read(bytes)) != nil,
                    [.object, .array].contains(document.kind(document.root))
                else { continue }
                builder.value(document)
            } else {
                object(&random.generator, depth: 3)
            }
            builder.endObject()
            try compare()
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func valuesOfADocumentKeepTheirIndex(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        let document = JSONDocument()
        for _ in 0..<300 {
            let bytes = random.document()
            guard (try? document.read(bytes)) != nil, document.kind(document.root) == .array
            else { continue }
            beginEvent(&random.generator)
            builder.beginList()
            var node = document.first(in: document.root)
            while node.isInside {
                builder.element()
                builder.beginObject()
                if document.hash(ofPlain: node) != nil {
                    builder.name(node, of: document)
                } else {
                    builder.name("other".utf8.span)
                }
                builder.value(node, of: document)
                builder.endObject()
                builder.element()
                builder.value(node, of: document)
                node = document.next(in: document.root, after: node)
            }
            builder.endList()
            builder.endObject()
            try compare()
            let index = try #require(builder.makeIndex())
            try built.read(copy: builder.bytes, trusted: true, index: index)
            #expect(Structure(built) == Structure(parsed))
        }
    }

    @Test func severalMembersAreFoundInOnePass() throws {
        let names: [StaticString] = ["a", "abcdefgh", "abcdefghi", "abcdefghj", "", "b", "key"]
        let keys = JSONKeys(names)
        let document = JSONDocument()
        var random = SeededGenerator(seed: 3)
        let spellings = names.map { "\($0)" } + ["other", "abcdefg", "\\u0061", "abcdefghk"]
        for _ in 0..<500 {
            let count = Int.random(in: 0...names.count, using: &random)
            let members = Set(
                (0..<count).map { _ in
                    spellings[Int.random(in: 0..<spellings.count, using: &random)]
                })
            let text = members.map { #""\#($0)" :[{"a":1},"\#($0)"]"# }.joined(separator: ", ")
            guard (try? document.read(Array("{\(text)}".utf8))) != nil else { continue }
            var nodes = InlineArray<7, JSONNode>(repeating: .none)
            var span = nodes.mutableSpan
            document.members(keys, of: document.root, into: &span)
            for (number, name) in names.enumerated() {
                let wanted = document.member("\(name)", of: document.root) ?? .none
                #expect(nodes[number] == wanted, "\(name) in \(text)")
            }
        }
    }

    @Test func textsReadBackAsWritten() throws {
        var random = SeededGenerator(seed: 14)
        for length in 0..<60 {
            let text = (0..<length).map { _ in Self.pieces.random(&random) }.joined()
            beginEvent(&random)
            builder.string(text.utf8.span)
            builder.endObject()
            try compare()
            #expect(built.string(at: "data") == text)
        }
    }

    @Test func everyByteOfAWordCanNeedAnEscape() throws {
        for special in ["\"", "\\", "\t", "\u{1F}"] {
            for place in 0..<24 {
                let text =
                    String(repeating: "a", count: place) + special
                    + String(repeating: "b", count: 23 - place)
                var random = SeededGenerator(seed: 1)
                beginEvent(&random)
                builder.string(text.utf8.span)
                builder.endObject()
                try compare()
                #expect(built.string(at: "data") == text)
            }
        }
    }

    @Test func aRemovedAttributeLeavesNoTrace() throws {
        var random = SeededGenerator(seed: 1)
        beginEvent(&random, withData: false)
        let mark = builder.mark
        builder.beginString(.subject)
        builder.append("half".utf8.span)
        builder.remove(.subject, at: mark)
        builder.attribute(.data)
        builder.scalar("1".utf8.span)
        builder.endObject()
        try compare()
        #expect(built.string(at: "subject") == nil)
    }

    @Test func aDocumentThatIsTooDeepInsideOfAnEventIsRefused() throws {
        let document = JSONDocument()
        for (depth, isAccepted) in [(198, true), (199, true), (200, false)] {
            var random = SeededGenerator(seed: 1)
            try document.read(
                Array(
                    (String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
                        .utf8))
            beginEvent(&random)
            builder.value(document)
            builder.endObject()
            #expect(((try? built.read(builder)) != nil) == isAccepted)
        }
    }

    @Test func namesThatMayOccurTwiceAreChecked() throws {
        let names = MemberNames(["a", "a"])
        #expect(names.haveRepeats)
        var random = SeededGenerator(seed: 1)
        beginEvent(&random)
        builder.requireParse()
        builder.beginObject()
        for number in 0..<2 {
            builder.name(number, of: names)
            builder.scalar("1".utf8.span)
        }
        builder.endObject()
        builder.endObject()
        let error = #expect(throws: (any Error).self) { try built.read(builder) }
        #expect("\(String(describing: error))".contains("appears twice"))
    }

    @Test func constantsAreWrittenAsTheyAre() throws {
        var random = SeededGenerator(seed: 1)
        for constant in ["true", "null", "-1.5e3"] as [StaticString] {
            beginEvent(&random)
            builder.scalar(constant)
            builder.endObject()
            try compare()
            #expect(try built.value(at: "data") == Value(json: "\(constant)"))
        }
    }

    @Test func anEventThatIsNotTrustedIsCheckedAlthoughItsIndexIsKnown() throws {
        var random = SeededGenerator(seed: 1)
        beginEvent(&random, withData: false)
        builder.attribute(.time)
        builder.string("yesterday".utf8.span)
        builder.endObject()
        let index = try #require(builder.makeIndex())
        let error = #expect(throws: PeriluneError.self) {
            try built.read(copy: builder.bytes, trusted: false, index: index)
        }
        #expect(error?.code == "event.time")
        try built.read(copy: builder.bytes, trusted: true, index: index)
        #expect(built.time == "yesterday")
    }

    /// An event up to its data, with a random id, and sometimes with a subject.
    private func beginEvent(_ random: inout SeededGenerator, withData: Bool = true) {
        builder.beginEvent()
        builder.attribute(.specversion)
        builder.scalar("\"1.0\"".utf8.span)
        builder.beginString(.id)
        builder.append(escaped: "log:".utf8.span)
        builder.append(Int.random(in: 0..<1 << 40, using: &random))
        builder.endString()
        builder.attribute(.source)
        builder.string(text(&random, of: 1...9).utf8.span)
        builder.attribute(.type)
        builder.string("type\(Int.random(in: 0..<5, using: &random))".utf8.span)
        if random.chance(1, in: 2) {
            builder.attribute(.partitionkey)
            builder.string(text(&random, of: 0...9).utf8.span)
        }
        if withData { builder.attribute(.data) }
    }

    private func object(_ random: inout SeededGenerator, depth: Int) {
        let texts = Array(
            Set((0..<Int.random(in: 0...8, using: &random)).map { _ in text(&random, of: 0...6) })
        ).sorted()
        let names = MemberNames(texts)
        builder.beginObject()
        for (number, name) in texts.enumerated() {
            if random.chance(1, in: 2) {
                builder.name(number, of: names)
            } else {
                builder.name(name.utf8.span)
            }
            switch Int.random(in: 0..<(depth > 1 ? 4 : 3), using: &random) {
            case 0: builder.scalar(["null", "true", "-1.5e3", "0"].random(&random).utf8.span)
            case 3: object(&random, depth: depth - 1)
            default: builder.string(text(&random, of: 0...12).utf8.span)
            }
        }
        builder.endObject()
    }

    private func text(_ random: inout SeededGenerator, of lengths: ClosedRange<Int>) -> String {
        (0..<Int.random(in: lengths, using: &random)).map { _ in Self.pieces.random(&random) }
            .joined()
    }

    private func compare(place: SourceLocation = #_sourceLocation) throws {
        try built.read(builder)
        try parsed.read(copy: built.json)
        let ours = Structure(built)
        let wanted = Structure(parsed)
        #expect(ours == wanted, sourceLocation: place)
    }
}

/// Everything in a document but its bytes.
private struct Structure: Equatable {
    var index: [UInt32]
    var depth: [UInt8]
    var close: [UInt32]
    var envelope: [UInt32]
    var hasEscapedKeys: Bool
    var type: Int32

    init(_ event: JSONEvent) {
        let document = event.documentAddress.load(as: cpj_document.self)
        // The end of the document comes twice behind the nodes.
        index = (0..<Int(document.count) + 2).map { document.index[$0] }
        depth = (0..<Int(document.count)).map { document.depth[$0] }
        close = (0..<document.count).map { node in
            let kind = document.bytes[Int(document.index[Int(node)])]
            return cpj_is_container(kind) ? document.close[Int(node)] : 0
        }
        envelope = withUnsafeBytes(of: document.envelope) { Array($0.bindMemory(to: UInt32.self)) }
        hasEscapedKeys = document.escaped_keys
        type = document.type_id
    }
}
