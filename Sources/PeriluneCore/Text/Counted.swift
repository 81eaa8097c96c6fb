/// A number with its noun: 1 event, 2 events.
package struct Counted: CustomStringConvertible {
    /// The number with thousands separators, and the noun, in the plural unless the number is 1.
    package let description: String

    package init(_ number: Int, _ noun: String) {
        description = "\(Self.digits(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A number with thousands separators: 1,234,567.
    package static func digits(_ number: Int) -> String {
        let digits = String(number)
        var text = ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}
