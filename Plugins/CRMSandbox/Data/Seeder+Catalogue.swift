import CRMPlugin

/// Currencies, units, products and prices.
extension Seeder {
    private static let products = [
        ("Desk Lamp", 40), ("Task Chair", 210), ("Standing Desk", 640), ("Bookcase", 180),
        ("Filing Cabinet", 150), ("Meeting Table", 890), ("Delivery", 60), ("Assembly", 85),
    ]

    func addCatalogue() throws(CRMFault) {
        try add(
            "transactioncurrency", 1,
            [
                "currencyname": "Euro", "isocurrencycode": "EUR", "currencysymbol": "€",
                "currencyprecision": 2,
                "exchangerate": .decimal(CRMDecimal(mantissa: 8, scale: 1)),
            ])
        try add("uomschedule", 1, ["name": "Default Unit", "baseuomname": "Piece"])
        try add(
            "uom", 1,
            [
                "name": "Piece", "quantity": .decimal(1), "isschedulebaseuom": true,
                "uomscheduleid": link("uomschedule", 1),
            ])
        try add(
            "uom", 2,
            [
                "name": "Dozen", "quantity": .decimal(12), "baseuom": link("uom", 1),
                "uomscheduleid": link("uomschedule", 1),
            ])
        try add(
            "pricelevel", 1,
            [
                "name": "Standard Prices",
                "transactioncurrencyid": .reference(
                    EntityReference("transactioncurrency", WellKnown.baseCurrency)),
            ])
        for (index, name) in ["Furniture", "Services", "Complaints"].enumerated() {
            try add("subject", index + 1, ["title": .string(name)])
        }
        for (index, product) in Self.products.enumerated() {
            try addProduct(index + 1, product.0, price: product.1, isKit: false)
            try add(
                "productpricelevel", index + 1,
                [
                    "pricelevelid": link("pricelevel", 1),
                    "productid": link("product", index + 1), "uomid": link("uom", 1),
                    "amount": Self.money(product.1),
                ])
        }
        try addProduct(9, "Home Office Kit", price: 900, isKit: true)
        for (index, name) in ["Paperwing Supplies", "Blue Anchor Interiors"].enumerated() {
            try add(
                "competitor", index + 1,
                ["name": .string(name), "winpercentage": .double(Double(20 + index * 15))])
        }
    }

    private func addProduct(
        _ index: Int, _ name: String, price: Int, isKit: Bool
    ) throws(CRMFault) {
        try add(
            "product", index,
            [
                "name": .string(name), "productnumber": .string("P-\(1000 + index)"),
                "iskit": .bool(isKit), "price": Self.money(price), "quantitydecimal": 2,
                "defaultuomid": link("uom", 1), "defaultuomscheduleid": link("uomschedule", 1),
                "pricelevelid": link("pricelevel", 1), "subjectid": link("subject", 1),
                "producttypecode": Self.option(name == "Delivery" || name == "Assembly" ? 3 : 1),
            ])
    }
}
