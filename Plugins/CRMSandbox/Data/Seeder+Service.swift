import CRMPlugin

/// Cases, contracts and queues.
extension Seeder {
    func addService() throws(CRMFault) {
        for (index, name) in ["Support", "Back Office", "Inbox"].enumerated() {
            try add(
                "queue", index + 1,
                [
                    "name": .string(name), "queueviewtype": Self.option(index == 1 ? 1 : 0),
                    "emailaddress": .string("queue\(index + 1)@sandbox.example"),
                    "ownerid": owner(index),
                ])
        }
        try relate(
            "queuemembership_association", reference("queue", 2),
            [reference("systemuser", 3), reference("systemuser", 4)])
        try addContracts()
        let titles = [
            "Chair arrived without castors", "Invoice shows the wrong address",
            "Desk does not rise", "How is the lamp mounted?", "Delivery is late",
        ]
        for index in 1...10 {
            var incident: AttributeCollection = [
                "title": .string(titles[index % titles.count]),
                "customerid": link("account", index),
                "primarycontactid": link("contact", index), "subjectid": link("subject", 3),
                "caseorigincode": Self.option(index % 3 + 1),
                "casetypecode": Self.option(index % 3 + 1),
                "prioritycode": Self.option(index % 3 + 1), "ownerid": owner(index),
            ]
            if index > 8 {
                incident["statecode"] = Self.option(1)
                incident["statuscode"] = Self.option(5)
            }
            try add("incident", index, incident)
        }
        for index in 1...5 {
            try add(
                "queueitem", index,
                [
                    "queueid": link("queue", index % 2 + 1), "objectid": link("incident", index),
                    "enteredon": Self.time(index * 24 + 1),
                ])
        }
    }

    private func addContracts() throws(CRMFault) {
        try add(
            "contracttemplate", 1,
            [
                "name": "Service", "abbreviation": "SVC", "allotmenttypecode": Self.option(1),
                "effectivitycalendar": .string(String(repeating: "+", count: 168)),
            ])
        for index in 1...2 {
            try add(
                "contract", index,
                [
                    "title": .string("Maintenance \(index)"), "customerid": link("account", index),
                    "billingcustomerid": link("account", index),
                    "contracttemplateid": link("contracttemplate", 1), "activeon": Self.time(0),
                    "expireson": Self.time(8760), "ownerid": owner(index),
                    "statecode": Self.option(index == 1 ? 0 : 2),
                    "statuscode": Self.option(index == 1 ? 1 : 3),
                ])
            try add(
                "contractdetail", index,
                [
                    "title": "Yearly check", "contractid": link("contract", index),
                    "customerid": link("account", index), "productid": link("product", 8),
                    "totalallotments": 4, "price": Self.money(340), "net": Self.money(340),
                    "activeon": Self.time(0), "expireson": Self.time(8760),
                ])
        }
    }
}
