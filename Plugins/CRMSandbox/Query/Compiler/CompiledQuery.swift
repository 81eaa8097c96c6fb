import CRMPlugin
import PeriluneStore

/// A query as SQL, and what its columns mean.
struct CompiledQuery {
    var root: EntityDefinition
    /// The selected expressions, in order.
    var select: [SQL] = []
    /// The columns of the result, and how each is read.
    var output: [OutputColumn] = []
    /// Tables and joins.
    var from: SQL = ""
    /// The conditions, which must all hold.
    var conditions: [SQL] = []
    /// Positions that rows are grouped by.
    var groups: [Int] = []
    /// The sort keys; the last ones make the order total.
    var keys: [OrderKey] = []
    var isDistinct = false
    var isAggregate = false
    /// Where the identity of the record is; `nil` if a row is not one record.
    var idPosition: Int?
    /// The position of the record's version.
    var versionPosition: Int?
    /// The position of the currency for the record's amounts.
    var currencyPosition: Int?
    /// Columns in the result that are stored in another table.
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

    /// A query for the number of rows, at most a limit.
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

/// A column of the result.
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
    /// The position of a lookup's table, if there are several.
    var typePosition: Int?

    /// The conversion of a value of SQL to a value of CRM.
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

/// A sort key of the rows.
struct OrderKey {
    var expression: SQL
    var isDescending = false
    var position: Int
    /// The name of the key in a paging cookie.
    var name: String
    var reading: OutputColumn.Reading
    /// The collation that the expression is compared with.
    var collation: SQL = ""

    var term: SQL {
        isDescending ? "\(position + 1)\(collation) DESC" : "\(position + 1)\(collation)"
    }
}
