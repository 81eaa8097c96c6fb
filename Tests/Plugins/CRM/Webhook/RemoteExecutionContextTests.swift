import PeriluneCore
import PeriluneJSON
import Testing

@testable import CRMPlugin

struct RemoteExecutionContextTests {
    private let id = GUID(high: 1, low: 2)

    private var context: RemoteExecutionContext {
        var context = RemoteExecutionContext("Update", "lead", id)
        context.organizationName = "contoso"
        return context
    }

    @Test func writesAllMembersInTheOrderOfTheWire() throws {
        let names = try Value(json: context.json).object?.pairs.map(\.name)
        #expect(names == names?.sorted())
        #expect(names?.count == 29)
    }

    @Test func beginsWithTheTypeAndEscapesSlashes() {
        var context = context
        context.inputParameters = ["Target": .entity(Entity("lead", id: id, ["a": "x/y\u{1}\""]))]
        let json = String(decoding: context.json, as: UTF8.self)
        #expect(
            json.contains(
                #"{"key":"Target","value":{"__type":"Entity:http:\/\/schemas.microsoft.com\/xrm\/2011\/Contracts","Attributes":[{"key":"a","value":"x\/y\u0001\""}],"EntityState":null"#
            ))
        #expect(json.contains(#""OperationCreatedOn":"\/Date(0+0000)\/""#))
    }

    @Test func leavesOutOversizedParts() throws {
        let names = try Value(json: context.truncatedJSON).object?.pairs.map(\.name) ?? []
        for name in ["ParentContext", "InputParameters", "PreEntityImages", "PostEntityImages"] {
            #expect(!names.contains(name))
        }
        #expect(names.count == 25)
    }

    /// What a script sees of random records is what a direct look at the values says.
    @Test func roundTripsThroughJSON() throws {
        var random = SplitMix64(seed: 42)
        let reader = WebhookReader()
        for _ in 0..<300 {
            var context = context
            let entity = Entity("lead", id: id, Self.attributes(&random))
            context.inputParameters = ["Target": .entity(entity), "Flag": .bool(true)]
            context.preEntityImages = [.init("before", Entity("lead", Self.attributes(&random)))]
            if Bool.random(using: &random) { context.parentContext = [self.context] }
            let event = try reader.read(context.json, organization: "dev").event
            let data = try Value(json: event.json)["data"]
            #expect(data?["target"] == Self.plain(entity.attributes))
            #expect(
                data?["pre"]?["before"] == Self.plain(context.preEntityImages[0].entity.attributes))
            #expect(data?["input"] == ["Flag": true])
            #expect((data?["parent"] == Value.null) == context.parentContext.isEmpty)
        }
    }

    private static func attributes(_ random: inout SplitMix64) -> AttributeCollection {
        var attributes: AttributeCollection = [:]
        for number in 0..<Int.random(in: 0...12, using: &random) {
            attributes["new_\(number)"] = value(&random, depth: 0)
        }
        return attributes
    }

    private static func value(_ random: inout SplitMix64, depth: Int) -> CRMValue {
        switch Int.random(in: 0...(depth > 1 ? 10 : 13), using: &random) {
        case 0: return .null
        case 1:
            return .string(
                ["a", "/", "\"", "\\", "é", "\n"][Int.random(in: 0...5, using: &random)])
        case 2: return .int(.random(in: .min ... .max, using: &random))
        case 3: return .long(.random(in: .min ... .max, using: &random))
        case 4: return .double(Double.random(in: -1e9...1e9, using: &random))
        case 5: return .bool(.random(using: &random))
        case 6:
            return .date(
                Timestamp(
                    microseconds: .random(
                        in: -9_000_000_000_000...9_000_000_000_000_000, using: &random)))
        case 7: return .guid(GUID(high: random.next(), low: random.next()))
        case 8: return .option(OptionSetValue(.random(in: 0...9, using: &random)))
        case 9: return .options([1, 2])
        case 10: return .reference(EntityReference("account", GUID(high: 1, low: random.next())))
        case 11: return .entity(Entity("a", id: .zero, ["x": value(&random, depth: depth + 1)]))
        case 12:
            return .entities(
                EntityCollection([Entity("p", ["y": value(&random, depth: depth + 1)])]))
        default:
            return .aliased(
                AliasedValue(entity: "a", attribute: "b", value(&random, depth: depth + 1)))
        }
    }

    private static func plain(_ attributes: AttributeCollection) -> Value {
        .object(.init(attributes.map { ($0.key, plain($0.value)) }))
    }

    private static func plain(_ value: CRMValue) -> Value {
        switch value {
        case .string(let text): .string(text)
        case .int(let number): .integer(Int64(number))
        case .long(let number): .integer(number)
        case .double(let number): .number(number)
        case .bool(let flag): .bool(flag)
        case .date(let time):
            .string(Timestamp(microseconds: time.flooredMilliseconds * 1000).description)
        case .guid(let id): .string(id.description)
        case .option(let option): .integer(Int64(option.value))
        case .options(let options): .array(options.map { .integer(Int64($0.value)) })
        case .reference(let reference):
            [
                "id": .string(reference.id.description),
                "logicalname": .string(reference.logicalName), "name": nil,
            ]
        case .entity(let entity): plain(entity)
        case .entities(let collection): .array(collection.entities.map { plain($0) })
        case .aliased(let aliased): plain(aliased.value)
        default: .null
        }
    }

    private static func plain(_ entity: Entity) -> Value {
        [
            "id": .string((entity.id ?? .zero).description),
            "logicalname": .string(entity.logicalName), "attributes": plain(entity.attributes),
        ]
    }
}
