import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct KitMessagesTests {
    let sandbox: Sandbox
    let kit: GUID
    let lamp: GUID

    init() throws {
        sandbox = try Sandbox()
        kit = try sandbox.create("product", ["name": "Kit", "iskit": true])
        lamp = try sandbox.create("product", ["name": "Lamp"])
    }

    private func add(_ product: GUID, to kit: GUID) throws(CRMFault) {
        try sandbox.execute("AddProductToKit", ["KitId": .guid(kit), "ProductId": .guid(product)])
    }

    @Test func linksTheProductIntoTheKit() throws {
        try add(lamp, to: kit)
        let link = try #require(try sandbox.find("productassociation").first)
        #expect(link["productid"] == reference("product", kit))
        #expect(link["associatedproduct"] == reference("product", lamp))
        #expect(link["quantity"] == .decimal(1))
    }

    @Test func plainProductIsNotAKit() {
        let fault = fault { () throws(CRMFault) in try add(kit, to: lamp) }
        #expect(fault?.code == ErrorCode(0x8004_3AFD))
    }

    @Test func kitInItselfFaults() throws {
        #expect(
            fault { () throws(CRMFault) in try add(kit, to: kit) }?.code == ErrorCode(0x8004_3AFE))
        let bundle = try sandbox.create(
            "product", ["name": "Bundle", "productstructure": .option(3)])
        #expect(
            fault { () throws(CRMFault) in try add(bundle, to: bundle) }?.code
                == ErrorCode(0x8006_1032))
    }

    @Test func loopFaults() throws {
        let inner = try sandbox.create("product", ["name": "Inner", "iskit": true])
        let innermost = try sandbox.create("product", ["name": "Innermost", "iskit": true])
        try add(inner, to: kit)
        try add(innermost, to: inner)
        let fault = fault { () throws(CRMFault) in try add(kit, to: innermost) }
        #expect(fault?.code == ErrorCode(0x8004_3B23))
    }

    @Test func familyFaults() throws {
        let family = try sandbox.create(
            "product", ["name": "Lights", "productstructure": .option(2)])
        let fault = fault { () throws(CRMFault) in try add(family, to: kit) }
        #expect(fault?.code == ErrorCode(0x8006_1024))
    }

    @Test func retiredKitFaults() throws {
        try sandbox.setState("product", kit, 1, 2)
        #expect(fault { () throws(CRMFault) in try add(lamp, to: kit) }?.code == .invalidState)
    }

    @Test func sameProductTwiceFaults() throws {
        try add(lamp, to: kit)
        #expect(fault { () throws(CRMFault) in try add(lamp, to: kit) } == .duplicate)
    }

    @Test func unknownProductFaults() {
        let fault = fault { () throws(CRMFault) in try add(.random(), to: kit) }
        #expect(fault?.code == .objectDoesNotExist)
    }
}
