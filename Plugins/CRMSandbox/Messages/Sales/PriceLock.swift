import CRMPlugin

/// The changes that are forbidden after LockSalesOrderPricing and LockInvoicePricing.
enum PriceLock {
    /// The tables of lines, and the lookups of their parents.
    fileprivate static let parents = [
        "salesorderdetail": ("salesorderid", "salesorder"),
        "invoicedetail": ("invoiceid", "invoice"),
    ]

    /// Columns that prices follow from.
    fileprivate static let prices: Set<String> = [
        "priceperunit", "quantity", "baseamount", "extendedamount", "manualdiscountamount",
        "volumediscountamount", "tax", "productid", "uomid", "ispriceoverridden",
        "discountpercentage", "discountamount", "freightamount", "pricelevelid", "totalamount",
        "totallineitemamount", "totaltax",
    ]
}

extension Session {
    /// Throws a fault if a client changes the prices of an order or an invoice that are locked.
    ///
    /// Adding a line counts as a price change.
    func checkPriceLock(_ entity: Entity, before: Row?) throws(CRMFault) {
        let changesPrice = entity.attributes.contains { PriceLock.prices.contains($0.key) }
        guard before == nil || changesPrice else { return }
        guard let (column, parent) = PriceLock.parents[entity.logicalName] else {
            guard before?["ispricelocked"] == true else { return }
            throw .priceLocked(entity.logicalName)
        }
        guard case .reference(let reference)? = entity[column] ?? before?[column],
            let record = try find(parent, reference.id, ["ispricelocked"]),
            record["ispricelocked"] == true
        else { return }
        throw .priceLocked(parent)
    }
}
