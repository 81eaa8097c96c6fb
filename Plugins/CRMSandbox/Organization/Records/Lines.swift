import CRMPlugin

/// Computes the prices of lines, and the totals of their parents.
enum Lines {
    /// The parent of lines.
    struct Parent: Sendable {
        var line: String
        var entity: String
        /// The line's lookup.
        var attribute: String
    }

    static let parents: [String: Parent] = Dictionary(
        uniqueKeysWithValues: [
            ("opportunityproduct", "opportunity"), ("quotedetail", "quote"),
            ("salesorderdetail", "salesorder"), ("invoicedetail", "invoice"),
        ].map { ($0.0, Parent(line: $0.0, entity: $0.1, attribute: $0.1 + "id")) })

    /// Columns of the parent that its totals follow from.
    static let inputs = ["discountpercentage", "discountamount", "freightamount"]

    /// Price times quantity; less the discount, plus the tax.
    static func compute(_ row: inout Row, _ before: Row?) {
        func number(_ name: String) -> CRMDecimal? {
            switch row[name] ?? before?[name] {
            case .money(let amount)?: amount.value
            case .decimal(let number)?: number
            default: nil
            }
        }
        guard let price = number("priceperunit"), let quantity = number("quantity") else { return }
        let base = (price * quantity).rounded(to: 4)
        row["baseamount"] = .money(Money(base))
        let extended =
            base - (number("manualdiscountamount") ?? 0) - (number("volumediscountamount") ?? 0)
            + (number("tax") ?? 0)
        row["extendedamount"] = .money(Money(extended))
    }
}

extension Session {
    /// Computes the totals of an opportunity, a quote, an order or an invoice.
    ///
    /// Without lines, the totals stay as they were set.
    func sumUp(_ reference: CRMValue?, _ parent: Lines.Parent) throws(CRMFault) {
        guard case .reference(let reference)? = reference,
            let layout = layouts[parent.entity], let lines = layouts[parent.line],
            let row = try stored(layout, reference.id)
        else { return }
        var (sum, tax, discounts): (CRMDecimal, CRMDecimal, CRMDecimal) = (0, 0, 0)
        func amount(_ row: Row, _ name: String) -> CRMDecimal {
            if case .money(let amount)? = row[name] { amount.value } else { 0 }
        }
        let ids = try ids(matching: [parent.attribute: .reference(reference)], in: lines)
        guard !ids.isEmpty || row["totallineitemamount"] != nil else { return }
        for id in ids {
            guard let line = try stored(lines, id) else { continue }
            sum = sum + amount(line, "extendedamount") - amount(line, "tax")
            tax = tax + amount(line, "tax")
            discounts = discounts + amount(line, "manualdiscountamount")
        }
        var discount = amount(row, "discountamount")
        if case .decimal(let percent)? = row["discountpercentage"] {
            discount = discount + ((sum * percent).divided(by: 100, scale: 4) ?? 0)
        }
        let lessFreight = sum - discount
        let freight = amount(row, "freightamount")
        var totals: Row = [
            "totallineitemamount": .money(Money(sum)), "totaltax": .money(Money(tax)),
            "totaldiscountamount": .money(Money(discount)),
            "totalamountlessfreight": .money(Money(lessFreight)),
            "totalamount": .money(Money(lessFreight + freight + tax)),
        ]
        if layout.attributes["totallineitemdiscountamount"] != nil {
            totals["totallineitemdiscountamount"] = .money(Money(discounts))
        }
        if row["isrevenuesystemcalculated"] == .bool(true) {
            totals["estimatedvalue"] = totals["totalamount"]
        }
        try addBaseAmounts(&totals, before: row, layout)
        try write(totals, to: layout, reference.id)
    }
}
