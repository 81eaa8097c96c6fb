import CRMPlugin
import PeriluneStore

/// A query as SQL, and what its columns mean.
struct CompiledQuery {
    var root: EntityDefinition
    /// What is selected, in order.
    var select: [SQL] = []
    /// What of it is answered, and how it is read.
    var output: [OutputColumn] = []
    /// Tables and joins.
    var from: SQL = ""
    /// What must hold of each row.
    var conditions: [SQL] = []
    /// Positions that rows are grouped by.
    var groups: [Int] = []
    /// What rows are ordered by; the last ones make the order total.
    var keys: [OrderKey] = []
    var isDistinct = false
    var isAggregate = false
    /// Where the identity of the record is; `nil` where a row is not one record.
    var idPosition: Int?
    /// Where the version of the record is.
    var versionPosition: Int?
    /// Where the currency of the record's amounts is.
    var currencyPosition: Int?
    /// Columns that are answered and stored elsewhere.
    var partyLists: [AttributeDefinition] = []

    /// Selects an expression and returns its position; an expression is selected only once.
    mutating func position(of expression: SQL) -> Int {
        if let known = select.firstIndex(of: expression) { return known }
        select.append(expression)
        return select.count - 1
    }

    /// The rows, some of them.
    func rows(where more: [SQL] = [], limit: Int, offset: Int = 0) -> SQL {
        var sql: SQL = isDistinct ? "SELECT DISTINCT " : "SELECT "
        sql += select.joined(", ")
        sql += source(where: more)
        if !groups.isEmpty {
            sql += " GROUP BY "
            sql += groups.map { "\($0 + 1)" }.joined(", ")
        }
        if !keys.isEmpty {
            sql += " ORDER BY "
            sql += keys.map(\.term).joined(", ")
        }
        sql += " LIMIT \(SQLValue.integer(Int64(limit)))"
        if offset > 0 { sql += " OFFSET \(SQLValue.integer(Int64(offset)))" }
        return sql
    }

    /// How many rows there are, counted no further than a limit.
    func count(limit: Int) -> SQL {
        let inner: SQL =
            isDistinct
            ? "SELECT DISTINCT \(select.joined(", "))\(source())" : "SELECT 1\(source())"
        return "SELECT count(*) FROM (\(inner) LIMIT \(SQLValue.integer(Int64(limit))))"
    }

    private func source(where more: [SQL] = []) -> SQL {
        let all = conditions + more
        return all.isEmpty ? " FROM \(from)" : " FROM \(from) WHERE \(all.joined(" AND "))"
    }
}

/// A column of the answer.
struct OutputColumn {
    /// Its name in the result.
    var key: String
    var attribute: AttributeDefinition
    /// The table that the column belongs to.
    var entity: String
    /// Whether it comes as an ``AliasedValue``.
    var isAliased = false
    /// Whether it is a column of the queried table.
    var isRoot = false
    /// How the value is read.
    var reading: Reading
    var position: Int
    /// Where the table of a lookup is, if it may be one of several.
    var typePosition: Int?

    /// How a value of SQL becomes a value of CRM.
    enum Reading: Hashable {
        case text, long, double, bool, option, options, date, guid, money, decimal, bytes
        /// A number of 32 bits, or more where a sum needs them.
        case int
        /// A lookup, with its only target.
        case reference(String)
        /// A mean of money: ten-thousandths with decimals of their own.
        case moneyMean
        /// A fiscal year or period.
        case part(Query.DateGrouping)
    }
}

/// What rows are ordered by.
struct OrderKey {
    var expression: SQL
    var isDescending = false
    var position: Int
    /// What a paging cookie calls it.
    var name: String
    var reading: OutputColumn.Reading
    /// The collation that the expression is compared with.
    var collation: SQL = ""

    var term: SQL {
        isDescending ? "\(position + 1)\(collation) DESC" : "\(position + 1)\(collation)"
    }
}
