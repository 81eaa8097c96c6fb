/// Bytes of the log being written; knows just enough formatting to need no library for it.
struct Line {
    private(set) var bytes: [UInt8] = []

    mutating func reserve(_ capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    static func += (line: inout Line, text: String) {
        line.bytes.append(contentsOf: text.utf8)
    }

    static func += (line: inout Line, number: Int) {
        line.decimal(number, digits: 1)
    }

    /// Writes `number` (not negative) in decimal with leading zeros up to `digits`.
    mutating func decimal(_ number: Int, digits: Int) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0 || bytes.count - start < digits
        bytes[start...].reverse()
    }

    /// Writes the low `digits` nibbles of `number` in hexadecimal.
    mutating func hexadecimal(_ number: UInt64, digits: Int, upper: Bool = false) {
        let letters = upper ? UInt8(ascii: "A") : UInt8(ascii: "a")
        var shift = digits * 4
        while shift > 0 {
            shift -= 4
            let nibble = UInt8(truncatingIfNeeded: (number >> UInt64(shift)) & 15)
            bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : letters + nibble - 10)
        }
    }

    /// Writes an amount given in hundredths: a decimal fraction without any floating point.
    mutating func hundredths(_ amount: Int) {
        self += amount / 100
        self += "."
        decimal(amount % 100, digits: 2)
    }

    /// Writes 128 random bits in the form of a GUID.
    mutating func guid(_ random: inout SplitMix64) {
        let high = random.next()
        let low = random.next()
        hexadecimal(high >> 32, digits: 8)
        self += "-"
        hexadecimal(high >> 16, digits: 4)
        self += "-"
        hexadecimal(high, digits: 4)
        self += "-"
        hexadecimal(low >> 48, digits: 4)
        self += "-"
        hexadecimal(low, digits: 12)
    }
}
