import PeriluneCore
import Testing

@testable import CRMPlugin

/// `$metadata` of organizations that say less than the sandbox.
struct EDMXTests {
    private func document(_ schema: String, version: String = "1.0") -> [UInt8] {
        Array(
            """
            <edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" \
            Version="\(version)"><edmx:DataServices><Schema \
            xmlns="http://schemas.microsoft.com/ado/2006/04/edm" Namespace="N">\(schema)</Schema>\
            </edmx:DataServices></edmx:Edmx>
            """.utf8)
    }

    private func type(_ name: String, _ properties: [(String, String)]) -> String {
        "<EntityType Name='\(name)'><Key><PropertyRef Name='\(name)Id'/></Key>"
            + properties.map { "<Property Name='\($0.0)' Type='\($0.1)'/>" }.joined()
            + "</EntityType>"
    }

    private func association(_ name: String, _ many: String, _ one: String) -> String {
        """
        <Association Name='\(name)'><End Role='a' Type='N.\(many)' Multiplicity='*'/>\
        <End Role='b' Type='N.\(one)' Multiplicity='0..1'/></Association>
        """
    }

    @Test func theLookupFollowsFromTheNameOfTheRelationship() throws {
        let reference = "N.EntityReference"
        let schema = try Schema(
            edmx: document(
                type(
                    "Account",
                    [
                        ("AccountId", "Edm.Guid"), ("PrimaryContactId", reference),
                        ("ParentAccountId", reference), ("OwnerId", reference),
                    ])
                    + type("Contact", [("ContactId", "Edm.Guid")])
                    + association("account_primary_contact", "Account", "Contact")
                    + association("account_parent_account", "Account", "Account")
                    + association("new_mystery", "Account", "Contact")))
        func column(_ name: String) -> String? {
            guard case .oneToMany(let relationship)? = schema.relationship(name) else { return nil }
            return relationship.referencingAttribute
        }
        #expect(column("account_primary_contact") == "primarycontactid")
        #expect(column("account_parent_account") == "parentaccountid")
        #expect(column("new_mystery")?.isEmpty == true)
        let account = try #require(schema.entity("account"))
        #expect(account.attribute("primarycontactid")?.targets == ["contact"])
        #expect(account.attribute("ownerid")?.type == .owner)
    }

    @Test(arguments: [
        "", "<x/>", "<edmx:Edmx/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><Edmx/>",
        "<Edmx><DataServices/></Edmx>",
    ])
    func invalidMetadataIsAnError(text: String) {
        #expect(throws: PeriluneError.self) { try Schema(edmx: Array(text.utf8)) }
    }

    @Test func metadataOfTheWebAPIIsRefusedWithAHint() throws {
        #expect {
            _ = try Schema(edmx: document("", version: "4.0"))
        } throws: { error in
            (error as? PeriluneError)?.hint?.contains("Web API") == true
        }
    }

    @Test func incompleteTypesAreIgnored() throws {
        let half =
            "<EntityType Name='Half'/><EntityType><Key><PropertyRef Name='x'/></Key></EntityType>"
        #expect(throws: PeriluneError.self) { try Schema(edmx: document(half)) }
        let odd = type("Account", [("AccountId", "Edm.Guid"), ("Odd", "Edm.Geography"), ("", "")])
        let schema = try Schema(edmx: document(half + odd))
        #expect(schema.entities.map(\.logicalName) == ["account"])
        #expect(
            schema.entity("account")?.attributes.map(\.logicalName)
                == ["accountid", ""].filter { !$0.isEmpty })
    }
}
