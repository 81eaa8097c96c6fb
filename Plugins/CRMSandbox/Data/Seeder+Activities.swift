import CRMPlugin

/// Completed and open activities.
extension Seeder {
    func addActivities() throws(CRMFault) {
        for index in 1...10 {
            var task: AttributeCollection = [
                "subject": .string(index % 2 == 0 ? "Call back" : "Send the offer"),
                "regardingobjectid": index % 2 == 0
                    ? link("account", index) : link("opportunity", index),
                "scheduledend": Self.time(index * 24 + 48), "ownerid": owner(index),
                "prioritycode": Self.option(index % 3),
            ]
            if index > 7 {
                task["statecode"] = Self.option(1)
                task["statuscode"] = Self.option(5)
                task["actualend"] = Self.time(index * 24 + 24)
            }
            try add("task", index, task)
        }
        for index in 1...5 { try addEmail(index) }
        for index in 1...5 {
            try add(
                "phonecall", index,
                [
                    "subject": "Asked about the delivery",
                    "phonenumber": .string("555-02\(index + 10)"),
                    "from": parties([link("systemuser", index % 4 + 1)]),
                    "to": parties([link("contact", index)]),
                    "regardingobjectid": link("account", index), "ownerid": owner(index),
                ])
        }
        for index in 1...3 {
            try add(
                "appointment", index,
                [
                    "subject": .string("Visit \(SeedNames.company(index - 1))"),
                    "location": "Their office", "scheduledstart": Self.time(index * 24 + 100),
                    "scheduledend": Self.time(index * 24 + 101), "scheduleddurationminutes": 60,
                    "requiredattendees": parties([
                        link("systemuser", index), link("contact", index),
                    ]),
                    "regardingobjectid": link("account", index), "ownerid": owner(index),
                    "statecode": Self.option(3), "statuscode": Self.option(5),
                ])
        }
        try add("letter", 1, ["subject": "Reminder", "regardingobjectid": link("account", 3)])
        try add("fax", 1, ["subject": "Order form", "to": parties([link("account", 4)])])
        for index in 1...5 {
            try add(
                "annotation", index,
                [
                    "subject": "Note", "notetext": .string("Prefers delivery on day \(index)."),
                    "objectid": link("account", index), "ownerid": owner(index),
                ])
        }
    }

    private func addEmail(_ index: Int) throws(CRMFault) {
        let isSent = index > 3
        try add(
            "email", index,
            [
                "subject": .string("Your question \(index)"),
                "description": "Thank you for your question.",
                "from": parties([link("systemuser", index % 4 + 1)]),
                "to": parties([link("contact", index)]),
                "cc": index == 2 ? parties([link("account", 2)]) : .null,
                "regardingobjectid": link("incident", index), "ownerid": owner(index),
                "statecode": Self.option(isSent ? 1 : 0), "statuscode": Self.option(isSent ? 3 : 1),
            ])
    }

    private func parties(_ people: [CRMValue]) -> CRMValue {
        .entities(
            EntityCollection(
                people.map { Entity("activityparty", ["partyid": $0]) },
                entityName: "activityparty"))
    }
}
