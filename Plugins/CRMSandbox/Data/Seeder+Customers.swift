import CRMPlugin

/// Accounts, contacts and leads.
extension Seeder {
    func addCustomers() throws(CRMFault) {
        for index in 1...20 { try addAccount(index) }
        for index in 1...40 { try addContact(index) }
        for index in 1...20 {
            try session.set(
                reference("account", index), ["primarycontactid": link("contact", index)])
        }
        for index in 1...20 { try addLead(index) }
    }

    private func addAccount(_ index: Int) throws(CRMFault) {
        var account: AttributeCollection = [
            "name": .string(SeedNames.company(index - 1)),
            "accountnumber": .string("A-\(1000 + index)"),
            "telephone1": .string("555-01\(index + 10)"),
            "emailaddress1": .string("office\(index)@company.example"),
            "websiteurl": .string("https://company\(index).example"),
            "address1_line1": .string("\(index) Market Street"),
            "address1_city": .string(SeedNames.cities[index % SeedNames.cities.count]),
            "address1_country": "Freeland",
            "industrycode": Self.option(index % 33 + 1),
            "customertypecode": Self.option(index % 3 == 0 ? 8 : 3),
            "revenue": Self.money(index * 125_000), "numberofemployees": .int(Int32(index * 15)),
            "creditlimit": Self.money(index * 1000), "ownerid": owner(index),
            "territoryid": link("territory", index % 2 + 1),
            "defaultpricelevelid": link("pricelevel", 1),
        ]
        if index > 15 { account["parentaccountid"] = link("account", index - 15) }
        if index % 4 == 0 { account["transactioncurrencyid"] = link("transactioncurrency", 1) }
        if index == 20 {
            account["statecode"] = Self.option(1)
            account["statuscode"] = Self.option(2)
        }
        try add("account", index, account)
    }

    private func addContact(_ index: Int) throws(CRMFault) {
        let person = SeedNames.person(index - 1)
        try add(
            "contact", index,
            [
                "firstname": .string(person.first), "lastname": .string(person.last),
                "jobtitle": .string(SeedNames.jobs[index % SeedNames.jobs.count]),
                "emailaddress1": .string(SeedNames.address(person, index)),
                "telephone1": .string("555-02\(index + 10)"),
                "address1_city": .string(SeedNames.cities[index % SeedNames.cities.count]),
                "parentcustomerid": link("account", (index - 1) % 20 + 1),
                "ownerid": owner(index),
            ])
    }

    private func addLead(_ index: Int) throws(CRMFault) {
        let person = SeedNames.person(index + 99)
        var lead: AttributeCollection = [
            "subject": .string("Interested in \(index % 2 == 0 ? "desks" : "chairs")"),
            "firstname": .string(person.first), "lastname": .string(person.last),
            "companyname": .string(SeedNames.company(index + 30)),
            "emailaddress1": .string(SeedNames.address(person, index + 100)),
            "telephone1": .string("555-03\(index + 10)"),
            "leadqualitycode": Self.option(index % 3 + 1),
            "leadsourcecode": Self.option(index % 10 + 1),
            "estimatedamount": Self.money(index * 900), "ownerid": owner(index),
        ]
        if index > 17 {
            lead["statecode"] = Self.option(2)
            lead["statuscode"] = Self.option(index - 14)
        }
        try add("lead", index, lead)
    }
}
