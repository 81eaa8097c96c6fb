import Glibc
import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Random expressions against an interpreter that walks its own tree, row by row.
struct RowByRowTests {
    @Test(arguments: 0..<8)
    func columnsComputeTheSameAsSingleRows(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        for _ in 0..<400 {
            let table = SampleTable.random(using: &random)
            let type = [ValueType.number, .text, .date].randomElement(using: &random) ?? .number
            let tree = SlowTree.random(type, depth: 4, using: &random)
            let text = tree.written
            let result = try Expression(text).evaluate(
                over: table, variables: SampleTable.variables)
            let values = Column("", result.cells)
            var firstFailure: Int?
            for row in 0..<table.count {
                var slow = SlowRow(table: table, row: row)
                let expected = slow.value(of: tree)
                if slow.failed, firstFailure == nil { firstFailure = row + 1 }
                #expect(values[row] == expected, "row \(row) of \(text)")
            }
            #expect(result.issues.first { $0.severity == .error }?.row == firstFailure, "\(text)")
        }
    }

    /// No text whatever makes the reader stop the process.
    @Test func invalidTextIsAnErrorAndNotACrash() {
        var random = SeededNumbers(seed: 99)
        let pieces = [
            "a", "if(", ")", "(", ",", "'", "''", "+", "-", "==", "<", "$x", "1", ".5", "Mid(",
            "date(", "[", "]", "\u{2018}", "é", "\u{0}", " ", "\"", "=", "and(", "1e",
            "RelativeDate(",
        ]
        for _ in 0..<4000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            _ = failure(text, row(["a": 1]))
        }
    }
}

/// Columns of every type with nulls among them.
private enum SampleTable {
    static let variables: [String: Cell] = ["$n": 2, "$t": "b", "$d": date("2010-09-01")]

    static func random(using random: inout SeededNumbers) -> Table {
        let count = Int.random(in: 1...6, using: &random)
        func column<Value>(_ make: (inout SeededNumbers) -> Value) -> [Value] {
            (0..<count).map { _ in make(&random) }
        }
        let numbers = [0, 1, -2, 0.5, 3, 1e200, .nan]
        let texts = ["a", "b", "ab", "", "7.5", nil]
        let dates: [Int64?] = [0, 1_283_299_200_000_000, -86_399_000_000, nil]
        return Table(
            columns: [
                Column("x", .numbers(column { numbers.randomElement(using: &$0) ?? 0 })),
                Column("y", .numbers(column { numbers.randomElement(using: &$0) ?? 0 })),
                Column("s", .texts(column { texts.randomElement(using: &$0) ?? nil })),
                Column("t", .texts(column { texts.randomElement(using: &$0) ?? nil })),
                Column("d", .dates(column { dates.randomElement(using: &$0) ?? nil })),
            ], count: count)
    }
}

/// A tree of the test's own, which knows how it is written with no more parentheses than it needs.
private indirect enum SlowTree {
    case constant(Cell, String)
    case name(String)
    case binary(String, SlowTree, SlowTree)
    case call(String, [SlowTree])

    static func random(
        _ type: ValueType, depth: Int, using random: inout SeededNumbers
    ) -> SlowTree {
        func sub(_ type: ValueType) -> SlowTree {
            .random(type, depth: depth - 1, using: &random)
        }
        guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else {
            return leaf(type, using: &random)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            return .call("if", [sub(.number), sub(type), sub(type)])
        }
        switch type {
        case .number:
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2:
                return .binary(
                    ["+", "-", "*", "/"].randomElement(using: &random) ?? "+", sub(.number),
                    sub(.number))
            case 3, 4:
                let type = [ValueType.number, .text, .date].randomElement(using: &random) ?? .text
                return .binary(
                    ["<", ">", "<=", ">=", "==", "!="].randomElement(using: &random) ?? "<",
                    sub(type), sub(type))
            case 5:
                let name = ["Abs", "Sqrt", "Floor", "Neg", "Sign", "not", "Fact"]
                return .call(name.randomElement(using: &random) ?? "Abs", [sub(.number)])
            case 6:
                let name = ["and", "or"].randomElement(using: &random) ?? "or"
                return .call(name, (0..<3).map { _ in sub(.number) })
            case 7: return .call("Mod", [sub(.number), sub(.number)])
            default:
                return [
                    .call("Len", [sub(.text)]), .call("Day", [sub(.date)]),
                    .call("Int", [sub(.text)]), .call("Pos", [sub(.text), sub(.text)]),
                ].randomElement(using: &random) ?? .name("x")
            }
        case .text:
            let other = [ValueType.number, .text, .date].randomElement(using: &random) ?? .text
            return [
                .binary("+", sub(.text), sub(other)), .call("Upper", [sub(.text)]),
                .call("Left", [sub(.text), sub(.number)]), .call("String", [sub(other)]),
                .call("Mid", [sub(.text), sub(.number), sub(.number)]),
            ].randomElement(using: &random) ?? .name("s")
        case .date:
            return .call("Date", [sub(.date)])
        }
    }

    private static func leaf(
        _ type: ValueType, using random: inout SeededNumbers
    ) -> SlowTree {
        let leaves: [SlowTree] =
            switch type {
            case .number:
                [.name("x"), .name("y"), .name("$n"), .constant(2, "2"), .constant(0.5, ".5")]
            case .text: [.name("s"), .name("t"), .name("$t"), .constant("it's", "'it''s'")]
            case .date: [.name("d"), .name("$d"), .constant(.date(0), "date(1970,1,1)")]
            }
        return leaves.randomElement(using: &random) ?? .name("x")
    }

    private var precedence: Int {
        guard case .binary(let symbol, _, _) = self else { return 9 }
        return switch symbol {
        case "==", "!=": 0
        case "<", ">", "<=", ">=": 1
        case "+", "-": 2
        default: 3
        }
    }

    var written: String {
        func inside(_ tree: SlowTree, atLeast least: Int) -> String {
            tree.precedence < least ? "(\(tree.written))" : tree.written
        }
        switch self {
        case .constant(_, let text): return text
        case .name(let name): return name
        case .binary(let symbol, let left, let right):
            return inside(left, atLeast: precedence) + " \(symbol) "
                + inside(right, atLeast: precedence + 1)
        case .call(let name, let arguments):
            return "\(name)(\(arguments.map(\.written).joined(separator: ", ")))"
        }
    }
}

/// The slow interpreter: one row, one value at a time.
private struct SlowRow {
    let table: Table
    let row: Int
    var failed = false

    mutating func value(of tree: SlowTree) -> Cell {
        switch tree {
        case .constant(let cell, _): return cell
        case .name(let name): return table[name]?[row] ?? SampleTable.variables[name] ?? .null
        case .binary(let symbol, let left, let right):
            return binary(symbol, value(of: left), value(of: right))
        case .call(let name, let arguments): return call(name, arguments)
        }
    }

    private mutating func checked(_ number: Double?) -> Cell {
        if let number, number.isFinite { return .number(number) }
        failed = true
        return .null
    }

    private mutating func binary(_ symbol: String, _ left: Cell, _ right: Cell) -> Cell {
        switch (left, right) {
        case (.null, _), (_, .null): return .null
        case (.number(let a), .number(let b)):
            switch symbol {
            case "+": return checked(a + b)
            case "-": return checked(a - b)
            case "*": return checked(a * b)
            case "/": return checked(a / b)
            default: return compared(symbol, a, b)
            }
        case (.text(let a), .text(let b)) where symbol != "+": return compared(symbol, a, b)
        case (.date(let a), .date(let b)): return compared(symbol, a, b)
        default: return .text(text(left) + text(right))
        }
    }

    private func compared<Value: Comparable>(_ symbol: String, _ a: Value, _ b: Value) -> Cell {
        let holds =
            switch symbol {
            case "<": a < b
            case ">": a > b
            case "<=": !(a > b)
            case ">=": !(a < b)
            case "==": a == b
            default: a != b
            }
        return .number(holds ? 1 : 0)
    }

    private func text(_ cell: Cell) -> String {
        switch cell {
        case .null: ""
        case .number(let value): ValueText.number(value)
        case .text(let text): text
        case .date(let date): ValueText.date(date)
        }
    }

    private func isTrue(_ cell: Cell) -> Bool {
        if case .number(let value) = cell { value != 0 } else { false }
    }

    private mutating func call(_ name: String, _ trees: [SlowTree]) -> Cell {
        switch name {
        case "if": return value(of: isTrue(value(of: trees[0])) ? trees[1] : trees[2])
        case "and":
            for tree in trees where !isTrue(value(of: tree)) { return 0 }
            return 1
        case "or":
            for tree in trees where isTrue(value(of: tree)) { return 1 }
            return 0
        default: break
        }
        let values = trees.map { value(of: $0) }
        if values.contains(.null) { return .null }
        if name == "String" { return .text(text(values[0])) }
        switch values[0] {
        case .number(let x): return number(name, x, values)
        case .date(let date):
            let midnight = Int64((Double(date) / 86_400e6).rounded(.down)) * 86_400_000_000
            if name == "Date" { return .date(midnight) }
            let day = Timestamp(microseconds: date).description.dropFirst(8).prefix(2)
            return .number(Double(day) ?? 0)
        case .text(let text): return self.text(name, text, values)
        case .null: return .null
        }
    }

    private mutating func number(_ name: String, _ x: Double, _ values: [Cell]) -> Cell {
        switch name {
        case "Abs": return .number(x < 0 ? -x : x)
        case "Sqrt": return checked(sqrt(x))
        case "Floor": return .number(floor(x))
        case "Neg": return .number(-x)
        case "Sign": return .number(x == 0 ? 0 : x / (x < 0 ? -x : x))
        case "not": return .number(x == 0 ? 1 : 0)
        case "Fact":
            guard x >= 0, x <= 170, floor(x) == x else { return checked(nil) }
            var product = 1.0
            var factor = 2.0
            while factor <= x {
                product *= factor
                factor += 1
            }
            return .number(product)
        default:
            guard case .number(let y) = values[1] else { return .null }
            return checked(fmod(x, y))
        }
    }

    private mutating func text(_ name: String, _ text: String, _ values: [Cell]) -> Cell {
        let characters = Array(text)
        let numbers = values.map { if case .number(let value) = $0 { trunc(value) } else { 0.0 } }
        switch name {
        case "Upper": return .text(text.uppercased())
        case "Len": return .number(Double(characters.count))
        case "Int": return checked(text.isEmpty ? nil : Double(text).map { trunc($0) })
        case "Pos":
            guard case .text(let sought) = values[1], !sought.isEmpty else { return 0 }
            for start in characters.indices where String(characters[start...]).hasPrefix(sought) {
                return .number(Double(start + 1))
            }
            return 0
        case "Left", "Mid":
            let start = name == "Mid" ? numbers[1] : 1
            let length = name == "Mid" ? numbers[2] : numbers[1]
            guard start >= 1, length >= 0 else { return checked(nil) }
            let kept = characters.enumerated().filter {
                Double($0.offset) >= start - 1 && Double($0.offset) < start - 1 + length
            }
            return .text(String(kept.map(\.element)))
        default: return .null
        }
    }
}
