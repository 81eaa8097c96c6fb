import CRMPlugin

/// Users, teams, roles, members of queues, and business units.
extension Seeder {
    func addPrincipals() throws(CRMFault) {
        try add(
            "businessunit", 1,
            [
                "name": "Field Office",
                "parentbusinessunitid": .reference(
                    EntityReference("businessunit", WellKnown.businessUnit)),
            ])
        for index in 1...4 {
            let person = SeedNames.person(index + 60)
            try add(
                "systemuser", index,
                [
                    "firstname": .string(person.first), "lastname": .string(person.last),
                    "domainname": .string("user\(index)@sandbox.example"),
                    "internalemailaddress": .string("user\(index)@sandbox.example"),
                    "title": .string(index == 1 ? "Sales Manager" : "Representative"),
                    "businessunitid": unit(index),
                    "parentsystemuserid": index == 1
                        ? .reference(EntityReference("systemuser", WellKnown.administrator))
                        : link("systemuser", 1),
                ])
        }
        for (index, name) in ["Sales Team", "Service Team"].enumerated() {
            try add(
                "team", index + 1,
                [
                    "name": .string(name), "businessunitid": unit(1),
                    "administratorid": link("systemuser", 1),
                ])
            let members = [1 + index * 2, 2 + index * 2].map { reference("systemuser", $0) }
            try relate("teammembership_association", reference("team", index + 1), members)
        }
        for (index, name) in ["Salesperson", "Customer Service Representative"].enumerated() {
            try add("role", index + 1, ["name": .string(name), "businessunitid": unit(1)])
            try relate(
                "systemuserroles_association", reference("systemuser", index + 1),
                [reference("role", index + 1)])
        }
        try relate("teamroles_association", reference("team", 1), [reference("role", 1)])
        for (index, name) in ["North", "South"].enumerated() {
            try add(
                "territory", index + 1,
                ["name": .string(name), "managerid": link("systemuser", index + 1)])
        }
    }

    private func unit(_ index: Int) -> CRMValue {
        index > 2
            ? link("businessunit", 1)
            : .reference(EntityReference("businessunit", WellKnown.businessUnit))
    }

    /// Owners take turns.
    func owner(_ index: Int) -> CRMValue {
        index % 5 == 0
            ? .reference(EntityReference("systemuser", WellKnown.administrator))
            : link("systemuser", (index - 1) % 4 + 1)
    }
}
