import CRMPlugin
import PeriluneCore

/// How values are shown to people: English of the United States, as a fresh organization has it.
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

    /// A value as people see it; `nil` for what is shown as it is.
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
    /// What people see of a choice.
    func label(_ value: Int32) -> String? { options.first { $0.value == value }?.label }
}

/// Numbers and dates as text.
enum Formatting {
    /// `1234567.5` as `1,234,567.5`.
    static func grouped(_ digits: String) -> String {
        let sign = digits.hasPrefix("-") ? "-" : ""
        let parts = digits.dropFirst(sign.count).split(separator: ".", maxSplits: 1)
        guard let whole = parts.first else { return digits }
        var text = ""
        for (place, digit) in whole.enumerated() {
            if place > 0, (whole.count - place) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return sign + text + (parts.count > 1 ? "." + parts[1] : "")
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
        let local = Timestamp(microseconds: date.microseconds + Int64(minutes) * 60_000_000)
        let text = local.description
        let fields = text.split(whereSeparator: { "-T:Z.".contains($0) }).compactMap { Int($0) }
        guard fields.count >= 5 else { return text }
        let hour = fields[3] % 12 == 0 ? 12 : fields[3] % 12
        let minute = fields[4] < 10 ? "0\(fields[4])" : "\(fields[4])"
        return "\(fields[1])/\(fields[2])/\(fields[0]) \(hour):\(minute) "
            + (fields[3] < 12 ? "AM" : "PM")
    }
}
