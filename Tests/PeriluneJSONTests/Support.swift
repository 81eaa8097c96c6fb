import CPeriluneJSON

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func chance(_ one: Int, in many: Int) -> Bool {
        Int.random(in: 0..<many, using: &self) < one
    }
}

extension Array {
    func random(_ generator: inout SeededGenerator) -> Element {
        self[Int.random(in: 0..<count, using: &generator)]
    }
}

/// What `cpj_parse` said; the document is for the closure of `parse` only.
struct Outcome {
    var status: cpj_status
    var error: cpj_error
    var document: cpj_document

    var message: String {
        withUnsafeBytes(of: error.message) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// A parser for tests.
///
/// The document stands in memory of exactly its size and the padding, which
/// is full of bytes that would change the meaning of a document they were read as part of.
final class TestParser {
    let parser = cpj_parser_new()
    private let hostile = Array(#"5"},]{[:\e"#.utf8)

    deinit { cpj_parser_free(parser) }

    func parse<Result>(
        _ bytes: [UInt8], trusted: Bool = false, _ body: (Outcome) throws -> Result
    ) rethrows -> Result {
        let size = bytes.count + Int(CPJ_PADDING)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        defer { memory.deallocate() }
        for place in 0..<size {
            memory[place] =
                place < bytes.count ? bytes[place] : hostile[(place - bytes.count) % hostile.count]
        }
        var document = cpj_document()
        var error = cpj_error()
        let status = cpj_parse(parser, memory, bytes.count, trusted, &document, &error)
        return try body(Outcome(status: status, error: error, document: document))
    }

    func parse<Result>(
        _ text: String, trusted: Bool = false, _ body: (Outcome) throws -> Result
    ) rethrows -> Result {
        try parse(Array(text.utf8), trusted: trusted, body)
    }

    func accepts(_ bytes: [UInt8], trusted: Bool = false) -> Bool {
        parse(bytes, trusted: trusted) { $0.status == CPJ_OK }
    }

    func accepts(_ text: String) -> Bool { accepts(Array(text.utf8)) }
}

extension cpj_document {
    func raw(_ node: UInt32) -> [UInt8] {
        withUnsafePointer(to: self) { cpj_raw($0, node).array }
    }

    func unescaped(_ node: UInt32) -> [UInt8] {
        withUnsafePointer(to: self) { document in
            let text = cpj_string(document, node)
            return [UInt8](unsafeUninitializedCapacity: text.length) { room, count in
                count = cpj_unescape(text, room.baseAddress)
            }
        }
    }

    func member(_ object: UInt32, _ name: [UInt8]) -> UInt32 {
        withUnsafePointer(to: self) { document in
            name.withUnsafeBytes { text in
                cpj_member(
                    document, object, text.bindMemory(to: CChar.self).baseAddress, text.count)
            }
        }
    }

    func member(_ object: UInt32, _ name: String) -> UInt32 { member(object, Array(name.utf8)) }

    func element(_ array: UInt32, _ nth: Int) -> UInt32 {
        withUnsafePointer(to: self) { cpj_element($0, array, UInt64(nth)) }
    }

    func length(_ container: UInt32) -> Int {
        withUnsafePointer(to: self) { Int(cpj_length($0, container)) }
    }

    func first(_ container: UInt32) -> UInt32 {
        withUnsafePointer(to: self) { cpj_first($0, container) }
    }

    func next(_ container: UInt32, _ node: UInt32) -> UInt32 {
        withUnsafePointer(to: self) { cpj_next($0, container, node) }
    }

    func number(_ node: UInt32) -> (kind: cpj_number, integer: Int64, real: Double) {
        var integer: Int64 = 0
        var real = 0.0
        let kind = withUnsafePointer(to: self) { cpj_read_number($0, node, &integer, &real) }
        return (kind, integer, real)
    }
}

extension cpj_text {
    var array: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: length)) }
}
