import Foundation
import PeriluneCore
import PeriluneJSON
import Testing

@testable import CRMPlugin

/// The identities of real deliveries, and of others that the same requests bring about.
struct DeliveryIdentityTests {
    /// A context of the folder `Contexts`.
    struct Context: Sendable, CustomStringConvertible {
        let name: String
        let value: Value

        var description: String { name }
        var isSynchronous: Bool { value["Mode"] == 0 }

        static let all: [Context] = {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "Contexts")
            let files = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            return (files ?? []).filter { $0.pathExtension == "json" }.compactMap { file in
                guard let data = try? Data(contentsOf: file),
                    let value = try? Value(json: [UInt8](data))
                else { return nil }
                return Context(name: file.deletingPathExtension().lastPathComponent, value: value)
            }.sorted { $0.name < $1.name }
        }()
    }

    private static func id(_ value: Value) throws -> String {
        try WebhookReader().read(Array(value.json.utf8), organization: "dev").id
    }

    private static func guid(_ number: Int) -> Value {
        .string("00000000-0000-4000-8000-" + String(String(1_000_000_000_000 + number).dropFirst()))
    }

    /// A context with other members.
    private static func changed(_ value: Value, _ changes: [(String, Value)]) -> Value {
        guard case .object(var members) = value else { return value }
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    /// Deliveries of the same request, each of which is to be decided.
    private static func relatives(of context: Context) -> [(what: String, value: Value)] {
        let value = context.value
        var relatives: [(String, Value)] = [("itself", value)]
        // An asynchronous delivery has a job of its own.
        func add(_ what: String, _ changes: [(String, Value)]) {
            let job: [(String, Value)] =
                context.isSynchronous ? [] : [("OperationId", guid(relatives.count))]
            relatives.append((what, changed(value, changes + job)))
        }
        add("another record of the request", [("PrimaryEntityId", guid(100))])
        add("a record of a batch", [("PrimaryEntityId", guid(101))])
        add("the record again, later", [("OperationCreatedOn", "/Date(1800000000001)/")])
        add(
            "the record again, at the same time, with other values",
            [("InputParameters", .array([["key": "Target", "value": .null]]))])
        add(
            "an operation that it brings about",
            [("Depth", 2), ("ParentContext", value), ("PrimaryEntityName", "task")])
        add("another message on the record", [("MessageName", "Assign")])
        add("another step", [("OwningExtension", ["Id": guid(102)])])
        add("another stage", [("Stage", 20)])
        return relatives
    }

    @Test func samplesIncludeSynchronousAndAsynchronousContexts() {
        #expect(Context.all.count == 10)
        #expect(Context.all.count(where: \.isSynchronous) == 5)
    }

    @Test(arguments: Context.all)
    func allDeliveriesOfARequestHaveDistinctIdentities(_ context: Context) throws {
        let relatives = Self.relatives(of: context)
        var known: [String: String] = [:]
        for relative in relatives {
            let id = try Self.id(relative.value)
            #expect(known[id] == nil, "\(relative.what) is \(known[id] ?? "")")
            known[id] = relative.what
        }
        #expect(known.count == 9)
    }

    @Test(arguments: Context.all)
    func aRepeatedDeliveryHasTheSameIdentity(_ context: Context) throws {
        for relative in Self.relatives(of: context) {
            #expect(try Self.id(relative.value) == Self.id(relative.value))
        }
        let body = Array(context.value.json.utf8)
        let reading = try WebhookReader().read([0xEF, 0xBB, 0xBF] + body, organization: "dev")
        #expect(try Self.id(context.value) == reading.id)
    }

    @Test(arguments: Context.all.filter { !$0.isSynchronous })
    func aRepeatedSystemJobHasTheSameIdentityWithAnyParameters(_ context: Context) throws {
        let truncated = Self.changed(
            context.value, [("InputParameters", .null), ("ParentContext", .null)])
        #expect(try Self.id(truncated) == Self.id(context.value))
    }

    @Test(arguments: Context.all)
    func anIdentityBeginsWithTheCorrelation(_ context: Context) throws {
        let correlation = context.value["CorrelationId"]?.string ?? ""
        #expect(try Self.id(context.value).hasPrefix(correlation.lowercased() + "/"))
    }

    @Test(arguments: Context.all)
    func aContextSharesItsOperationWithItsParent(_ context: Context) throws {
        let value = context.value
        let request = value["RequestId"] ?? .null
        #expect((value["OperationId"] == request) == context.isSynchronous)
        #expect(value["ParentContext"]?["OperationId"] == value["OperationId"])
        #expect(value["ParentContext"]?["RequestId"] == value["RequestId"])
        #expect(value["ParentContext"]?["Stage"] == 30)
        #expect(value["ParentContext"]?["CorrelationId"] == value["CorrelationId"])
    }
}
