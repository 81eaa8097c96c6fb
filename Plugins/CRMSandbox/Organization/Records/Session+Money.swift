import CRMPlugin

/// Amounts in the currency of their record, and the same in the base currency.
extension Session {
    /// The stored facts about a currency.
    struct CurrencyInfo {
        var rate: CRMDecimal = 1
        var symbol = "$"
        var precision = 2
    }

    /// A currency; the base currency if the argument is `nil`.
    func currencyInfo(_ id: GUID?) throws(CRMFault) -> CurrencyInfo {
        let id = id ?? WellKnown.baseCurrency
        if let known = currencies[id] { return known }
        guard let layout = layouts["transactioncurrency"], let row = try stored(layout, id) else {
            return CurrencyInfo()
        }
        var info = CurrencyInfo()
        if case .decimal(let rate)? = row["exchangerate"], rate.mantissa > 0 { info.rate = rate }
        if case .string(let symbol)? = row["currencysymbol"] { info.symbol = symbol }
        if case .int(let digits)? = row["currencyprecision"] { info.precision = Int(digits) }
        currencies[id] = info
        return info
    }

    /// Fills currency, exchange rate and the base amounts of what is about to be written.
    func addBaseAmounts(
        _ row: inout Row, before: Row?, _ layout: Layout
    ) throws(CRMFault) {
        if layout.entity.logicalName == "transactioncurrency" { currencies = [:] }
        guard layout.attributes["exchangerate"] != nil,
            layout.entity.logicalName != "transactioncurrency",
            layout.attributes["transactioncurrencyid"]?.type == .lookup
        else { return }
        let amounts = layout.columns.filter {
            $0.attribute.type == .money && !$0.name.hasSuffix("_base")
        }
        let isOther = before == nil || row["transactioncurrencyid"] != nil
        guard isOther || amounts.contains(where: { row[$0.name] != nil }) else { return }
        let currency = try currency(of: &row, before, layout)
        let info = try currencyInfo(currency)
        row["exchangerate"] = .decimal(info.rate)
        for amount in amounts {
            // Another currency changes all base amounts, also of amounts that stay.
            guard let value = row[amount.name] ?? (isOther ? before?[amount.name] : nil) else {
                continue
            }
            guard case .money(let money) = value else {
                row[amount.name + "_base"] = .null
                continue
            }
            let digits = amount.attribute.precision ?? info.precision
            let rounded = money.value.rounded(to: digits)
            if row[amount.name] != nil { row[amount.name] = .money(Money(rounded)) }
            let base = rounded.divided(by: info.rate, scale: 4) ?? rounded
            row[amount.name + "_base"] = .money(Money(base))
        }
    }

    /// The record's currency; for a new one without a currency, that of its user or of the organization.
    private func currency(
        of row: inout Row, _ before: Row?, _ layout: Layout
    ) throws(CRMFault) -> GUID {
        let given = row["transactioncurrencyid"] ?? before?["transactioncurrencyid"]
        if case .reference(let reference)? = given { return reference.id }
        var id = WellKnown.baseCurrency
        if let users = layouts["systemuser"], let user = try stored(users, caller.userId),
            case .reference(let own)? = user["transactioncurrencyid"]
        {
            id = own.id
        }
        if try exists("transactioncurrency", id) {
            row["transactioncurrencyid"] = .reference(EntityReference("transactioncurrency", id))
        }
        return id
    }
}
