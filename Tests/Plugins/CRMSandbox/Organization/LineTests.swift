import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct LineTests {
    let sandbox: Sandbox
    let quote: GUID

    init() throws {
        sandbox = try Sandbox()
        quote = try sandbox.create(
            "quote", ["name": "Q", "freightamount": .money(Money(5))])
    }

    @discardableResult
    private func line(_ quantity: Int, at price: Int) throws(CRMFault) -> GUID {
        try sandbox.create(
            "quotedetail",
            [
                "quoteid": reference("quote", quote), "quantity": .decimal(CRMDecimal(quantity)),
                "priceperunit": .money(Money(CRMDecimal(price))), "tax": .money(Money(1)),
                "manualdiscountamount": .money(Money(2)),
            ])
    }

    private func amount(_ entity: String, _ id: GUID, _ name: String) throws -> CRMDecimal? {
        try sandbox.retrieve(entity, id, [name])[name, as: Money.self]?.value
    }

    @Test func aLineIsPriceTimesQuantityLessDiscountPlusTax() throws {
        let id = try line(3, at: 10)
        #expect(try amount("quotedetail", id, "baseamount") == 30)
        #expect(try amount("quotedetail", id, "extendedamount") == 29)
    }

    @Test func totalsFollowTheLines() throws {
        try line(3, at: 10)
        try line(1, at: 100)
        #expect(try amount("quote", quote, "totallineitemamount") == 126)
        #expect(try amount("quote", quote, "totaltax") == 2)
        #expect(try amount("quote", quote, "totalamount") == 133)
        #expect(try amount("quote", quote, "totalamount_base") == 133)
    }

    @Test func aDiscountChangesTheTotal() throws {
        try line(1, at: 101)
        try sandbox.update("quote", quote, ["discountpercentage": .decimal(10)])
        #expect(try amount("quote", quote, "totalamount") == CRMDecimal("95.1"))
    }

    @Test func aLineNeedsItsParent() throws {
        let fault = fault { () throws(CRMFault) in
            try sandbox.create("quotedetail", ["quantity": .decimal(1)])
        }
        #expect(fault == CRMFault(.invalidArgument, "Required field 'quoteid' is missing"))
    }
}
