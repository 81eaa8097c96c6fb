import CRMPlugin

/// Opportunities, quotes, orders and invoices, with their lines.
extension Seeder {
    func addSales() throws(CRMFault) {
        for index in 1...15 { try addOpportunity(index) }
        for index in 1...6 {
            try addDocument(
                "quote", index, "Quote for", ["opportunityid": link("opportunity", index)])
        }
        for index in 1...4 {
            try addDocument(
                "salesorder", index, "Order of",
                ["quoteid": link("quote", index), "opportunityid": link("opportunity", index)])
        }
        for index in 1...3 {
            try addDocument(
                "invoice", index, "Invoice to",
                [
                    "salesorderid": link("salesorder", index),
                    "opportunityid": link("opportunity", index),
                ])
        }
        // Two quotes have been sent out.
        for index in 5...6 { try session.changeState(reference("quote", index), 1, 2) }
    }

    private func addOpportunity(_ index: Int) throws(CRMFault) {
        try add(
            "opportunity", index,
            [
                "name": .string("\(index * 4) desks for \(SeedNames.company(index - 1))"),
                "customerid": link("account", index), "parentaccountid": link("account", index),
                "parentcontactid": link("contact", index), "ownerid": owner(index),
                "pricelevelid": link("pricelevel", 1), "estimatedvalue": Self.money(index * 2500),
                "closeprobability": .int(Int32(index * 6)),
                "estimatedclosedate": Self.time(index * 24 + 2400),
                "opportunityratingcode": Self.option(index % 3 + 1),
            ])
        if index <= 6 {
            try addLine("opportunityproduct", "opportunity", index, product: 3)
        }
        if index > 13 {
            try session.changeState(reference("opportunity", index), Int32(index - 13), -1)
        }
    }

    private func addDocument(
        _ entity: String, _ index: Int, _ title: String, _ further: AttributeCollection
    ) throws(CRMFault) {
        var document: AttributeCollection = [
            "name": .string("\(title) \(SeedNames.company(index - 1))"),
            "customerid": link("account", index), "pricelevelid": link("pricelevel", 1),
            "ownerid": owner(index), "freightamount": Self.money(60),
        ]
        for pair in further { document[pair.key] = pair.value }
        try add(entity, index, document)
        try addLine(entity + "detail", entity, index * 2 - 1, parent: index, product: 3)
        try addLine(entity + "detail", entity, index * 2, parent: index, product: 2)
    }

    private func addLine(
        _ entity: String, _ parent: String, _ index: Int, parent number: Int? = nil, product: Int
    ) throws(CRMFault) {
        try add(
            entity, index,
            [
                parent + "id": link(parent, number ?? index),
                "productid": link("product", product), "uomid": link("uom", 1),
                "quantity": .decimal(CRMDecimal(index * 4)),
                "priceperunit": Self.money(product == 3 ? 640 : 210),
                "lineitemnumber": .int(Int32(index)),
            ])
    }
}
