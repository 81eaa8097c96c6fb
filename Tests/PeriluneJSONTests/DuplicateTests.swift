import CPeriluneJSON
import Testing

/// Member names that come twice.
struct DuplicateTests {
    private let parser = TestParser()

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 7), (#"{"a":{"b":1,"c":2,"b":3}}"#, 18), (#"{"":1,"":2}"#, 6),
        (#"{"a" :1,"a":2}"#, 8), (#"{"a":1,"\u0061":2}"#, 7), (#"{"\n":1,"\u000a":2}"#, 8),
        (#"{"abcdefghijklmnop":1,"abcdefghijklmnop":1}"#, 22),
        (#"[{"a":1},{"b":[{"a":1,"a":1}]}]"#, 22),
        (#"{"a":{"x":1,"x":1},"a":2}"#, 12), (#"{"\ud800":1,"\udc00":1}"#, 12),
    ])
    func pointsAtTheSecondName(text: String, offset: Int) {
        parser.parse(text) { outcome in
            #expect(outcome.status == CPJ_DUPLICATE)
            #expect(Int(outcome.error.offset) == offset)
        }
        #expect(parser.accepts(Array(text.utf8), trusted: true))
    }

    @Test func namesTheNameInTheMessage() {
        parser.parse(#"{"a":1,"a":2}"#) {
            #expect($0.message == #"the name "a" appears twice in one object"#)
        }
        let long = String(repeating: "é", count: 100)
        parser.parse(#"{"\#(long)":1,"\#(long)":2}"#) {
            #expect($0.message.hasSuffix(#"é..." appears twice in one object"#))
        }
    }

    @Test func comparesNamesExactly() {
        for text in [
            #"{"a":1,"A":2}"#, #"{"a":1,"a ":2}"#, #"{"a":{"a":{"a":1}}}"#,
            "{\"\u{E9}\":1,\"e\u{301}\":2}",
            #"{"abcdefgh1":1,"abcdefgh2":2}"#, #"{"abcdefgh1ijklmnop":1,"abcdefgh2ijklmnop":2}"#,
            #"{"a":1,"\\u0061":2}"#, #"[{"a":1},{"a":1}]"#, #"{"a\u0000":1,"a":2}"#,
        ] {
            #expect(parser.accepts(text), "\(text)")
        }
    }

    /// Names that differ only in the middle, which a hash of both ends cannot tell apart.
    @Test func acceptsNamesWithCollidingHashes() {
        let names = (1000..<6000).map { "aaaaaaaa\($0)bbbbbbbb" }
        let members = names.map { #""\#($0)":0"# }
        #expect(parser.accepts("{\(members.joined(separator: ","))}"))
        #expect(!parser.accepts("{\((members + [members[4000]]).joined(separator: ","))}"))
        #expect(parser.accepts(#"{"a":1}"#))
    }

    /// Many positions of the inner object, so that some of its names meet those of the outer one in
    /// the hash table.
    @Test func tellsTheNamesOfInnerObjectsApart() {
        let members = (0..<10).map { #""name \#($0)":0"# }.joined(separator: ",")
        for count in 1..<400 {
            let zeros = Array(repeating: "0", count: count).joined(separator: ",")
            #expect(parser.accepts(#"{"zeros":[\#(zeros)],"inner":{\#(members)},\#(members)}"#))
        }
    }

    @Test func forgetsTheNamesOfEarlierDocuments() {
        for _ in 0..<3000 {
            #expect(parser.accepts(#"{"a":1,"b":{"a":1,"b":2}}"#))
        }
        #expect(!parser.accepts(#"{"a":1,"b":{"a":1,"a":2}}"#))
    }
}
