import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct MoneyTests {
    let sandbox: Sandbox
    let euro: GUID

    init() throws {
        sandbox = try Sandbox()
        euro = try sandbox.create(
            "transactioncurrency",
            [
                "currencyname": "Euro", "currencysymbol": "€", "currencyprecision": 2,
                "exchangerate": .decimal(CRMDecimal("0.8") ?? 0),
            ])
    }

    @Test func baseAmountsFollowFromTheExchangeRate() throws {
        let id = try sandbox.create(
            "account",
            [
                "revenue": .money(Money(100)),
                "transactioncurrencyid": reference("transactioncurrency", euro),
            ])
        let account = try sandbox.retrieve("account", id)
        #expect(account["revenue_base", as: Money.self]?.value == 125)
        #expect(account["exchangerate", as: CRMDecimal.self] == CRMDecimal("0.8"))
        #expect(account.formattedValues["revenue"] == "€100.00")
        #expect(account.formattedValues["revenue_base"] == "$125.00")
    }

    @Test func theCurrencyIsTheOrganizationsUnlessTheUserHasOne() throws {
        let first = try sandbox.create("account", ["revenue": .money(Money(1))])
        try sandbox.update(
            "systemuser", WellKnown.administrator,
            ["transactioncurrencyid": reference("transactioncurrency", euro)])
        let second = try sandbox.create("account", ["revenue": .money(Money(1))])
        func currency(_ id: GUID) throws -> GUID? {
            try sandbox.retrieve("account", id)["transactioncurrencyid", as: EntityReference.self]?
                .id
        }
        #expect(try currency(first) == WellKnown.baseCurrency)
        #expect(try currency(second) == euro)
    }

    @Test func anotherCurrencyChangesAllBaseAmounts() throws {
        let id = try sandbox.create(
            "account", ["revenue": .money(Money(100)), "creditlimit": .money(Money(8))])
        try sandbox.update(
            "account", id, ["transactioncurrencyid": reference("transactioncurrency", euro)])
        let account = try sandbox.retrieve("account", id)
        #expect(account["revenue_base", as: Money.self]?.value == 125)
        #expect(account["creditlimit_base", as: Money.self]?.value == 10)
    }

    @Test func clearingAnAmountClearsItsBase() throws {
        let id = try sandbox.create("account", ["revenue": .money(Money(100))])
        try sandbox.update("account", id, ["revenue": .null])
        #expect(try sandbox.retrieve("account", id)["revenue_base"] == nil)
    }

    @Test func refusesACurrencyThatIsNotThere() throws {
        let fault = fault { () throws(CRMFault) in
            try sandbox.create(
                "account", ["transactioncurrencyid": reference("transactioncurrency", .random())])
        }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func roundsToTheCurrencysDigits() throws {
        let id = try sandbox.create(
            "account", ["revenue": .money(Money(CRMDecimal("1.005") ?? 0))])
        #expect(
            try sandbox.retrieve("account", id)["revenue", as: Money.self]?.value
                == CRMDecimal("1.01"))
    }

    @Test func negativeAmountsAreInParentheses() throws {
        #expect(
            Formatting.money(CRMDecimal("-1234.5") ?? 0, symbol: "$", digits: 2) == "($1,234.50)")
    }
}
