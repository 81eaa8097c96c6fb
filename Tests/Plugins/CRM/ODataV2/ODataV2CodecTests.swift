import PeriluneCore
import PeriluneJSON
import Testing

@testable import CRMPlugin

/// Values and records as verbose JSON, in both directions.
struct ODataV2CodecTests {
    private let codec = ODataV2Codec(ODataV2Table.schema)
    private let thing = ODataV2Table.thing

    @Test(arguments: AttributeType.allCases)
    func aColumnIsAPropertyIfItsTypeHasAName(_ type: AttributeType) {
        #expect(type.isPropertyV2 == (type.edmV2 != nil))
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func requestsAreReadBackAsTheyWereSent(seed: UInt64) throws {
        var random = RandomCRM(seed: seed)
        var entity = random.thing()
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            entity.relatedEntities.append(
                .init(
                    Relationship("new_other_thing"),
                    EntityCollection(
                        [
                            Entity(
                                "new_other", id: random.guid(), ["new_name": .string(random.text())]
                            )
                        ],
                        entityName: "new_other")))
        }
        var writer = JSONWriter()
        writer.write(.object(try codec.request(entity)))
        let read = try codec.entity(request: try JSONTree(writer.bytes), of: thing)
        #expect(read.id == entity.id)
        for pair in entity.attributes { #expect(read[pair.key] == pair.value, "\(pair.key)") }
        #expect(read.attributes.count == entity.attributes.count + 1)
        #expect(relatedIDs(read) == relatedIDs(entity))
    }

    private func relatedIDs(_ entity: Entity) -> [GUID?] {
        entity.relatedEntities.flatMap { related in related.entities.entities.map(\.id) }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func answersAreReadBackWithoutNulls(seed: UInt64) throws {
        var random = RandomCRM(seed: seed)
        let entity = random.thing()
        let members = try codec.response(entity, thing.propertiesV2, root: "http://crm/x.svc/")
        let read = try codec.entity(response: .object(members), of: thing)
        #expect(read.id == entity.id)
        for attribute in thing.propertiesV2.dropFirst() {
            let name = attribute.logicalName
            let value = entity[name] == .null ? nil : entity[name]
            #expect(read[name] == value, "\(name)")
            if case .reference(let one)? = value, case .reference(let two)? = read[name] {
                #expect(one.name == two.name)
            }
        }
    }

    @Test(
        arguments: [
            ("new_Name", .string("x"), #""x""#), ("new_Count", .int(-3), "-3"),
            ("new_Long", .long(12345), #""12345""#), ("new_Ratio", .double(1.5), "1.5"),
            ("new_Rate", .decimal(1), #""1.0000000000""#),
            ("new_Rate", .decimal(CRMDecimal("-0.5")!), #""-0.5000000000""#),
            ("new_Rate", .decimal(CRMDecimal("1.123456789012")!), #""1.123456789012""#),
            ("new_Amount", .money(Money(CRMDecimal("12.5")!)), #"{"Value":"12.5000"}"#),
            ("new_Amount", .null, #"{"Value":null}"#), ("new_Flag", .bool(true), "true"),
            (
                "new_Day", .date(Timestamp(microseconds: 1_663_715_691_000_000)),
                #""/Date(1663715691000)/""#
            ),
            ("new_Day", .date(Timestamp(microseconds: -1)), #""/Date(-1)/""#),
            ("new_Kind", .option(2), #"{"Value":2}"#), ("new_Kind", .null, #"{"Value":null}"#),
            ("new_OtherId", .null, #"{"Id":null,"LogicalName":null,"Name":null}"#),
            ("new_Name", .null, "null"), ("EntityImage", .bytes([1, 2, 3]), #""AQID""#),
        ] as [(String, CRMValue, String)])
    func writesEveryKindAsTheServiceDoes(name: String, value: CRMValue, text: String) throws {
        let attribute = try #require(thing.attributes.first { $0.schemaName == name })
        var writer = JSONWriter()
        writer.write(try ODataV2Codec.json(value, of: attribute, isTyped: false))
        #expect(writer.text == text)
    }

    @Test(
        arguments: [
            ("new_Long", "12345", .long(12345)), ("new_Long", #""12345""#, .long(12345)),
            ("new_Rate", "1.10", .decimal(CRMDecimal("1.1")!)),
            ("new_Rate", #""1.10""#, .decimal(CRMDecimal("1.1")!)),
            ("new_Amount", "5", .money(Money(5))),
            ("new_Amount", #"{"Value":5}"#, .money(Money(5))),
            ("new_Amount", #"{"Value":"5.25"}"#, .money(Money(CRMDecimal("5.25")!))),
            ("new_Amount", "null", .null), ("new_Kind", "null", .null),
            (
                "new_Day", #""\/Date(1663715691000)\/""#,
                .date(Timestamp(microseconds: 1_663_715_691_000_000))
            ),
            (
                "new_Day", #""/Date(1663715691000+0200)/""#,
                .date(Timestamp(microseconds: 1_663_715_691_000_000))
            ),
            ("new_Day", #""2010-07-15T16:19:54Z""#, .date(Timestamp("2010-07-15T16:19:54Z")!)),
            ("new_Day", #""2010-07-15T16:19:54""#, .date(Timestamp("2010-07-15T16:19:54Z")!)),
            ("new_Day", #""7/4/2011""#, .date(Timestamp("2011-07-04T00:00:00Z")!)),
            ("new_OtherId", "null", .null),
            ("new_OtherId", #"{"Id":null,"LogicalName":null,"Name":null}"#, .null),
            (
                "new_OtherId", #"{"Id":"00000000-0000-0000-0000-00000000000A"}"#,
                .reference(EntityReference("new_other", GUID(high: 0, low: 10)))
            ),
            (
                "new_CustomerId",
                #"{"Id":"00000000-0000-0000-0000-00000000000a","LogicalName":"contact","Name":null}"#,
                .reference(EntityReference("contact", GUID(high: 0, low: 10)))
            ),
        ] as [(String, String, CRMValue)])
    func readsWhatClientsSend(name: String, text: String, value: CRMValue) throws {
        let attribute = try #require(thing.attributes.first { $0.schemaName == name })
        #expect(
            try ODataV2Codec.value(ODataV2Table.tree(text), of: MemberColumn(attribute)) == value)
    }

    @Test(arguments: [
        ("new_Count", "1.5"), ("new_Count", "2147483648"), ("new_Count", #""1""#),
        ("new_Long", "9223372036854775808"), ("new_Rate", #""x""#), ("new_Amount", #""5""#),
        ("new_Amount", "{}"), ("new_Kind", "2"), ("new_Kind", "{}"),
        ("new_Kind", #"{"Value":"2"}"#), ("new_Flag", "1"), ("new_Day", "5"),
        ("new_Day", #""/Date(99999999999999999)/""#), ("new_Day", #""/Date()/""#),
        ("new_Day", #""/Date(1+)/""#), ("new_Day", #""13/45/2011""#), ("new_Day", #""//""#),
        ("new_OtherId", #""x""#), ("new_OtherId", "{}"), ("new_OtherId", #"{"Id":"x"}"#),
        ("new_OtherId", #"{"Id":5}"#), ("new_ThingId", #""x""#), ("EntityImage", #""?""#),
        ("new_CustomerId", #"{"Id":"00000000-0000-0000-0000-00000000000a"}"#),
        ("new_Tags", #""1""#), ("new_Name", "5"),
    ])
    func refusesInvalidValuesOfAColumn(name: String, text: String) throws {
        let attribute = try #require(thing.attributes.first { $0.schemaName == name })
        let tree = try ODataV2Table.tree(text)
        #expect(throws: PeriluneError.self) {
            try ODataV2Codec.value(tree, of: MemberColumn(attribute))
        }
    }

    @Test func anUnknownPropertyOfARequestIsAnError() throws {
        let tree = try ODataV2Table.tree(#"{"new_name":"x"}"#)
        #expect(throws: PeriluneError.self) { try codec.entity(request: tree, of: thing) }
        #expect(try codec.entity(response: tree, of: thing)["new_name"] == "x")
    }

    @Test(arguments: [
        #"{"new_name":"x","new_Name":"y"}"#, #"{"new_Name":"y","new_name":"x"}"#,
    ])
    func anUnknownPropertyWithTheNameOfAColumnIsTheSameColumn(text: String) throws {
        let entity = try codec.entity(response: try ODataV2Table.tree(text), of: thing)
        #expect(entity.attributes.keys == ["new_name"])
    }

    /// The Kelvin sign is canonically equivalent to K.
    @Test func aPropertyWithAnEquivalentNameIsAnotherOne() throws {
        let kinds = [#""new_Kind":{"Value":2}"#, #""new_\u212Aind":1"#]
        for members in [kinds, kinds.reversed()] {
            let tree = try ODataV2Table.tree("{\(members.joined(separator: ","))}")
            let entity = try codec.entity(response: tree, of: thing)
            #expect(entity.attributes.keys == ["new_kind"])
        }
    }

    @Test func relatedRecordsAreReadInEveryFormOfAList() throws {
        for list in [#"[{"new_Name":"a"}]"#, #"{"results":[{"new_Name":"a"}]}"#] {
            let tree = try ODataV2Table.tree(#"{"new_thing_others":\#(list)}"#)
            let read = try codec.entity(request: tree, of: thing)
            #expect(read.relatedEntities.first?.entities.entities.first?["new_name"] == "a")
        }
        let deferred = #"{"new_thing_others":{"__deferred":{"uri":"x"}}}"#
        #expect(
            try codec.entity(response: ODataV2Table.tree(deferred), of: thing)
                .relatedEntities.isEmpty)
    }

    @Test func recordsNestedTooDeeplyAreRefused() throws {
        var text = "{}"
        for _ in 0..<20 { text = #"{"Referencednew_thing_parent":[\#(text)]}"# }
        let tree = try ODataV2Table.tree(text)
        #expect(throws: PeriluneError.self) { try codec.entity(request: tree, of: thing) }
    }

    @Test func theIdentityMayComeFromTheAddress() throws {
        let id = GUID(high: 1, low: 2)
        let tree = try ODataV2Table.tree(
            #"{"__metadata":{"uri":"https://h/org/x.svc/new_ThingSet(guid'\#(id)')"}}"#)
        #expect(try codec.entity(response: tree, of: thing).id == id)
    }
}
