import CRMPlugin
import Foundation
import PeriluneCore

@testable import CRMSandboxPlugin

/// One condition on one row.
struct ConditionOracle {
    let oracle: Oracle
    let tuple: Oracle.Tuple
    let alias: String
    let entityName: String

    func holds(_ condition: Query.Condition) -> Bool {
        let value = tuple[alias]?[condition.attribute]
        let cell = Cell(value)
        switch condition.operator {
        case .null: return cell == .null
        case .notNull: return cell != .null
        default: break
        }
        if cell == .null { return false }
        if let other = condition.valueOf {
            let parts = other.split(separator: ".").map(String.init)
            let second =
                parts.count == 2 ? Cell(tuple[parts[0]]?[parts[1]]) : Cell(tuple[alias]?[parts[0]])
            return second != .null && compare(cell, condition.operator, second)
        }
        let texts = condition.values.compactMap(\.fetchText)
        let wanted = texts.map { like(cell, $0) }
        switch condition.operator {
        case .equal, .notEqual, .greaterThan, .greaterEqual, .lessThan, .lessEqual:
            return compare(cell, condition.operator, wanted[0])
        case .in: return wanted.contains(cell)
        case .notIn: return !wanted.contains(cell)
        case .between: return !cell.isBefore(wanted[0]) && !wanted[1].isBefore(cell)
        case .notBetween: return cell.isBefore(wanted[0]) || wanted[1].isBefore(cell)
        case .beginsWith: return cell.text.hasPrefix(texts[0].lowercased())
        case .doesNotBeginWith: return !cell.text.hasPrefix(texts[0].lowercased())
        case .endsWith: return cell.text.hasSuffix(texts[0].lowercased())
        case .doesNotEndWith: return !cell.text.hasSuffix(texts[0].lowercased())
        case .like: return Self.matches(Array(cell.text), Array(texts[0].lowercased()))
        case .notLike: return !Self.matches(Array(cell.text), Array(texts[0].lowercased()))
        case .containValues:
            return !Set(cell.text.split(separator: ",")).isDisjoint(with: texts.map { $0[...] })
        case .doesNotContainValues:
            return Set(cell.text.split(separator: ",")).isDisjoint(with: texts.map { $0[...] })
        case .under, .underOrEqual, .notUnder, .above, .aboveOrEqual:
            return hierarchy(cell.text, condition.operator, texts[0])
        case .equalUserId: return cell.text == TinyTables.user.description
        case .notEqualUserId: return cell.text != TinyTables.user.description
        default: return date(value, condition.operator, texts)
        }
    }

    private func compare(_ one: Cell, _ comparison: ConditionOperator, _ two: Cell) -> Bool {
        switch comparison {
        case .equal: one == two
        case .notEqual: one != two
        case .greaterThan: two.isBefore(one)
        case .greaterEqual: !one.isBefore(two)
        case .lessThan: one.isBefore(two)
        default: !two.isBefore(one)
        }
    }

    /// The text as a value of the same kind as the cell.
    private func like(_ cell: Cell, _ text: String) -> Cell {
        switch cell {
        case .number: Double(text).map { .number($0) } ?? .number(Self.seconds(text))
        case .id: .id(text.lowercased().filter { $0 != "{" && $0 != "}" })
        default: .text(text.lowercased())
        }
    }

    private static func seconds(_ text: String) -> Double {
        Double((Timestamp(text)?.microseconds ?? 0) / 1_000_000)
    }

    private static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = Array(pattern.dropFirst())
        switch first {
        case "%": return (0...text.count).contains { matches(Array(text[$0...]), rest) }
        case "_": return !text.isEmpty && matches(Array(text.dropFirst()), rest)
        case "[":
            guard let end = rest.firstIndex(of: "]"), let head = text.first else { return false }
            let set = rest[..<end]
            let isIn =
                set.count == 3 && set[1] == "-"
                ? (set[0]...set[2]).contains(head) : set.contains(head)
            return isIn && matches(Array(text.dropFirst()), Array(rest[(end + 1)...]))
        default: return text.first == first && matches(Array(text.dropFirst()), rest)
        }
    }

    private func hierarchy(_ own: String, _ comparison: ConditionOperator, _ root: String) -> Bool {
        var parents: [String: String] = [:]
        for row in oracle.tables["person"] ?? [] {
            if case .id(let parent) = Cell(row["parentpersonid"]) {
                parents[Cell(row["personid"]).text] = parent
            }
        }
        func isUnder(_ one: String, _ other: String) -> Bool {
            var at = one
            while let parent = parents[at] {
                if parent == other { return true }
                at = parent
            }
            return false
        }
        return switch comparison {
        case .under: isUnder(own, root)
        case .underOrEqual: own == root || isUnder(own, root)
        case .notUnder: !isUnder(own, root)
        case .above: isUnder(root, own)
        default: own == root || isUnder(root, own)
        }
    }

    private func date(
        _ value: CRMValue?, _ comparison: ConditionOperator, _ texts: [String]
    ) -> Bool {
        guard case .date(let time)? = value else { return false }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: oracle.utcOffset) ?? .gmt
        calendar.firstWeekday = 1
        let date = Date(timeIntervalSince1970: Double(time.microseconds / 1_000_000))
        let now = Date(timeIntervalSince1970: Double(TinyTables.now.microseconds / 1_000_000))
        let today = calendar.startOfDay(for: now)
        let count = Int(texts.first ?? "") ?? 0
        func unit(_ unit: Calendar.Component, _ offset: Int) -> Bool {
            let other = calendar.date(byAdding: unit, value: offset, to: now) ?? now
            return calendar.isDate(date, equalTo: other, toGranularity: unit)
        }
        func back(_ unit: Calendar.Component, _ count: Int) -> Date {
            calendar.date(byAdding: unit, value: -count, to: today) ?? today
        }
        switch comparison {
        case .yesterday: return unit(.day, -1)
        case .today: return unit(.day, 0)
        case .tomorrow: return unit(.day, 1)
        case .lastWeek: return unit(.weekOfYear, -1)
        case .thisWeek: return unit(.weekOfYear, 0)
        case .nextWeek: return unit(.weekOfYear, 1)
        case .lastMonth: return unit(.month, -1)
        case .thisMonth: return unit(.month, 0)
        case .nextMonth: return unit(.month, 1)
        case .lastYear: return unit(.year, -1)
        case .thisYear: return unit(.year, 0)
        case .nextYear: return unit(.year, 1)
        case .lastXDays: return date >= back(.day, count) && date <= now
        case .lastXMonths: return date >= back(.month, count) && date <= now
        case .olderThanXDays: return date < back(.day, count)
        case .olderThanXMonths: return date < back(.month, count)
        case .olderThanXHours: return date < now.addingTimeInterval(-3600 * Double(count))
        case .nextXDays:
            return date >= now && calendar.startOfDay(for: date) <= back(.day, -count)
        default: break
        }
        let fields = texts[0].split(separator: "-").compactMap { Int($0) }
        let day =
            calendar.date(
                from: DateComponents(year: fields[0], month: fields[1], day: fields[2])) ?? today
        switch comparison {
        case .on: return calendar.isDate(date, inSameDayAs: day)
        case .notOn: return !calendar.isDate(date, inSameDayAs: day)
        case .onOrAfter: return date >= day
        default: return calendar.startOfDay(for: date) <= day
        }
    }
}
