import PeriluneCore
import PeriluneLua
import Testing

/// The module `ip`.
struct AddressTests {
    private let lab = Lab()
    private let before = #"local ip = require "ip""#

    private func value(_ expression: String) async throws -> String {
        try await lab.emitted("commander:emit(\(expression))", before: before).first ?? ""
    }

    // RFC 5952 has the shortest spellings.
    @Test(arguments: [
        ("192.168.0.1", "192.168.0.1"), ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:0db8::0001", "2001:db8::1"), ("::", "::"), ("::ffff:10.0.0.1", "::ffff:10.0.0.1"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ])
    func aParsedAddressHasItsShortestSpelling(_ text: String, _ result: String) async throws {
        #expect(try await value("ip.parse('\(text)')") == "\"\(result)\"")
        #expect(try await value("ip.version('\(text)')") == (text.contains(":") ? "6" : "4"))
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "0x1.2.3.4", " 1.2.3.4", "1.2.3.4 ",
        "1.2.3.4\\0", "1.2.3.4/8", "16909060", ":", ":::", "1::2::3", "12345::", "g::",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "[::1]", "fe80::1%eth0", "::1.2.3",
        "::ffff:1.2.3.4:5", "1.2.3.４",
    ])
    func anythingElseIsNotAnAddress(_ text: String) async throws {
        #expect(
            try await value(
                "ip.parse('\(text)') == nil and ip.version('\(text)') == nil and ip.isPrivate('\(text)') == nil and not ip.contains('::/0', '\(text)') and not ip.contains('0.0.0.0/0', '\(text)')"
            ) == "true")
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("192.168.1.128/25", "192.168.1.127", false), ("192.168.1.128/25", "192.168.1.128", true),
        ("172.16.5.4/12", "172.31.0.1", true), ("0.0.0.0/0", "1.2.3.4", true),
        ("1.2.3.4", "1.2.3.4", true), ("1.2.3.4", "1.2.3.5", false),
        ("1.2.3.4/31", "1.2.3.5", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
        ("2001:db8::/33", "2001:db8:8000::", false), ("::/0", "1.2.3.4", false),
        ("0.0.0.0/0", "::1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
        ("::ffff:0:0/96", "::ffff:10.1.2.3", true), ("fe80::/10", "febf::1", true),
        ("fe80::/10", "fec0::1", false), ("::1/128", "::1", true),
    ])
    func aNetworkContainsItsAddresses(
        _ network: String, _ address: String, _ isWithin: Bool
    ) async throws {
        #expect(try await value("ip.contains('\(network)', '\(address)')") == "\(isWithin)")
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/-1", "10.0.0/8", "::/129", "/8",
        "10.0.0.0/8/8", "10.0.0.0/8\\0",
    ])
    func anInvalidNetworkIsAnError(_ network: String) async throws {
        let error = try await lab.error(
            "local x = ip.contains('\(network)', '10.0.0.1')", before: before)
        #expect(error.code.rawValue == "ip.network")
        #expect(error.place.line == 4)
    }

    @Test func privateAddressesAreThoseOfTheStandards() async throws {
        for address in [
            "10.0.0.1", "172.31.255.255", "192.168.0.0", "100.64.0.1", "169.254.1.1", "127.0.0.1",
            "::1", "fd00::1", "fe80::1", "::ffff:192.168.0.1",
        ] {
            #expect(try await value("ip.isPrivate('\(address)')") == "true", "\(address)")
        }
        for address in ["172.32.0.0", "8.8.8.8", "100.128.0.0", "2001:db8::1", "::2", "fec0::1"] {
            #expect(try await value("ip.isPrivate('\(address)')") == "false", "\(address)")
        }
    }
}
