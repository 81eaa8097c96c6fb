import CRMPlugin
import PeriluneCore
import PeriluneStore

extension StoredColumn {
    /// The values that SQLite stores for a value: one for each column of ``allSQL``.
    ///
    /// The value has been checked; one of a wrong kind is NULL.
    func encode(_ value: CRMValue) -> [SQLValue] {
        switch (storage, value) {
        case (.text, .string(let text)): [.text(text)]
        case (.integer, .int(let number)): [.integer(Int64(number))]
        case (.long, .long(let number)): [.integer(number)]
        case (.boolean, .bool(let flag)): [.integer(flag ? 1 : 0)]
        case (.option, .option(let option)): [.integer(Int64(option.value))]
        case (.options, .options(let options)): [Self.encode(options)]
        case (.real, .double(let number)): [.real(number)]
        case (.decimal, .decimal(let number)): [.text(number.description)]
        case (.money, .money(let amount)): [Self.encode(amount)]
        case (.date, .date(let date)): [.integer(Self.seconds(date))]
        case (.guid, .guid(let id)): [.blob(id.bytes)]
        case (.bytes, .bytes(let bytes)): [.blob(bytes)]
        case (.reference(only: .some), .reference(let reference)): [.blob(reference.id.bytes)]
        case (.reference(only: nil), .reference(let reference)):
            [.blob(reference.id.bytes), .text(reference.logicalName)]
        case (.reference(only: nil), _): [.null, .null]
        default: [.null]
        }
    }

    /// The value at a column of a row; `nil` for NULL.
    ///
    /// A lookup of several tables takes two columns.
    func decode(_ row: Statement, _ index: Int) -> CRMValue? {
        guard !row.isNull(index) else { return nil }
        switch storage {
        case .text: return .string(row.text(index))
        case .integer: return .int(Int32(truncatingIfNeeded: row.number(index)))
        case .long: return .long(row.number(index))
        case .boolean: return .bool(row.number(index) != 0)
        case .option: return .option(.init(Int32(truncatingIfNeeded: row.number(index))))
        case .options:
            return .options(
                row.text(index).split(separator: ",").compactMap { Int32($0) }.map {
                    OptionSetValue($0)
                })
        case .real: return .double(row.double(index))
        case .decimal: return CRMDecimal(row.text(index)).map { .decimal($0) }
        case .money: return .money(Self.money(row.number(index)))
        case .date: return .date(Timestamp(microseconds: row.number(index) * 1_000_000))
        case .guid: return GUID(bytes: row.bytes(index)).map { .guid($0) }
        case .bytes: return .bytes(row.bytes(index))
        case .reference(let only):
            let target = only ?? row.text(index + 1)
            return GUID(bytes: row.bytes(index)).map { .reference(EntityReference(target, $0)) }
        }
    }

    /// An amount of ten-thousandths.
    static func money(_ number: Int64) -> Money {
        Money(CRMDecimal(mantissa: Int128(number), scale: 4))
    }

    /// An amount in ten-thousandths.
    static func encode(_ amount: Money) -> SQLValue {
        .integer(Int64(clamping: amount.value.rounded(to: 4).mantissa))
    }

    /// `,1,2,`, so that each number can be found between commas.
    static func encode(_ options: [OptionSetValue]) -> SQLValue {
        guard !options.isEmpty else { return .null }
        return .text("," + options.map { String($0.value) + "," }.joined())
    }

    /// Whole seconds since 1970, rounded down.
    static func seconds(_ date: Timestamp) -> Int64 {
        let (quotient, rest) = date.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return rest < 0 ? quotient - 1 : quotient
    }
}
