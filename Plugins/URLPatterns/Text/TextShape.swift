import PeriluneLinks

/// The type that a segment's decoded text can be parsed as.
///
/// The cases form a chain (every integer is a float, every float contains a digit, everything is text), so one
/// comparison decides whether a test accepts a segment, and whether patterns overlap.
enum TextShape: UInt8, Hashable, Sendable, Comparable {
    case text
    /// A digit of any script somewhere: all that the compatible mode asks of a number.
    case digits
    /// `-`? digits, then optionally a fraction and an exponent.
    case float
    /// `-`? digits.
    case integer

    static func < (left: TextShape, right: TextShape) -> Bool { left.rawValue < right.rawValue }

    /// Reads decoded bytes strictly: the whole text or nothing.
    init(strict url: Span<UInt8>, _ range: Range<Int>) {
        var scanner = NumberScanner()
        var position = range.lowerBound
        while position < range.upperBound {
            scanner.advance(with: url.decodedByte(at: &position, before: range.upperBound))
            if scanner.hasFailed { break }
        }
        self = scanner.shape
    }

    /// The shape of a text that is in memory.
    init(strict text: String) {
        var scanner = NumberScanner()
        for byte in text.utf8 { scanner.advance(with: byte) }
        self = scanner.shape
    }

    /// Reads as the original's unanchored expressions did: a digit anywhere is a number.
    init(compatible url: Span<UInt8>, _ range: Range<Int>) {
        self =
            url.decodedText(range).unicodeScalars.contains(where: \.isDecimalDigit)
            ? .digits : .text
    }
}

extension Unicode.Scalar {
    var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }
}

/// A state machine over the bytes of a number; it needs no buffer.
struct NumberScanner: Hashable {
    private enum State: Hashable {
        case start, sign, integer, point, fraction, exponent, exponentSign, exponentDigits, failed
    }
    private var state = State.start

    var hasFailed: Bool { state == .failed }

    var shape: TextShape {
        switch state {
        case .integer: .integer
        case .fraction, .exponentDigits: .float
        default: .text
        }
    }

    mutating func advance(with byte: UInt8) {
        switch (state, byte) {
        case (.start, 0x30...0x39), (.sign, 0x30...0x39), (.integer, 0x30...0x39):
            state = .integer
        case (.start, UInt8(ascii: "-")): state = .sign
        case (.integer, UInt8(ascii: ".")): state = .point
        case (.point, 0x30...0x39), (.fraction, 0x30...0x39): state = .fraction
        case (.integer, 0x45), (.integer, 0x65), (.fraction, 0x45), (.fraction, 0x65):
            state = .exponent
        case (.exponent, UInt8(ascii: "-")), (.exponent, UInt8(ascii: "+")):
            state = .exponentSign
        case (.exponent, 0x30...0x39), (.exponentSign, 0x30...0x39), (.exponentDigits, 0x30...0x39):
            state = .exponentDigits
        default: state = .failed
        }
    }
}
