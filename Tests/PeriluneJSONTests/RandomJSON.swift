/// Random documents: valid ones, with every freedom that the grammar gives, and damaged ones.
struct RandomJSON {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func document() -> [UInt8] {
        var text = ""
        space(&text)
        value(&text, depth: Int.random(in: 0...5, using: &generator))
        space(&text)
        return Array(text.utf8)
    }

    private mutating func space(_ text: inout String) {
        while generator.chance(1, in: 6) {
            text += [" ", "\n", "\t", "\r", "   "].random(&generator)
        }
    }

    private mutating func value(_ text: inout String, depth: Int) {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 5), using: &generator) {
        case 0: text += ["null", "true", "false"].random(&generator)
        case 1, 2: string(&text)
        case 3, 4: number(&text)
        case 5, 6: array(&text, depth: depth - 1)
        default: object(&text, depth: depth - 1)
        }
    }

    private mutating func count() -> Int {
        generator.chance(1, in: 40)
            ? Int.random(in: 30...90, using: &generator) : Int.random(in: 0...6, using: &generator)
    }

    private mutating func array(_ text: inout String, depth: Int) {
        text += "["
        for place in 0..<count() {
            if place > 0 { text += "," }
            space(&text)
            value(&text, depth: depth)
            space(&text)
        }
        space(&text)
        text += "]"
    }

    private mutating func object(_ text: inout String, depth: Int) {
        text += "{"
        var names: Set<String> = []
        for place in 0..<count() {
            var name = ""
            repeat { self.name(&name) } while !names.insert(name).inserted
            if place > 0 { text += "," }
            space(&text)
            text += name
            space(&text)
            text += ":"
            space(&text)
            value(&text, depth: depth)
            space(&text)
        }
        space(&text)
        text += "}"
    }

    /// Mostly short and alike, so that names are often the same up to the last byte; sometimes two
    /// spellings of one name.
    private mutating func name(_ text: inout String) {
        if generator.chance(1, in: 8) {
            text = ""
            string(&text)
            return
        }
        let length = Int.random(in: 0...14, using: &generator)
        let letters = generator.chance(1, in: 2) ? ["a"] : ["a", "b", "_", "é"]
        text = "\"" + (0..<length).map { _ in letters.random(&generator) }.joined()
        text += ["", "\(Int.random(in: 0...99, using: &generator))"].random(&generator) + "\""
        if generator.chance(1, in: 4) {
            text = ["id", "type", "source", "time", "data", "subject"].random(&generator)
            text = "\"\(text)\""
        }
    }

    private mutating func string(_ text: inout String) {
        let pieces = [
            "a", "bc", " ", "é", "€", "😀", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\r"#,
            #"\t"#, #"\u0041"#, #"\u00e9"#, #"\uD83D\uDE00"#, #"\ud800"#, #"\uDC00"#, #"\u0000"#,
            "{", "}", "[", "]", ":", ",", "'", "\u{7F}",
        ]
        text += "\""
        for _ in 0..<count() {
            text += generator.chance(1, in: 2) ? "x" : pieces.random(&generator)
        }
        text += "\""
    }

    private mutating func number(_ text: inout String) {
        if generator.chance(1, in: 2) { text += "-" }
        let digits = { (generator: inout SeededGenerator, most: Int) in
            (0..<Int.random(in: 1...most, using: &generator)).map { _ in
                String(Int.random(in: 0...9, using: &generator))
            }.joined()
        }
        let whole = digits(&generator, generator.chance(1, in: 5) ? 25 : 8)
        text += whole.drop { $0 == "0" }.isEmpty ? "0" : String(whole.drop { $0 == "0" })
        if generator.chance(1, in: 3) {
            text += "." + digits(&generator, generator.chance(1, in: 5) ? 30 : 5)
        }
        if generator.chance(1, in: 6) {
            text += ["e", "E", "e+", "E-", "e-"].random(&generator) + digits(&generator, 3)
        }
    }

    /// A copy with a few bytes changed, removed, inserted or repeated.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let tokens =
            Array("{}[]:,\"\\ \n\t0123456789-+.eEtrufalsn\u{0}\u{1}\u{C}\u{1A}xXz/'".utf8)
            + [0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.insert(tokens.random(&generator), at: place)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2 where place < bytes.count: bytes[place] = tokens.random(&generator)
            case 3: bytes.removeSubrange(place...)
            case 4:
                let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            default:
                let end = min(bytes.count, place + Int.random(in: 0...6, using: &generator))
                bytes.removeSubrange(place..<end)
            }
        }
        return bytes
    }

    /// The content of a string, unescaped.
    mutating func text() -> String {
        let pieces = [
            "a", "word ", "é", "€", "😀", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "/",
        ]
        return (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            generator.chance(3, in: 4) ? "x" : pieces.random(&generator)
        }.joined()
    }

    /// Bytes with nothing behind them, biased to what matters in JSON.
    mutating func noise() -> [UInt8] {
        let tokens = Array(#"{}[]:,"\ 01-.etfn"#.utf8)
        return (0..<Int.random(in: 0...200, using: &generator)).map { _ in
            generator.chance(1, in: 20)
                ? UInt8.random(in: 0...255, using: &generator) : tokens.random(&generator)
        }
    }
}
