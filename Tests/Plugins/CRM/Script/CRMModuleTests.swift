import Perilune
import PeriluneCore
import Testing

@testable import CRMPlugin

struct CRMModuleTests {
    private let id = ScriptLab.lead

    @Test func createSendsTypedAttributesUnderAnIdentityOfTheEffect() async throws {
        let lab = ScriptLab { request throws(CRMError) in
            guard case .entity(let entity) = request.parameters["Target"] else { return [:] }
            return ["id": .guid(entity.id ?? .zero)]
        }
        let text = try await lab.emitted(
            """
            commander:emit(crm.create("lead", {
              subject = "New", numberofemployees = 12, budgetamount = 12.5, exchangerate = "0.1000",
              donotphone = true, estimatedclosedate = "2026-11-21", leadqualitycode = "Warm",
              ownerid = { logicalname = "team", id = "\(id)" }, campaignid = "\(id)", score = 2,
            }))
            """)
        guard case .entity(let entity) = lab.asked.first?.parameters["Target"] else {
            Issue.record("no entity was sent")
            return
        }
        #expect(
            entity.attributes == [
                "subject": "New", "numberofemployees": 12,
                "budgetamount": .money(Money(CRMDecimal(mantissa: 125, scale: 1))),
                "exchangerate": .decimal(CRMDecimal(mantissa: 1, scale: 1)), "donotphone": true,
                "estimatedclosedate": .date(Timestamp(microseconds: 1_795_219_200_000_000)),
                "leadqualitycode": .option(2), "ownerid": .reference(EntityReference("team", id)),
                "campaignid": .reference(EntityReference("campaign", id)), "score": .double(2),
            ])
        #expect(text == "\"\(try ScriptCalls.identity("s\ne/rule/1"))\"\n")
        #expect(entity.id == (try ScriptCalls.identity("s\ne/rule/1")))
    }

    @Test func aDuplicateOfItsOwnCreateIsSuccess() async throws {
        let lab = ScriptLab { _ throws(CRMError) in
            throw .fault(CRMFault(.duplicateRecord, "Cannot insert duplicate key."))
        }
        let text = try await lab.emitted(#"commander:emit(crm.create("lead", {}))"#)
        #expect(text == "\"\(try ScriptCalls.identity("s\ne/rule/1"))\"\n")
    }

    @Test func aPictureIsSentAsBase64AndRecordedAsAHandle() async throws {
        let lab = ScriptLab()
        try lab.pictures.keep(
            Picture(
                bytes: Array("picture".utf8), format: .png, width: 1, height: 1, alternative: ""),
            id: "e/rule/1", source: "s")
        let body = """
            local picture = { snapshot = "e/rule/%", view = "sales", format = "png" }
            crm.update("lead", "\(id)", { subject = picture })
            """
        let record = try await lab.run(body.replacing("%", with: "1")).records[0]
        guard case .entity(let entity) = lab.asked.first?.parameters["Target"] else {
            Issue.record("\(record.json)")
            return
        }
        #expect(entity.attributes == ["subject": "cGljdHVyZQ=="])
        #expect(record.json.contains(#""subject":{"format":"png","snapshot":"e/rule/1"#))
        #expect(!record.json.contains("cGljdHVyZQ"))
        let gone = try await lab.run(body.replacing("%", with: "2")).records[0]
        #expect(gone.error?.code == "snapshot.gone")
        let dry = try await lab.run(body.replacing("%", with: "2"), isDryRun: true).records[0]
        #expect(dry.error == nil)
        #expect(lab.asked.count == 1)
    }

    @Test(arguments: [
        (#"crm.create("lead", {}, { organisation = "x" })"#, "organization"),
        (#"crm.update("lead", "\(ScriptLab.lead)", {}, { verison = "1" })"#, "version"),
        (#"crm.retrieve("lead", "\(ScriptLab.lead)", true, { Formated = true })"#, "formatted"),
        (#"crm.retrieveMultiple("lead", { slect = "subject" })()"#, "select"),
        (#"crm.execute({ "WhoAmI" }, { organizations = "x" })"#, "organization"),
    ])
    func anOptionThatIsMisspeltIsNotIgnored(_ call: String, _ meant: String) async throws {
        let call = call.replacing(#"\(ScriptLab.lead)"#, with: "\(ScriptLab.lead)")
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await ScriptLab().emitted(call)
        }
        #expect(error?.message.contains("unknown option") == true, "\(error as Any)")
        #expect(error?.hint == "did you mean '\(meant)'?")
    }

    @Test(arguments: [
        (#"crm:create("lead", {})"#, "crm.create"),
        (#"crm:retrieveMultiple("lead")"#, "crm.retrieveMultiple"),
        (#"crm:execute { "WhoAmI" }"#, "crm.execute"),
    ])
    func aColonInPlaceOfADotIsReported(_ call: String, _ name: String) async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await ScriptLab().emitted(call)
        }
        #expect(
            error?.message
                == "\(name) must be called with a dot, not with a colon: write \(name)(...)")
        #expect(error?.place.line == 2)
    }

    @Test func nullClearsAnAttribute() async throws {
        let lab = ScriptLab()
        _ = try await lab.emitted(#"crm.update("lead", "\#(id)", { subject = crm.null })"#)
        guard case .entity(let entity) = lab.asked.first?.parameters["Target"] else { return }
        #expect(entity.attributes == ["subject": .null])
        #expect(entity.id == id)
    }

    @Test func retrieveAnswersPlainValues() async throws {
        let lab = ScriptLab { _ throws(CRMError) in
            var lead = Entity(
                "lead", id: ScriptLab.lead,
                [
                    "subject": "Say \"hi\"", "versionnumber": .long(9_007_199_254_740_993),
                    "budgetamount": .money(Money(CRMDecimal(mantissa: 1999, scale: 2))),
                    "exchangerate": .decimal(
                        CRMDecimal(mantissa: 1_234_567_890_123_456_789, scale: 7)),
                    "ownerid": .reference(
                        EntityReference("systemuser", ScriptLab.lead, name: "Someone")),
                    "leadqualitycode": .option(1), "campaignid": .null,
                ])
            lead.formattedValues = ["leadqualitycode": "Hot"]
            return ["Entity": .entity(lead)]
        }
        let text = try await lab.emitted(
            """
            local lead = crm.retrieve("lead", "\(id)", { "subject" }, { formatted = true })
            commander:emit(lead)
            """)
        #expect(
            text == """
                {"@formatted":{"leadqualitycode":"Hot"},"budgetamount":19.99,\
                "exchangerate":"123456789012.3456789","id":"\(id)","leadqualitycode":1,\
                "logicalname":"lead","ownerid":{"id":"\(id)","logicalname":"systemuser",\
                "name":"Someone"},"subject":"Say \\"hi\\"","versionnumber":9007199254740993}

                """)
    }

    @Test func pagesAreFetchedLazily() async throws {
        let lab = ScriptLab { request throws(CRMError) in
            guard case .query(.expression(let query)) = request.parameters["Query"] else {
                return [:]
            }
            let page = query.page.number
            let leads = (1...2).map { number in
                Entity("lead", id: .zero, ["numberofemployees": .int(Int32(page * 10 + number))])
            }
            return [
                "EntityCollection": .entities(
                    EntityCollection(leads, moreRecords: page < 5, pagingCookie: "c\(page)"))
            ]
        }
        let text = try await lab.emitted(
            """
            for lead in crm.retrieveMultiple("<fetch><entity name='lead'/></fetch>") do
              if lead.numberofemployees == 31 then break end
              commander:emit(lead.numberofemployees)
            end
            """)
        #expect(text == "11\n12\n21\n22\n")
        let cookies = lab.asked.map { request -> String? in
            guard case .query(.expression(let query)) = request.parameters["Query"] else {
                return nil
            }
            return query.page.cookie
        }
        #expect(cookies == [nil, "c1", "c2"])
    }

    @Test(arguments: [("c", 1, 2), (nil, 0, 1)])
    func pagingStopsWithoutProgress(cookie: String?, records: Int, asked: Int) async throws {
        let lab = ScriptLab { _ in
            let leads = (0..<records).map { _ in Entity("lead", id: .zero, [:]) }
            return [
                "EntityCollection": .entities(
                    EntityCollection(leads, moreRecords: true, pagingCookie: cookie))
            ]
        }
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await lab.emitted(
                "for lead in crm.retrieveMultiple(\"<fetch><entity name='lead'/></fetch>\") do end")
        }
        #expect(error?.message.contains("repeats this one") == true)
        #expect(lab.asked.count == asked)
    }

    @Test func aFaultIsAnErrorThatAScriptCanCatch() async throws {
        let lab = ScriptLab { _ throws(CRMError) in
            throw .fault(CRMFault(.objectDoesNotExist, "lead With Id = 1 Does Not Exist"))
        }
        let text = try await lab.emitted(
            """
            local ok, failure = pcall(crm.delete, "lead", "\(id)")
            commander:emit { ok, failure.code, failure.message }
            """)
        #expect(text == #"[false,"crm.0x80040217","lead With Id = 1 Does Not Exist"]"# + "\n")
    }

    @Test func theFirstElementNamesTheMessage() async throws {
        let lab = ScriptLab { _ throws(CRMError) in ["QueueItemId": .guid(ScriptLab.lead)] }
        let text = try await lab.emitted(
            """
            local answer = crm.execute { "AddToQueue",
              Target = { logicalname = "lead", id = "\(id)" }, DestinationQueueId = "\(id)" }
            commander:emit(answer.QueueItemId)
            """)
        #expect(text == "\"\(id)\"\n")
        #expect(
            lab.asked == [
                OrganizationRequest(
                    "AddToQueue", namespace: .crm,
                    [
                        "Target": .reference(EntityReference("lead", id)),
                        "DestinationQueueId": .guid(id),
                    ])
            ])
    }

    @Test func callsAreEffectsOfTheRecord() async throws {
        let lab = ScriptLab()
        let results = try await lab.run(
            """
            crm.update("lead", "\(id)", { subject = "A" })
            crm.delete("lead", "\(id)")
            """)
        let effects = results.records.first?.effects ?? []
        #expect(effects.map(\.kind) == ["crm.update", "crm.delete"])
        #expect(effects.map(\.id) == ["e/rule/1", "e/rule/2"])
        #expect(effects.first?.details["attributes"] == ["subject": "A"])
    }

    @Test func aDryRunSendsNothing() async throws {
        let lab = ScriptLab()
        let results = try await lab.run(
            """
            crm.create("lead", { subject = "A" })
            crm.retrieve("lead", "\(id)")
            """, isDryRun: true)
        #expect(lab.asked.isEmpty)
        #expect(results.records.first?.effects.map(\.kind) == ["crm.create", "crm.retrieve"])
        #expect(results.records.first?.error?.code == "effect.dry-run")
    }

    @Test(arguments: [
        (#"crm.create("lead", { subjekt = "A" })"#, "lead has no attribute 'subjekt'"),
        (#"crm.create("lead", { subject = 5 })"#, "lead.subject takes a string, got 5"),
        (
            #"crm.create("lead", { numberofemployees = 2^40 })"#,
            "lead.numberofemployees takes a 32-bit integer, got 1099511627776.0"
        ),
        (
            #"crm.create("lead", { leadqualitycode = "Boiling" })"#,
            "lead.leadqualitycode takes a choice, got \"Boiling\""
        ),
        (
            #"crm.retrieve("lead", "nobody")"#,
            "a record must be an id or a table with id, got \"nobody\""
        ),
        (#"crm.execute { "WhoAmI", Who = 1 }"#, "WhoAmI has no parameter 'Who'"),
        (
            #"crm.execute { "ReleaseToQueue", QueueItemId = "x" }"#,
            "ReleaseToQueue: QueueItemId takes a GUID, got \"x\""
        ),
        (
            #"crm.execute { "ReviseQuote", ColumnSet = { allColumns = true } }"#,
            "ReviseQuote: ColumnSet takes a list of column names, or true for all columns, got"
        ),
        (
            #"crm.create("lead", { ownerid = { logicalname = "team", id = "x" } })"#,
            "lead.ownerid takes the id of a record, got"
        ),
        (#"crm.create("leed", {})"#, "'leed'"),
        (
            #"crm.update("lead", "11111111-1111-1111-8111-111111111111", {}, { organization = "x" })"#,
            "there is no organization 'x'"
        ),
        (
            #"for _ in crm.retrieveMultiple { entity = "lead", filter = { { "subject", "is", 1 } } } do end"#,
            "unknown operator 'is'"
        ),
    ])
    func errorsAreReportedBeforeAnythingIsSent(_ body: String, _ message: String) async throws {
        let lab = ScriptLab()
        let error = try #require(try await lab.run(body).records.first?.error)
        #expect(error.message.contains(message))
        #expect(error.place.file == "rule.lua" && error.place.line == 2)
        #expect(lab.asked.isEmpty)
    }
}
