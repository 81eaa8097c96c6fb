import CRMPlugin

/// Cases, contracts, and what is scheduled for them.
enum ServiceTables {
    static let all = [incident, contract, contractDetail, contractTemplate]

    private static let restrictDelete = Cascade(delete: .restrict)

    static let incident = Table(
        "Incident", 112, "Case", name: "title",
        [
            .text("Title", 200), .text("TicketNumber", 100), .memo("Description"),
            .choice(
                "CaseOriginCode",
                [1: "Phone", 2: "Email", 3: "Web", 2483: "Facebook", 3986: "Twitter"]),
            .choice("CaseTypeCode", [1: "Question", 2: "Problem", 3: "Request"]),
            .choice("PriorityCode", [1: "High", 2: "Normal", 3: "Low"], default: 2),
            .choice("SeverityCode", [1: "Default Value"], default: 1),
            .choice(
                "CustomerSatisfactionCode",
                [
                    5: "Very Satisfied", 4: "Satisfied", 3: "Neutral", 2: "Dissatisfied",
                    1: "Very Dissatisfied",
                ]),
            .choice("ContractServiceLevelCode", [1: "Gold", 2: "Silver", 3: "Bronze"]),
            .choice(
                "IncidentStageCode", [1: "Default Value"], default: 1),
            .date("FollowUpBy"), .date("ResolveBy"), .date("ResponseBy"), .date("EscalatedOn"),
            .flag("IsEscalated"), .flag("FirstResponseSent"), .flag("CheckEmail"),
            .flag("DecrementEntitlementTerm", default: true), .flag("Merged").readOnly,
            .integer("BilledServiceUnits").readOnly, .integer("ActualServiceUnits").readOnly,
            .text("ProductSerialNumber", 100), .integer("NumberOfChildIncidents").readOnly,
            .customer(
                "CustomerId", accounts: "incident_customer_accounts",
                contacts: "incident_customer_contacts"
            ).required,
            .lookup("PrimaryContactId", "contact", "contact_as_primary_contact"),
            .lookup("ResponsibleContactId", "contact", "contact_as_responsible_contact"),
            .lookup("ContractId", "contract", "contract_cases", restrictDelete),
            .lookup("ContractDetailId", "contractdetail", "contract_detail_cases", restrictDelete),
            .lookup("ProductId", "product", "product_incidents", restrictDelete),
            .lookup("SubjectId", "subject", "subject_incidents"),
            .lookup("ParentCaseId", "incident", "incident_parent_incident"),
            .lookup("MasterId", "incident", "incident_master_incident").readOnly,
            .lookup("ExistingCase", "incident", "incident_existingcase"),
            .states(
                (
                    0, "Active",
                    [1: "In Progress", 2: "On Hold", 3: "Waiting for Details", 4: "Researching"]
                ),
                (1, "Resolved", [5: "Problem Solved", 1000: "Information Provided"]),
                (2, "Canceled", [6: "Canceled", 2000: "Merged"])),
        ])

    static let contract = Table(
        "Contract", 1010, "Contract", name: "title",
        [
            .text("Title", 100), .text("ContractNumber", 100), .memo("ContractLanguage"),
            .date("ActiveOn"), .date("ExpiresOn"), .date("BillingStartOn"), .date("BillingEndOn"),
            .date("CancelOn").readOnly, .integer("Duration").readOnly,
            .money("TotalPrice"), .money("TotalDiscount"), .money("NetPrice"),
            .flag("UseDiscountAsPercentage"), .text("EffectivityCalendar", 168),
            .choice("AllotmentTypeCode", [1: "Number of Cases", 2: "Time", 3: "Coverage Dates"]),
            .choice(
                "BillingFrequencyCode",
                [1: "Monthly", 2: "Bimonthly", 3: "Quarterly", 4: "Semiannually", 5: "Annually"],
                default: 1),
            .choice("ContractServiceLevelCode", [1: "Gold", 2: "Silver", 3: "Bronze"]),
            .customer(
                "CustomerId", accounts: "contract_customer_accounts",
                contacts: "contract_customer_contacts", restrictDelete
            ).required,
            .customer(
                "BillingCustomerId", accounts: "contract_billingcustomer_accounts",
                contacts: "contract_billingcustomer_contacts", restrictDelete),
            .lookup(
                "ContractTemplateId", "contracttemplate", "contract_template_contracts",
                restrictDelete),
            .lookup("OriginatingContract", "contract", "contract_originating_contract"),
            .states(
                (0, "Draft", [1: "Draft"]), (1, "Invoiced", [2: "Invoiced"]),
                (2, "Active", [3: "Active"]), (3, "On Hold", [4: "On Hold"]),
                (4, "Canceled", [5: "Canceled"]), (5, "Expired", [6: "Expired"])),
        ])

    static let contractDetail = Table(
        "ContractDetail", 1011, "Contract Line", name: "title", ownership: .none,
        [
            .text("Title", 500), .text("ProductSerialNumber", 100), .date("ActiveOn"),
            .date("ExpiresOn"), .money("Price"), .money("Discount"), .money("Net"), .money("Rate"),
            .decimal("DiscountPercentage", 0...100), .integer("InitialQuantity"),
            .integer("TotalAllotments"), .integer("AllotmentsRemaining"),
            .integer("AllotmentsUsed"),
            .integer("LineItemOrder"), .text("EffectivityCalendar", 168),
            .choice("ContractStateCode", [1: "Existing", 2: "Renewed", 3: "Canceled"]),
            .lookup("ContractId", "contract", "contract_line_items", Cascade(delete: .cascade))
                .required,
            .customer(
                "CustomerId", accounts: "contractlineitem_customer_accounts",
                contacts: "contractlineitem_customer_contacts", restrictDelete),
            .lookup("ProductId", "product", "product_contract_line_items", restrictDelete),
            .lookup("UoMId", "uom", "unit_of_measurement_contract_line_items", restrictDelete),
            .states(
                (0, "Existing", [1: "New"]), (1, "Renewed", [2: "Renewed"]),
                (2, "Canceled", [3: "Canceled"]), (3, "Expired", [4: "Expired"])),
        ])

    static let contractTemplate = Table(
        "ContractTemplate", 2011, "Contract Template", name: "name", ownership: .organization,
        [
            .text("Name", 100), .text("Abbreviation", 20), .memo("Description"),
            .choice("AllotmentTypeCode", [1: "Number of Cases", 2: "Time", 3: "Coverage Dates"]),
            .text("EffectivityCalendar", 168), .flag("UseDiscountAsPercentage"),
        ])
}
