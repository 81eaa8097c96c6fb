import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct ValueCheckTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func code(_ name: String, _ value: CRMValue) -> ErrorCode? {
        fault { () throws(CRMFault) in try sandbox.create("account", [name: value]) }?.code
    }

    @Test func refusesATextThatIsTooLong() {
        let long = String(repeating: "x", count: 161)
        #expect(code("name", .string(long)) == .stringLengthTooLong)
    }

    @Test func countsCharactersAsDotNetDoes() throws {
        // 160 characters, 320 bytes.
        try sandbox.create("account", ["name": .string(String(repeating: "ä", count: 160))])
        #expect(code("name", .string(String(repeating: "🙂", count: 81))) == .stringLengthTooLong)
    }

    @Test func refusesANumberOutOfRange() {
        #expect(code("numberofemployees", -1) == .integerValueOutOfRange)
        #expect(code("numberofemployees", .long(1 << 40)) == .integerValueOutOfRange)
        #expect(code("address1_latitude", .double(91)) == .decimalValueOutOfRange)
        #expect(code("address1_latitude", .double(.nan)) == .decimalValueOutOfRange)
        #expect(
            code("revenue", .money(Money(CRMDecimal("1e15") ?? 0))) == .decimalValueOutOfRange)
    }

    @Test func refusesAChoiceThatIsNotThere() {
        #expect(code("industrycode", .option(99)) == .picklistValueOutOfRange)
    }

    @Test func refusesADateBefore1753() throws {
        let last = try #require(Timestamp("1752-12-31T23:59:59Z"))
        let first = try #require(Timestamp("1753-01-01T00:00:00Z"))
        #expect(code("lastusedincampaign", .date(last)) == .invalidDateTime)
        let id = try sandbox.create("account", ["lastusedincampaign": .date(first)])
        #expect(try sandbox.retrieve("account", id)["lastusedincampaign"] == .date(first))
    }

    @Test func floorsDatesToSeconds() throws {
        let date = try #require(Timestamp("1960-01-01T00:00:00.75Z"))
        let id = try sandbox.create("account", ["lastusedincampaign": .date(date)])
        #expect(
            try sandbox.retrieve("account", id)["lastusedincampaign"]
                == .date(try #require(Timestamp("1960-01-01T00:00:00Z"))))
    }

    @Test func refusesAValueOfAnotherType() {
        #expect(code("name", 1) == .invalidArgument)
        #expect(code("creditonhold", "yes") == .invalidArgument)
        #expect(code("primarycontactid", "x") == .invalidArgument)
    }

    @Test func acceptsNumbersOfEitherKind() throws {
        let id = try sandbox.create("account", ["revenue": .decimal(CRMDecimal("1.5") ?? 0)])
        #expect(
            try sandbox.retrieve("account", id)["revenue", as: Money.self]?.value
                == CRMDecimal("1.5"))
    }

    @Test func amountsAreExactToTheCurrencysDigits() throws {
        let amount = try #require(CRMDecimal("123456789012.34"))
        let id = try sandbox.create("account", ["revenue": .money(Money(amount))])
        #expect(try sandbox.retrieve("account", id)["revenue", as: Money.self]?.value == amount)
    }
}
