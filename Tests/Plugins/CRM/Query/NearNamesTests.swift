import Testing

@testable import CRMPlugin

struct NearNamesTests {
    private let names = [
        "lead", "account", "opportunity", "opportunityclose", "leadaddress", "task",
    ]

    @Test(arguments: [
        ("leed", "lead"), ("acount", "account"), ("Account", "account"), ("accuont", "account"),
        ("oportunity", "opportunity"), ("opp", "opportunity"), ("address", "leadaddress"),
    ])
    func findsWhatIsMeant(_ written: String, _ meant: String) {
        #expect(NearNames.nearest(to: written, among: names) == meant)
    }

    @Test(arguments: ["", "xy", "invoice", "customer", String(repeating: "lead", count: 100)])
    func findsNothingIfNoNameIsNear(_ written: String) {
        #expect(NearNames.nearest(to: written, among: names) == nil)
    }

    @Test func doesNotDependOnTheOrder() {
        #expect(NearNames.nearest(to: "cat", among: ["cut", "cot", "car"]) == "car")
        #expect(NearNames.nearest(to: "cat", among: ["car", "cot", "cut"]) == "car")
    }

    @Test func faultsSuggestTheNearestName() throws {
        let lead = EntityDefinition(
            "Lead", code: 4, displayName: "Lead", name: nil,
            [AttributeDefinition("Subject", .string)])
        let schema = Schema([lead], [])
        #expect(
            throws: CRMFault(
                .queryNoEntity,
                "The entity with a name = 'leed' with namemapping = 'Logical' was not found in the "
                    + "MetadataCache. Did you mean 'lead'?")
        ) { try schema.require(entity: "leed") }
        let text =
            "'Lead' entity doesn't contain attribute with Name = '%' and NameMapping = 'Logical'"
        for (name, end) in [
            ("subjct", ". Did you mean 'subject'?"), ("nothing", ""),
            ("Subject", ". Names are case sensitive: write 'subject'"),
        ] {
            let message = text.split(separator: "%").joined(separator: name) + end
            #expect(throws: CRMFault(.queryNoAttribute, message)) {
                try lead.require(attribute: name)
            }
        }
    }
}
