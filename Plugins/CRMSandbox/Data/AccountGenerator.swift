public import CRMPlugin

extension Organization {
    /// Creates many accounts and contacts in one transaction, to measure queries on.
    ///
    /// Every account has a primary contact in one of a few cities. The same number creates the same records, in
    /// addition to existing ones.
    public func generateAccounts(_ count: Int) throws(CRMFault) {
        try withSession { (session) throws(CRMFault) in
            try AccountGenerator(session: session).run(count)
        }
    }
}

/// Inserts rows directly: what is always the same is decided once for all of them.
private struct AccountGenerator {
    let session: Session

    func run(_ count: Int) throws(CRMFault) {
        let accounts = try session.layout("account")
        let contacts = try session.layout("contact")
        let accountDefaults = try defaults(accounts)
        let contactDefaults = try defaults(contacts)
        for index in 0..<count {
            let ids = (WellKnown.number(0xF001, index), WellKnown.number(0xF002, index))
            let (account, contact) = (
                EntityReference("account", ids.0), EntityReference("contact", ids.1)
            )
            let person = SeedNames.person(index)
            let city = CRMValue.string(SeedNames.cities[index * 31 % SeedNames.cities.count])
            var row = contactDefaults
            row["contactid"] = .guid(ids.1)
            row["firstname"] = .string(person.first)
            row["lastname"] = .string(person.last)
            row["fullname"] = .string("\(person.first) \(person.last)")
            row["emailaddress1"] = .string(SeedNames.address(person, index))
            row["address1_city"] = city
            row["parentcustomerid"] = .reference(account)
            try session.insert(row, into: contacts)
            row = accountDefaults
            row["accountid"] = .guid(ids.0)
            row["name"] = .string("\(SeedNames.company(index % 200)) \(index)")
            row["accountnumber"] = .string("G-\(index)")
            row["address1_city"] = city
            row["numberofemployees"] = .int(Int32(index * 7919 % 5000))
            let revenue = Money(CRMDecimal(index * 7919 % 1_000_000))
            row["revenue"] = .money(revenue)
            row["revenue_base"] = .money(revenue)
            row["industrycode"] = .option(OptionSetValue(Int32(index % 33 + 1)))
            row["primarycontactid"] = .reference(contact)
            try session.insert(row, into: accounts)
        }
    }

    private func defaults(_ layout: Layout) throws(CRMFault) -> Row {
        let user = EntityReference("systemuser", session.caller.userId)
        var row = try session.ownerColumns(for: user)
        row["ownerid"] = .reference(user)
        for (name, value) in layout.defaults { row[name] = value }
        for name in ["createdon", "modifiedon"] { row[name] = .date(session.now) }
        for name in ["createdby", "modifiedby"] { row[name] = .reference(user) }
        row["transactioncurrencyid"] = .reference(
            EntityReference("transactioncurrency", WellKnown.baseCurrency))
        row["exchangerate"] = .decimal(1)
        return row
    }
}
