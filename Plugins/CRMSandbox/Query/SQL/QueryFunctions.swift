import CRMPlugin
import PeriluneCore
import PeriluneStore

/// The functions of SQL that queries call; a connection needs them once.
enum QueryFunctions {
    static func register(on connection: Connection) throws(PeriluneError) {
        let matcher = LikeMatcher()
        try connection.createFunction("crm_like", arguments: 2) { arguments in
            if arguments.isNull(0) || arguments.isNull(1) { return .null }
            return .integer(matcher.matches(arguments) ? 1 : 0)
        }
        try connection.createFunction("crm_part", arguments: 6) { arguments in
            if arguments.isNull(1) { return .null }
            guard case .text(let name) = arguments[0],
                let grouping = Query.DateGrouping(rawValue: name)
            else { return .null }
            var context = QueryContext(userID: .zero, now: Timestamp(microseconds: 0))
            context.utcOffset = Int(arguments.number(2))
            context.firstDayOfWeek = Int(arguments.number(3))
            context.fiscal = FiscalCalendar(
                startMonth: Int(arguments.number(4)) / 100,
                startDay: Int(arguments.number(4)) % 100,
                period: .init(rawValue: Int(abs(arguments.number(5)))) ?? .quarterly,
                isNamedByEnd: arguments.number(5) < 0)
            return .integer(Int64(context.part(grouping, ofSecond: Int(arguments.number(1)))))
        }
        try connection.createAggregate("crm_sum", arguments: 1) { DecimalSum(isMean: false) }
        try connection.createAggregate("crm_avg", arguments: 1) { DecimalSum(isMean: true) }
    }

    /// A part of a date column, as a call.
    static func part(
        _ grouping: Query.DateGrouping, of column: SQL, _ context: QueryContext, isLocal: Bool
    ) -> SQL {
        let fiscal = context.fiscal
        let start = SQLValue.integer(Int64(fiscal.startMonth * 100 + fiscal.startDay))
        let periods = SQLValue.integer(Int64(fiscal.periods * (fiscal.isNamedByEnd ? -1 : 1)))
        let offset = SQLValue.integer(Int64(isLocal ? context.utcOffset : 0))
        let weekday = SQLValue.integer(Int64(context.firstDayOfWeek))
        return
            "crm_part(\(SQLValue.text(grouping.rawValue)), \(column), \(offset), \(weekday), \(start), \(periods))"
    }
}

/// Matches texts with the pattern of the row before, which nearly always is the same.
private final class LikeMatcher {
    private var source: String?
    private var pattern = LikePattern("")
    private var scratch: [UInt32] = []

    func matches(_ arguments: borrowing SQLArguments) -> Bool {
        let isSame = arguments.withText(1) { bytes in
            guard let source, source.utf8.count == bytes.count else { return false }
            var index = 0
            for byte in source.utf8 {
                if bytes[index] != byte { return false }
                index += 1
            }
            return true
        }
        if !isSame, case .text(let text) = arguments[1] {
            source = text
            pattern = LikePattern(text)
        }
        scratch.removeAll(keepingCapacity: true)
        let isASCII = arguments.withText(0) { bytes in
            for index in 0..<bytes.count {
                let byte = bytes[index]
                if byte >= 0x80 { return false }
                scratch.append(UInt32((65...90).contains(byte) ? byte | 0x20 : byte))
            }
            return true
        }
        if !isASCII, case .text(let text) = arguments[0] { scratch = text.foldedScalars }
        return pattern.matches(scratch)
    }
}

/// Adds exact decimals.
private final class DecimalSum: SQLAggregate {
    private let isMean: Bool
    private var sum = CRMDecimal(0)
    private var count = 0

    init(isMean: Bool) { self.isMean = isMean }

    func step(_ arguments: borrowing SQLArguments) throws(PeriluneError) {
        guard !arguments.isNull(0) else { return }
        let value: CRMDecimal? =
            switch arguments[0] {
            case .integer(let number): CRMDecimal(number)
            case .text(let text): CRMDecimal(text)
            case .real(let number): CRMDecimal(number)
            default: nil
            }
        guard let value else { return }
        sum = sum + value
        count += 1
    }

    func finish() throws(PeriluneError) -> SQLValue {
        guard count > 0 else { return .null }
        guard isMean else { return .text(sum.description) }
        // SQL Server's own rule for the mean of decimals.
        let scale = max(6, sum.scale)
        return (sum.divided(by: CRMDecimal(count), scale: scale)).map { .text($0.description) }
            ?? .null
    }
}
