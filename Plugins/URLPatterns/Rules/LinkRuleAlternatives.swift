import PeriluneCore

/// Expands a rule with alternatives to the rules that it stands for: `/{sales,orders}{,/{id:i}}` stands for four.
///
/// Braces with a comma contain alternatives, one of which may be empty, and each of which may contain others; braces
/// without a comma are a capture.
struct LinkRuleAlternatives {
    /// A rule without alternatives, and the offset of each of its bytes in the original rule.
    struct Variant {
        var bytes: [UInt8] = []
        var offsets: [Int] = []

        fileprivate mutating func append(_ other: Variant) {
            bytes += other.bytes
            offsets += other.offsets
        }
    }

    private static let maximum = 64

    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    private init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// At least one rule; an error if there are too many.
    static func variants(of text: String) throws(PeriluneError) -> [Variant] {
        var alternatives = LinkRuleAlternatives(text)
        return try alternatives.sequence(depth: 0)
    }

    /// Reads to the end or, inside braces, to the comma or brace that ends an alternative.
    private mutating func sequence(depth: Int) throws(PeriluneError) -> [Variant] {
        var variants = [Variant()]
        while position < bytes.count {
            let byte = bytes[position]
            if depth > 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") { break }
            if byte == UInt8(ascii: "{"), let length = lengthWithoutAlternatives() {
                for _ in 0..<length { add(to: &variants) }
            } else if byte == UInt8(ascii: "{") {
                let start = position
                let choices = try alternatives(depth: depth + 1)
                try check(variants.count * choices.count, start)
                variants = variants.flatMap { variant in
                    choices.map { choice in
                        var variant = variant
                        variant.append(choice)
                        return variant
                    }
                }
            } else {
                add(to: &variants)
            }
        }
        return variants
    }

    /// Reads from an opening brace to after the closing one.
    private mutating func alternatives(depth: Int) throws(PeriluneError) -> [Variant] {
        let start = position
        // Each level adds at least one alternative.
        try check(depth, start)
        var choices: [Variant] = []
        repeat {
            position += 1
            choices += try sequence(depth: depth)
            try check(choices.count, start)
        } while position < bytes.count && bytes[position] == UInt8(ascii: ",")
        position += 1
        return choices
    }

    /// The number of bytes from this opening brace on that are not alternatives: a capture, or all if no brace closes
    /// it.
    private func lengthWithoutAlternatives() -> Int? {
        var depth = 0
        var hasComma = false
        for index in position..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ","): hasComma = hasComma || depth == 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return hasComma ? nil : index + 1 - position }
            default: continue
            }
        }
        return bytes.count - position
    }

    private mutating func add(to variants: inout [Variant]) {
        for index in variants.indices {
            variants[index].bytes.append(bytes[position])
            variants[index].offsets.append(position)
        }
        position += 1
    }

    private func check(_ count: Int, _ start: Int) throws(PeriluneError) {
        guard count > Self.maximum else { return }
        throw PeriluneError(
            "rule.alternatives",
            "The alternatives stand for more than \(Self.maximum) rules",
            at: .init(column: start + 1, sourceLine: text),
            hint: "write a wildcard, or a list of rules with fewer alternatives each")
    }
}
