import CRMPlugin

/// Campaigns, lists and literature.
extension Seeder {
    func addMarketing() throws(CRMFault) {
        for (index, name) in ["Spring Catalogue", "Trade Fair"].enumerated() {
            try add(
                "campaign", index + 1,
                [
                    "name": .string(name), "typecode": Self.option(index + 2),
                    "budgetedcost": Self.money(5000), "ownerid": owner(index + 1),
                    "proposedstart": Self.time(1000), "proposedend": Self.time(2000),
                ])
        }
        try add("salesliterature", 1, ["name": "Catalogue", "literaturetypecode": Self.option(3)])
        let lists: [(String, Int, String)] = [
            ("Key Accounts", 1, "account"), ("Newsletter", 2, "contact"), ("Fair Leads", 4, "lead"),
        ]
        for (index, list) in lists.enumerated() {
            try add(
                "list", index + 1,
                [
                    "listname": .string(list.0), "createdfromcode": Self.option(list.1),
                    "membertype": .int(Int32(list.1)), "membercount": 5,
                    "ownerid": owner(index + 1),
                ])
            try relate(
                "list\(list.2)_association", reference("list", index + 1),
                (1...5).map { reference(list.2, $0) })
        }
        try add(
            "list", 4,
            [
                "listname": "Large Accounts", "createdfromcode": Self.option(1), "membertype": 1,
                "type": true, "ownerid": owner(1),
                "query": """
                <fetch mapping="logical"><entity name="account"><attribute name="accountid"/>\
                <filter><condition attribute="revenue" operator="gt" value="1000000"/></filter>\
                </entity></fetch>
                """,
            ])
        try relate(
            "campaignlist_association", reference("campaign", 1), [reference("list", 2)])
        try relate(
            "campaignproduct_association", reference("campaign", 1), [reference("product", 3)])
    }

    func addGoals() throws(CRMFault) {
        try add(
            "metric", 1,
            ["name": "Revenue", "isamount": true, "amountdatatype": Self.option(0)])
        try add(
            "rollupfield", 1,
            [
                "metricid": link("metric", 1), "goalattribute": Self.option(3),
                "sourceentity": "opportunity", "sourceattribute": "actualvalue", "sourcestate": 1,
                "dateattribute": "actualclosedate",
            ])
        try add(
            "rollupfield", 2,
            [
                "metricid": link("metric", 1), "goalattribute": Self.option(9),
                "sourceentity": "opportunity", "sourceattribute": "estimatedvalue",
                "sourcestate": 0, "dateattribute": "estimatedclosedate",
            ])
        for index in 1...3 {
            var goal: AttributeCollection = [
                "title": .string(index == 1 ? "Revenue of the Year" : "Revenue, Team \(index - 1)"),
                "metricid": link("metric", 1), "isamount": true, "amountdatatype": Self.option(0),
                "goalstartdate": Self.time(-96), "goalenddate": Self.time(8640),
                "targetmoney": Self.money(index == 1 ? 200_000 : 100_000),
                "goalownerid": link("systemuser", index), "ownerid": owner(index),
            ]
            if index > 1 { goal["parentgoalid"] = link("goal", 1) }
            try add("goal", index, goal)
        }
    }
}
