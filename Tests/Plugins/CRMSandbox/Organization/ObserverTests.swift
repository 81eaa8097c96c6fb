import CRMPlugin
import PeriluneCore
import Synchronization
import Testing

@testable import CRMSandboxPlugin

struct ObserverTests {
    /// Writes down what it is shown, and vetoes what it is told to.
    final class Recorder: OperationObserver {
        struct Entry: Sendable, Equatable {
            var stage: Int
            var message: String
            var depth: Int
        }

        let entries = Mutex<[Entry]>([])
        let committed = Mutex<[Operation]>([])
        let vetoed: String?
        let during: @Sendable (Session) -> Void

        init(vetoing: String? = nil, during: @escaping @Sendable (Session) -> Void = { _ in }) {
            vetoed = vetoing
            self.during = during
        }

        func interest(
            in message: String, on entity: String, session: Session
        ) throws(CRMFault) -> OperationInterest? {
            entity == "account" || entity == "task" ? [.preImage, .postImage] : nil
        }

        func observe(
            _ operation: inout Operation, at stage: Operation.Stage, session: Session
        ) throws(CRMFault) {
            let entry = Entry(
                stage: stage.rawValue, message: operation.message, depth: operation.depth)
            entries.withLock { $0.append(entry) }
            during(session)
            if stage == .postOperation, operation.message == vetoed {
                throw CRMFault(.isvAborted, "no")
            }
        }

        func committed(_ operations: [Operation], of organization: Organization) {
            committed.withLock { $0 += operations }
        }
    }

    @Test func observesEveryStageAndTheImages() throws {
        let recorder = Recorder()
        let sandbox = try Sandbox { $0.observers = [recorder] }
        let id = try sandbox.create("account", ["name": "A"])
        try sandbox.update("account", id, ["name": "B"])
        #expect(
            recorder.entries.withLock { $0 }.map(\.stage) == [10, 20, 40, 10, 20, 40])
        let operations = recorder.committed.withLock { $0 }
        #expect(operations.map(\.message) == ["Create", "Update"])
        #expect(operations[0].preImage == nil)
        #expect(operations[0].target?.id == id)
        #expect(operations[1].preImage?["name"] == "A")
        #expect(operations[1].postImage?["name"] == "B")
        #expect(operations[0].correlationId != operations[1].correlationId)
    }

    @Test func aVetoRollsEverythingBack() throws {
        let recorder = Recorder(vetoing: "Update")
        let sandbox = try Sandbox { $0.observers = [recorder] }
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.update("account", id, ["name": "B"])
        }
        #expect(fault == CRMFault(.isvAborted, "no"))
        #expect(try sandbox.retrieve("account", id)["name"] == "A")
        #expect(recorder.committed.withLock { $0.map(\.message) } == ["Create", "Retrieve"])
    }

    @Test func nestedOperationsAreDeeperAndShareTheCorrelation() throws {
        let recorder = Recorder()
        let sandbox = try Sandbox { $0.observers = [recorder] }
        var account = Entity("account", ["name": "A"])
        account.relatedEntities = [
            .init(Relationship("Account_Tasks"), EntityCollection([Entity("task")]))
        ]
        try sandbox.create(account)
        let operations = recorder.committed.withLock { $0 }
        #expect(operations.map(\.target?.logicalName) == ["task", "account"])
        #expect(operations.map(\.depth) == [2, 1])
        #expect(Set(operations.map(\.correlationId)).count == 1)
        #expect(operations[0].requestId == operations[1].requestId)
        #expect(operations[0].parent?.operation.message == "Create")
    }

    @Test func readersContinueWhileAWriterWaitsForAWebhook() throws {
        let answers = Mutex<[String]>([])
        let recorder = Recorder { session in
            session.releasingAccess {
                // As the receiver of a webhook would, in the middle of the writer's transaction.
                let response = try? session.organization.execute(OrganizationRequest("WhoAmI"))
                answers.withLock { $0.append(response?.responseName ?? "none") }
            }
        }
        let sandbox = try Sandbox { $0.observers = [recorder] }
        try sandbox.create("account", ["name": "A"])
        #expect(answers.withLock { $0 } == ["WhoAmI", "WhoAmI", "WhoAmI"])
    }

    @Test func anAttemptIsRolledBackAlone() throws {
        let sandbox = try Sandbox()
        let (kept, lost) = (GUID.random(), GUID.random())
        try sandbox.organization.withSession { (session) throws(CRMFault) in
            try session.create(Entity("account", id: kept))
            try? session.attempt { () throws(CRMFault) in
                try session.create(Entity("account", id: lost))
                throw CRMFault(.unexpected, "back")
            }
        }
        _ = try sandbox.retrieve("account", kept)
        #expect(throws: CRMFault.self) { try sandbox.retrieve("account", lost) }
    }
}
