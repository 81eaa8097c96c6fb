import PeriluneCore
import PeriluneJSON
import Testing

/// What an event has at a path.
struct EventReadingTests {
    private let event = JSONEvent()

    init() throws {
        try event.read(
            copy: Array(
                #"""
                {"id":"1","source":"s","type":"t","time":"","subject":"é","data":
                {"text":"a\nb","plain":"x","empty":"","n":1,"yes":true,"null":null,"list":["a"]}}
                """#.utf8), trusted: true)
    }

    private static let texts: [(FieldPath, String?)] = [
        ("id", "1"), ("subject", "é"), ("data.text", "a\nb"), ("data.plain", "x"),
        ("data.empty", ""), ("data.n", nil), ("data.yes", nil), ("data.null", nil),
        ("data.list", nil), ("data.missing", nil), ("data.plain.x", nil), ("missing", nil),
        ("data", nil), ("data.list.1", nil),
    ]

    @Test(arguments: texts) func aTextIsTheStringAtAPath(_ path: FieldPath, _ text: String?) {
        var seen: String?
        let isString = event.withString(at: path) { seen = try? $0.text() }
        #expect(event.string(at: path) == text)
        #expect(seen == text)
        #expect(isString == (text != nil))
    }

    @Test(
        arguments: [
            ("data.n", Value.integer(1)), ("data.yes", .bool(true)), ("data.null", .null),
            ("data.list", ["a"]), ("data.missing", nil), ("data.n.x", nil),
        ] as [(FieldPath, Value?)])
    func aValueIsWhatTheDataHasAtAPath(_ path: FieldPath, _ value: Value?) throws {
        #expect(try event.value(at: path) == value)
    }

    /// For the trace of what a script has read.
    @Test func tablesAreTheObjectsAndArraysOfAnEvent() {
        let tables = (0..<1000 as Range<UInt32>).filter { event.isTable(at: $0) }
        #expect(tables.map { event.path(to: $0) } == ["", "data", "data.list"])
    }

    /// For the same trace; no script can read a number that no value holds.
    @Test func aLongTableIsCountedAndOtherValuesAreKept() throws {
        let numbers = Array(repeating: "1234567", count: 100).joined(separator: ",")
        let text = String(repeating: "x", count: 800)
        try event.read(
            copy: Array(
                #"{"id":"1","source":"s","type":"t","data":{"many":[\#(numbers)],"few":[1,2],"text":"\#(text)","large":1e999}}"#
                    .utf8))
        func has(_ found: DelegateTrace.Read.Found, _ path: String) -> Bool {
            (0..<1000 as Range<UInt32>).contains {
                event.path(to: $0) == path && event.found(at: $0) == found
            }
        }
        #expect(has(.table(count: 100), "data.many"))
        #expect(has(.value([1, 2]), "data.few"))
        #expect(has(.value(.string(text)), "data.text"))
        #expect(has(.value("1e999"), "data.large"))
        #expect(event.found(at: 1000) == .nothing)
    }

    @Test(arguments: [
        (#""data":1,"data_base64":"AQID""#, "the event has both data and data_base64"),
        (#""data_base64":"AQI""#, "the event's data_base64 is not base64 text"),
    ])
    func dataIsJSONOrBase64(_ members: String, _ message: String) {
        let text = #"{"id":"1","source":"s","type":"t",\#(members)}"#
        let error = #expect(throws: PeriluneError.self) {
            try JSONEvent().read(copy: Array(text.utf8))
        }
        #expect(error?.code == "event.data")
        #expect(error?.message == message)
    }

    @Test func anEmptyTimeIsNoTime() {
        #expect(event.time == nil)
        #expect(event.microseconds == nil)
    }

    /// The first read of a type is kept for the next events of it.
    @Test func eachEventHasItsOwnType() throws {
        let reader = JSONEvent(numbersTypes: true)
        for type in ["a", "b", "a", "c", "b"] {
            try reader.read(copy: Array(#"{"id":"1","source":"s","type":"\#(type)"}"#.utf8))
            #expect(reader.type == type)
        }
    }

    /// Events without a key are in the order of their sources.
    @Test func theKeyOfAnEventIsItsPartitionKeyOrItsSource() throws {
        func key(_ members: String) throws -> UInt64 {
            let reader = JSONEvent()
            try reader.read(copy: Array(#"{"id":"1","type":"t",\#(members)}"#.utf8))
            return reader.hashPartitionKey()
        }
        #expect(try key(#""source":"s""#) == FNV1a("s").value)
        #expect(try key(#""source":"s","partitionkey":"k""#) == FNV1a("k").value)
        // The same text with an escape.
        #expect(try key(#""source":"s","partitionkey":"\u006b""#) == FNV1a("k").value)
    }
}
