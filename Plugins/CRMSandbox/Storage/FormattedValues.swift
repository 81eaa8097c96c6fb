import CRMPlugin
import PeriluneCore

/// Formats values for display: in US English, as in a new organization.
extension Session {
    /// Fills the names of lookups and the formatted values of a record that was read.
    func present(_ entity: inout Entity) throws(CRMFault) {
        let layout = try layout(entity.logicalName)
        let currency = entity["transactioncurrencyid", as: EntityReference.self]?.id
        for pair in entity.attributes {
            guard let attribute = layout.attributes[pair.key] else { continue }
            if case .reference(let reference) = pair.value {
                entity[pair.key] = .reference(try named(reference))
            }
            if let text = try formatted(pair.value, attribute, currency: currency) {
                entity.formattedValues[pair.key] = text
            }
        }
    }

    /// The formatted value; `nil` if it is displayed unchanged.
    func formatted(
        _ value: CRMValue, _ attribute: AttributeDefinition, currency: GUID?
    ) throws(CRMFault) -> String? {
        switch value {
        case .option(let option): return attribute.label(option.value)
        case .options(let options):
            return options.compactMap { attribute.label($0.value) }.joined(separator: "; ")
        case .bool(let flag): return attribute.label(flag ? 1 : 0) ?? (flag ? "Yes" : "No")
        case .int(let number): return Formatting.grouped(String(number))
        case .long: return nil
        case .decimal(let number):
            return Formatting.grouped(
                number.rounded(to: attribute.precision ?? number.scale).description)
        case .double(let number):
            guard let exact = CRMDecimal(number) else { return nil }
            return Formatting.grouped(
                exact.rounded(to: min(attribute.precision ?? 2, 2)).description)
        case .money(let amount):
            let isBase = attribute.logicalName.hasSuffix("_base")
            let info = try currencyInfo(isBase ? WellKnown.baseCurrency : currency)
            return Formatting.money(amount.value, symbol: info.symbol, digits: info.precision)
        case .date(let date):
            return Formatting.date(date, offset: caller.timeZoneOffset)
        case .reference(let reference):
            return try name(of: reference.logicalName, reference.id)
        default: return nil
        }
    }
}

extension AttributeDefinition {
    /// The display text of a choice.
    func label(_ value: Int32) -> String? { options.first { $0.value == value }?.label }
}

/// Numbers and dates as text.
enum Formatting {
    /// `1234567.5` as `1,234,567.5`.
    static func grouped(_ digits: String) -> String {
        var bytes = Array(digits.utf8)
        let start = bytes.first == UInt8(ascii: "-") ? 1 : 0
        var place = (bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count) - 3
        while place > start {
            bytes.insert(UInt8(ascii: ","), at: place)
            place -= 3
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `-1234.5` as `($1,234.50)`.
    static func money(_ amount: CRMDecimal, symbol: String, digits: Int) -> String {
        let rounded = amount.rounded(to: digits)
        guard rounded.mantissa < 0 else { return symbol + grouped(rounded.description) }
        let positive = CRMDecimal(mantissa: -rounded.mantissa, scale: rounded.scale)
        return "(\(symbol)\(grouped(positive.description)))"
    }

    /// `11/21/2026 2:05 PM` in a time zone that many minutes from UTC.
    static func date(_ date: Timestamp, offset minutes: Int) -> String {
        let second = Int(date.microseconds.flooredQuotient(1_000_000)) + minutes * 60
        let day = second.flooredQuotient(86400)
        let minute = (second - day * 86400) / 60
        let civil = CivilDate(number: day)
        let hour = minute / 60 % 12 == 0 ? 12 : minute / 60 % 12
        let zero = minute % 60 < 10 ? "0" : ""
        return
            "\(civil.month)/\(civil.day)/\(civil.year) \(hour):\(zero)\(minute % 60) \(minute < 720 ? "AM" : "PM")"
    }
}
