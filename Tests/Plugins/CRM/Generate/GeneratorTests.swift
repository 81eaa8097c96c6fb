import Foundation
import PeriluneCore
import Testing

@testable import CRMPlugin

/// The generated code of `Golden` is part of these tests: that they are built shows that it compiles.
struct GeneratorTests {
    /// What is no Swift cannot lie in the folder of a target.
    private static func path(_ file: String) -> URL {
        let folder = file.hasSuffix(".swift") ? "Golden" : "../../../Golden"
        return URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "\(folder)/\(file)"
        ).standardized
    }

    /// With PERILUNE_UPDATE=1 writes the files instead of looking at them.
    @Test(arguments: CRMCodeGenerator.Language.allCases)
    func writesTheGoldenFiles(language: CRMCodeGenerator.Language) throws {
        let files = try CRMCodeGenerator(GeneratorTables.schema).files(language)
        #expect(files == (try CRMCodeGenerator(GeneratorTables.schema).files(language)))
        for file in files {
            let path = Self.path(file.name)
            if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1" {
                try Data(file.text.utf8).write(to: path)
            }
            #expect(
                try String(contentsOf: path, encoding: .utf8) == file.text,
                "stale: PERILUNE_UPDATE=1 make test-only FILTER=GeneratorTests writes it anew")
        }
    }

    @Test func propertiesReadAndSetTheRecord() {
        var lead = Lead(entity: Entity("lead", ["subject": "S", "leadqualitycode": .option(1)]))
        #expect(lead.subject == "S" && lead.leadQualityCode == .hot)
        lead.leadQualityCode = .cold
        lead.revenue = Money(5)
        lead.ownerId = EntityReference("team", .zero)
        #expect(lead.entity["leadqualitycode"] == .option(3))
        #expect(lead.entity["revenue"] == .money(Money(5)))
        #expect(lead.entity.attributes.count == 4)
    }

    @Test func settingNilClearsAndRemovingLeavesAlone() {
        var lead = Lead()
        lead.subject = "S"
        lead.subject = nil
        #expect(lead.entity["subject"] == .null && lead.subject == nil)
        lead.entity["subject"] = nil
        #expect(!lead.entity.attributes.contains("subject"))
        lead.leadQualityCode = nil
        #expect(lead.entity["leadqualitycode"] == .null)
    }

    @Test func anUnknownChoiceStaysInTheRecord() {
        let lead = Lead(entity: Entity("lead", ["leadqualitycode": .option(99)]))
        #expect(lead.leadQualityCode == nil && lead.entity["leadqualitycode"] == .option(99))
    }

    @Test func recordsTakeTheNamesOfTheirTable() {
        let entity = Entity("lead", ["subject": "S"])
        #expect(entity.toEntity(Lead.self)?.subject == "S")
        #expect(entity.toEntity(TaskRecord.self) == nil)
        #expect(Lead().entity.logicalName == "lead")
    }

    @Test func relationshipsHaveARole() {
        #expect(Lead.Relationships.leadTasks == Relationship("Lead_Tasks"))
        #expect(
            Lead.Relationships.referencedLeadParentLead
                == Relationship("lead_parent_lead", role: .referenced))
    }

    @Test func tablesAreChosenByName() throws {
        let files = try CRMCodeGenerator(GeneratorTables.schema, tables: ["task"]).files(.swift)
        #expect(files.map(\.name) == ["TaskRecord.swift"])
        #expect {
            _ = try CRMCodeGenerator(GeneratorTables.schema, tables: ["Lea"])
        } throws: { error in
            (error as? PeriluneError)?.hint == "did you mean lead?"
        }
    }

    @Test func anUnknownTableGetsASuggestion() {
        for name in ["lea", "Lead", "laed", "leads"] {
            #expect {
                _ = try CRMCodeGenerator(GeneratorTables.schema, tables: [name])
            } throws: { error in
                (error as? PeriluneError)?.hint == "did you mean lead?"
            }
        }
        #expect {
            _ = try CRMCodeGenerator(GeneratorTables.schema, tables: ["invoice"])
        } throws: { error in
            (error as? PeriluneError)?.hint == nil
        }
    }

    @Test(arguments: ["a\"b", "a b", "", "a;b", "é", String(repeating: "a", count: 201)])
    func anInvalidNameIsNotWrittenIntoCode(name: String) {
        let entity = EntityDefinition(
            "Odd", code: 1, displayName: "Odd", name: nil, [AttributeDefinition(name, .string)])
        #expect(throws: PeriluneError.self) { try CRMCodeGenerator(Schema([entity], [])) }
        let table = EntityDefinition(name, code: 1, displayName: "Odd", name: nil, [])
        #expect(throws: PeriluneError.self) { try CRMCodeGenerator(Schema([table], [])) }
    }
}
