import CPeriluneJSON
import Testing

/// The parser against the oracle, on documents nobody has thought of.
struct PropertyTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func agreesWithTheOracleOnRandomDocuments(seed: UInt64) {
        var random = RandomJSON(seed: seed)
        let parser = TestParser()
        var accepted = 0
        for _ in 0..<400 {
            accepted += compare(random.document(), parser) ? 1 : 0
        }
        #expect(accepted > 200, "most documents of the generator have to be valid")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func agreesWithTheOracleOnDamagedDocuments(seed: UInt64) {
        var random = RandomJSON(seed: seed &* 1000)
        let parser = TestParser()
        var refused = 0
        for _ in 0..<150 {
            let document = random.document()
            for _ in 0..<12 { refused += compare(random.damaged(document), parser) ? 0 : 1 }
        }
        #expect(refused > 200)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func trustedDocumentsAreSafeWhateverTheyHold(seed: UInt64) {
        var random = RandomJSON(seed: seed &* 77)
        let parser = TestParser()
        for round in 0..<2000 {
            let bytes = round % 2 == 0 ? random.noise() : random.damaged(random.document())
            parser.parse(bytes, trusted: true) { outcome in
                guard outcome.status == CPJ_OK else { return }
                var visited = 0
                visitEverything(outcome.document, 0, &visited)
                for node in 0..<outcome.document.count { touch(outcome.document, node) }
                #expect(visited <= bytes.count)
            }
        }
    }

    @Test func trustedAndCheckedParsingAgreeOnValidDocuments() {
        var random = RandomJSON(seed: 5)
        let parser = TestParser()
        for _ in 0..<500 {
            let bytes = random.document()
            guard Oracle.read(bytes) != nil else { continue }
            let shapes = [true, false].map { trusted in
                parser.parse(bytes, trusted: trusted) { outcome -> [UInt32] in
                    #expect(outcome.status == CPJ_OK)
                    let document = outcome.document
                    let nodes = 0..<Int(document.count)
                    return nodes.flatMap { [document.index[$0], UInt32(document.depth[$0])] }
                        + withUnsafeBytes(of: document.envelope) {
                            Array($0.bindMemory(to: UInt32.self))
                        } + [UInt32(bitPattern: document.type_id)]
                }
            }
            #expect(shapes[0] == shapes[1])
        }
    }

    /// Whether both accept the document; reports where they differ.
    private func compare(_ bytes: [UInt8], _ parser: TestParser) -> Bool {
        let expected = Oracle.read(bytes)
        return parser.parse(bytes) { outcome in
            let shown = String(decoding: bytes, as: UTF8.self)
            let accepted = outcome.status == CPJ_OK
            #expect(accepted == (expected != nil), "\(outcome.message): \(shown)")
            if let expected, accepted {
                #expect(matches(expected, outcome.document, 0), "\(shown)")
                #expect(outcome.document.index[Int(outcome.document.count)] == bytes.count)
            }
            if !accepted {
                #expect(outcome.error.offset <= bytes.count)
                #expect(outcome.message != "the document is not valid JSON", "\(shown)")
            }
            return accepted
        }
    }

    private func matches(_ expected: Oracle.Node, _ document: cpj_document, _ node: UInt32) -> Bool
    {
        guard document.raw(node) == expected.raw else { return false }
        switch expected {
        case .scalar(let raw):
            return "tfn".utf8.contains(raw[0]) || matchesNumber(raw, document.number(node))
        case .string(_, let text):
            return document.unescaped(node) == text
        case .array(_, let elements):
            var at = document.first(node)
            for (place, element) in elements.enumerated() {
                guard at != 0, document.element(node, place) == at, matches(element, document, at)
                else { return false }
                at = document.next(node, at)
            }
            return at == 0 && document.length(node) == elements.count
                && document.element(node, elements.count) == 0
        case .object(_, let members):
            var at = document.first(node)
            for (name, value) in members {
                guard at != 0, document.unescaped(at) == name,
                    document.member(node, name) == at + 2, matches(value, document, at + 2)
                else { return false }
                at = document.next(node, at)
            }
            return at == 0 && document.length(node) == members.count
                && document.member(node, "no such member") == 0
        }
    }

    private func matchesNumber(
        _ raw: [UInt8], _ read: (kind: cpj_number, integer: Int64, real: Double)
    ) -> Bool {
        let text = String(decoding: raw, as: UTF8.self)
        let isInteger = !raw.contains { ".eE".utf8.contains($0) } && text != "-0"
        if isInteger {
            guard let integer = Int64(text) else { return read.kind == CPJ_OUT_OF_RANGE }
            return read.kind == CPJ_INTEGER && read.integer == integer
        }
        guard let real = Double(text) else { return false }
        if real.isInfinite { return read.kind == CPJ_OUT_OF_RANGE }
        return read.kind == CPJ_DOUBLE && read.real.bitPattern == real.bitPattern
    }

    private func visitEverything(_ document: cpj_document, _ node: UInt32, _ visited: inout Int) {
        visited += 1
        touch(document, node)
        let isObject = document.bytes[Int(document.index[Int(node)])] == UInt8(ascii: "{")
        var child = document.first(node)
        while child != 0 {
            #expect(child < document.count)
            if isObject { touch(document, child) }
            visitEverything(document, isObject ? child + 2 : child, &visited)
            child = document.next(node, child)
        }
    }

    private func touch(_ document: cpj_document, _ node: UInt32) {
        let raw = document.raw(node)
        let text = document.unescaped(node)
        #expect(raw.count <= document.length && text.count <= document.length)
        _ = document.number(node)
        _ = document.length(node)
        _ = document.member(node, "id")
        _ = document.element(node, 2)
    }
}
