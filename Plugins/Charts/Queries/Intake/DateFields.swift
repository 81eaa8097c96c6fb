/// A date as written by users and spreadsheets: `3/12/2024`, `12.3.2024 14:30`, `Jan 1, 2000`, `2024-Q1`, `2024-03`.
struct DateFields: Hashable {
    var year: Int
    /// The month and the day; the other way round if `isDayFirst`.
    var first: Int
    var second: Int
    var notation: Notation
    /// Microseconds since midnight.
    var time: Int64 = 0

    enum Notation: Hashable {
        /// `3/12/2024`: the column decides which number is the month.
        case numbers
        /// `12.3.2024`: the day comes first in every country that writes points.
        case points
        /// `2024-03-12` without a zone.
        case yearFirst
        /// `Jan 1, 2000`.
        case monthName
        /// `2024-03`, `Mar 2024`.
        case month
        /// `2024-Q1`.
        case quarter
    }

    /// Microseconds since 1970; `nil` if the day does not exist.
    func microseconds(isDayFirst: Bool) -> Int64? {
        let (month, day) = isDayFirst ? (second, first) : (first, second)
        return DateFunctions.date([year, month, day, 0, 0, 0]).map { $0 + time }
    }
}

extension DateFields {
    /// Reads a text; `nil` if it is not a date with a year of four digits.
    init?(_ text: String) {
        guard (6...40).contains(text.utf8.count) else { return nil }
        var bytes = Array(text.utf8).map { Ascii.uppercase.contains($0) ? $0 | 0x20 : $0 }[...]
        var time: Int64 = 0
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            guard let space = bytes[..<colon].lastIndex(of: Ascii.space),
                let read = Self.time(bytes[(space + 1)...])
            else { return nil }
            time = read
            bytes = bytes[..<space]
        }
        self.init(DateToken.tokens(of: bytes))
        self.time = time
    }

    private init?(_ tokens: [DateToken]) {
        let words = tokens.filter { !$0.isMark }
        let marks = tokens.filter(\.isMark)
        switch words.count {
        case 2: self.init(words[0], words[1], tokens.count == 3 ? tokens[1] : nil)
        case 3:
            guard tokens.count == 5 || words.contains(where: \.isWord) else { return nil }
            self.init(words, marks)
        default: return nil
        }
    }

    /// A month or a quarter.
    private init?(_ left: DateToken, _ right: DateToken, _ mark: DateToken?) {
        switch (left, right) {
        case (.number(let year, 4), .number(let month, 2)) where mark == .mark("-"):
            self.init(year: year, first: month, second: 1, notation: .month)
        case (.number(let month, 1...2), .number(let year, 4))
        where mark == .mark("/") || mark == .mark("-"):
            self.init(year: year, first: month, second: 1, notation: .month)
        case (.word(let name), .number(let year, 4)), (.number(let year, 4), .word(let name)):
            guard let month = Self.months[name] else { return nil }
            self.init(year: year, first: month, second: 1, notation: .month)
        default: return nil
        }
    }

    private init?(_ words: [DateToken], _ marks: [DateToken]) {
        switch (words[0], words[1], words[2]) {
        case (.number(let year, 4), .word("q"), .number(let quarter, 1)),
            (.word("q"), .number(let quarter, 1), .number(let year, 4)):
            guard (1...4).contains(quarter) else { return nil }
            self.init(year: year, first: quarter * 3 - 2, second: 1, notation: .quarter)
        case (.number(let first, 1...2), .number(let second, 1...2), .number(let year, 4)):
            guard marks[0] == marks[1] else { return nil }
            switch marks[0] {
            case .mark("."): self.init(year: year, first: first, second: second, notation: .points)
            case .mark("/"), .mark("-"):
                self.init(year: year, first: first, second: second, notation: .numbers)
            default: return nil
            }
        case (.number(let year, 4), .number(let month, 2), .number(let day, 2)):
            guard marks[0] == marks[1], marks[0] == .mark("-") || marks[0] == .mark("/") else {
                return nil
            }
            self.init(year: year, first: month, second: day, notation: .yearFirst)
        case (.word(let name), .number(let day, 1...2), .number(let year, 4)),
            (.number(let day, 1...2), .word(let name), .number(let year, 4)),
            (.number(let year, 4), .word(let name), .number(let day, 1...2)):
            guard let month = Self.months[name] else { return nil }
            self.init(year: year, first: month, second: day, notation: .monthName)
        default: return nil
        }
    }

    /// `14:30`, `14:30:05`, `2:30 pm`.
    private static func time(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var bytes = bytes
        var isAfternoon: Bool?
        for (half, isPM) in [("am", false), ("pm", true)]
        where bytes.suffix(2).elementsEqual(half.utf8) {
            bytes.removeLast(2)
            if bytes.last == Ascii.space { bytes.removeLast() }
            isAfternoon = isPM
        }
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var numbers: [Int] = []
        for part in parts {
            guard (1...2).contains(part.count), part.allSatisfy(Ascii.digits.contains) else {
                return nil
            }
            numbers.append(part.reduce(0) { $0 * 10 + Int($1 - Ascii.digits.lowerBound) })
        }
        guard (2...3).contains(numbers.count) else { return nil }
        if let isAfternoon {
            guard (1...12).contains(numbers[0]) else { return nil }
            numbers[0] = numbers[0] % 12 + (isAfternoon ? 12 : 0)
        }
        return DateFunctions.date([1970, 1, 1] + numbers + (numbers.count == 2 ? [0] : []))
    }

    private static let months: [String: Int] = {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september",
            "october", "november", "december",
        ]
        var months = ["sept": 9]
        for (index, name) in names.enumerated() {
            months[name] = index + 1
            months[String(name.prefix(3))] = index + 1
        }
        return months
    }()
}

/// A part of a written date.
enum DateToken: Hashable {
    case number(Int, digits: Int)
    /// In small letters.
    case word(String)
    /// What separates numbers and words; a space if there is nothing else, empty between a letter and a digit.
    case mark(Character)

    var isMark: Bool { if case .mark = self { true } else { false } }
    var isWord: Bool { if case .word = self { true } else { false } }

    /// The parts of a text in ASCII and small letters; none if it has anything else.
    static func tokens(of bytes: ArraySlice<UInt8>) -> [DateToken] {
        var tokens: [DateToken] = []
        var rest = bytes
        while let first = rest.first {
            guard tokens.count < 8 else { return [] }
            if Ascii.digits.contains(first) {
                let digits = rest.prefix { Ascii.digits.contains($0) }
                guard digits.count <= 4 else { return [] }
                tokens.append(
                    .number(
                        digits.reduce(0) { $0 * 10 + Int($1 - Ascii.digits.lowerBound) },
                        digits: digits.count))
                rest = rest.dropFirst(digits.count)
            } else if Ascii.lowercase.contains(first) {
                let letters = rest.prefix { Ascii.lowercase.contains($0) }
                tokens.append(.word(String(decoding: letters, as: UTF8.self)))
                rest = rest.dropFirst(letters.count)
            } else {
                let marks = rest.prefix { " ./-,".utf8.contains($0) }
                guard !marks.isEmpty, marks.count <= 2 else { return [] }
                let mark = marks.first { $0 != Ascii.space } ?? Ascii.space
                tokens.append(.mark(Character(UnicodeScalar(mark))))
                rest = rest.dropFirst(marks.count)
            }
        }
        return tokens
    }
}

extension DateFields {
    /// Whether a text is like `3/12/24`, whose century nothing tells.
    static func hasShortYear(_ text: String) -> Bool {
        guard (6...8).contains(text.utf8.count) else { return false }
        let tokens = DateToken.tokens(of: Array(text.utf8)[...])
        guard tokens.count == 5, tokens[1] == .mark("/"), tokens[3] == .mark("/") else {
            return false
        }
        return [0, 2, 4].allSatisfy {
            if case .number(_, 1...2) = tokens[$0] { true } else { false }
        }
    }
}
