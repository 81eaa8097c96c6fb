import Arguments
import ChartsPlugin
import PeriluneCore

/// The conditions of `charts query --where`.
struct QueryConditions {
    private let session: Session
    private let query: String
    private let need: QueryNeed?

    init(_ session: Session, _ query: String, _ need: QueryNeed?) {
        self.session = session
        self.query = query
        self.need = need
    }

    /// The arguments for conditions: by the kind of a filter, or else a value of a column.
    func arguments(_ conditions: [String]) async throws -> [String: QueryArgument] {
        var arguments: [String: QueryArgument] = [:]
        for condition in conditions {
            let parts = condition.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw unusable("--where must be NAME=VALUE, not '\(condition)'")
            }
            let (name, text) = (parts[0], parts[1])
            switch need?.arguments.first(where: { $0.name == name })?.kind {
            case .picklist(let column):
                var cells = try await cells(of: text, in: column)
                if case .among(let others, _) = arguments[name] { cells = others + cells }
                arguments[name] = .among(cells, column: column)
            case .range(let column):
                guard let dots = text.firstRange(of: ".."),
                    let lower = try await end(String(text[..<dots.lowerBound]), of: column),
                    let upper = try await end(String(text[dots.upperBound...]), of: column)
                else {
                    throw unusable("'\(name)' is a range; write \(name)=LOWER..UPPER")
                }
                arguments[name] = .between(lower, upper, column: column)
            case .drill, nil:
                if let range = try await range(text, of: name) {
                    arguments[name] = range
                    continue
                }
                let cells = try await cells(of: text, in: name)
                arguments[name] =
                    cells.count == 1 ? .equals(cells[0]) : .among(cells, column: name)
            }
        }
        return arguments
    }

    /// The conditions that no row of the query meets, for a request without rows.
    func unmet(_ request: QueryRequest) async throws -> [String] {
        guard let table = await rows else { return [] }
        return request.arguments.sorted { $0.key < $1.key }.compactMap { key, argument in
            let (name, cells): (String, [Cell])
            switch argument {
            case .equals(let cell): (name, cells) = (key, [cell])
            case .among(let all, let column): (name, cells) = (column, all)
            case .between: return nil
            }
            guard let column = table[name] else { return nil }
            let keys = Set((0..<table.count).map { column[$0].key })
            guard let missing = cells.first(where: { !keys.contains($0.key) }) else { return nil }
            let near = NearestName.suggestion(for: missing.key, in: keys.sorted())
            return "no row of \(query) has \(name)=\(missing.key)\(near)"
        }
    }

    /// A range of a column of numbers or dates, such as `10..20`; `nil` for a value.
    private func range(_ text: String, of name: String) async throws -> QueryArgument? {
        guard let dots = text.firstRange(of: ".."), let column = await rows?[name] else {
            return nil
        }
        switch column.cells {
        case .texts: return nil
        case .numbers, .dates: break
        }
        guard let lower = try await end(String(text[..<dots.lowerBound]), of: name),
            let upper = try await end(String(text[dots.upperBound...]), of: name)
        else { throw unusable("a range of '\(name)' is \(name)=LOWER..UPPER, not '\(text)'") }
        guard lower <= upper else {
            throw unusable("the range of '\(name)' begins after its end: '\(text)'")
        }
        return .between(lower, upper, column: name)
    }

    /// The rows without conditions; `nil` if the query has none without arguments.
    private var rows: Table? {
        get async { try? await session.table(QueryRequest(query)) }
    }

    private func cells(of text: String, in name: String) async throws -> [Cell] {
        guard let column = await rows?[name] else {
            let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
            return [number.map { .number($0) } ?? .text(text)]
        }
        return try session.cells(of: column, meaning: text)
    }

    private func end(_ text: String, of name: String) async throws -> Double? {
        guard !text.isEmpty else { return nil }
        guard let column = await rows?[name] else { return Double(text) }
        if case .numbers = column.cells, let number = Double(text) { return number }
        switch try session.cells(of: column, meaning: text).first {
        case .number(let number): return number
        case .date(let date): return Double(date)
        default: return nil
        }
    }

    private func unusable(_ message: String) -> UsageError {
        UsageError(.invalidValue, message, program: "perilune charts query")
    }
}
