import CPeriluneJSON
import Testing

/// The attributes of a CloudEvents envelope.
struct EnvelopeTests {
    private let parser = TestParser()
    private let names = [
        "id", "source", "type", "specversion", "time", "subject", "partitionkey", "data",
        "data_base64",
    ]

    private func envelope(_ document: cpj_document) -> [UInt32] {
        withUnsafeBytes(of: document.envelope) { Array($0.bindMemory(to: UInt32.self)) }
    }

    @Test(arguments: [true, false])
    func findsEveryAttributeInAnyOrder(trusted: Bool) {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let order = names.shuffled(using: &generator).prefix(5)
            let members = order.map { #""\#($0)" : {"id":[1]}, "x\#($0)":1"# }
            parser.parse("{\(members.joined(separator: ","))}", trusted: trusted) { outcome in
                for (number, name) in names.enumerated() {
                    let expected = order.contains(name) ? outcome.document.member(0, name) : 0
                    #expect(envelope(outcome.document)[number] == expected)
                    #expect(order.contains(name) == (expected != 0))
                }
            }
        }
    }

    @Test func looksAtTheRootOnly() {
        parser.parse(#"[{"id":1}]"#) { #expect(envelope($0.document).allSatisfy { $0 == 0 }) }
        parser.parse(#"{"a":{"id":1,"data":2},"b":[{"type":"x"}]}"#) { outcome in
            #expect(envelope(outcome.document).allSatisfy { $0 == 0 })
            #expect(outcome.document.type_id == -1)
        }
    }

    @Test func doesNotMistakeOtherNamesForAttributes() {
        let others = [
            "", "i", "idd", "ID", "typ", "types", "dat", "datum", "specversio", "specversion2",
            "specverXion", "partitionkez", "partitionkeyy", "timer", "sourcf",
        ]
        let members = others.map { #""\#($0)":1"# }.joined(separator: ",")
        parser.parse("{\(members)}") { #expect(envelope($0.document).allSatisfy { $0 == 0 }) }
    }

    @Test func readsNamesWithEscapes() {
        parser.parse(#"{"\u0069d":"7","t\u0079pe":"a"}"#) { outcome in
            #expect(outcome.document.escaped_keys)
            #expect(envelope(outcome.document)[0] == outcome.document.member(0, "id"))
            #expect(envelope(outcome.document)[0] != 0)
            #expect(outcome.document.type_id >= 0)
        }
        parser.parse(#"{"id":"\n"}"#) { #expect(!$0.document.escaped_keys) }
    }

    @Test func theFirstOfTwoAttributesWinsInTrustedDocuments() {
        parser.parse(#"{"id":1,"id":2}"#, trusted: true) { outcome in
            #expect(envelope(outcome.document)[0] == 3)
        }
    }

    @Test func numbersTypesForTheLifeOfTheParser() throws {
        func number(_ type: String) -> Int32 {
            parser.parse(#"{"type":"\#(type)"}"#) { $0.document.type_id }
        }
        let types = (0..<5000).map { "type.\($0)" }
        let numbers = types.map(number)
        #expect(Set(numbers.filter { $0 >= 0 }).count == 4096)
        #expect(numbers[4096...].allSatisfy { $0 == -1 })
        #expect(types.map(number) == numbers)
        for place in [0, 1, 4095] {
            var length = 0
            let name = try #require(cpj_type_name(parser.parser, numbers[place], &length))
            let bytes = UnsafeRawBufferPointer(start: name, count: length)
            #expect(String(decoding: bytes, as: UTF8.self) == types[place])
        }
        #expect(cpj_type_name(parser.parser, -1, nil) == nil)
        #expect(cpj_type_name(parser.parser, 4096, nil) == nil)
    }

    @Test func leavesATypeWithoutANumberHoweverItIsSpelled() {
        #expect(cpj_parser_leave_type(parser.parser, "log.end", 7))
        func number(_ type: String) -> Int32 {
            parser.parse(#"{"type":"\#(type)"}"#) { $0.document.type_id }
        }
        #expect(number("log.en") == 0)
        #expect(number("log.end") == -1)
        #expect(number(#"l\u006fg\u002Eend"#) == -1)
        #expect(number("log.ends") == 1)
        #expect(number("log.end") == -1)
    }

    @Test func hasNoNumberForATypeThatIsNotAString() {
        parser.parse(#"{"type":5}"#) { #expect($0.document.type_id == -1) }
        parser.parse("{}") { #expect($0.document.type_id == -1) }
    }
}
