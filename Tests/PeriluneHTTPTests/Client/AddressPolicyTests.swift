import Testing

@testable import PeriluneHTTP

struct AddressPolicyTests {
    @Test(arguments: [
        "127.0.0.1", "127.255.0.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1",
        "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "fe80::1", "fc00::1",
        "fd12::1", "fec0::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "100::1", "x",
    ])
    func specialAddressesAreRefused(_ address: String) {
        #expect(!AddressPolicy().allows(address))
    }

    @Test(arguments: [
        "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.128.0.1", "223.255.255.255", "::ffff:8.8.8.8",
        "64:ff9b::808:808", "2606:4700::1111", "2a00:1450::1",
    ])
    func publicAddressesAreAllowed(_ address: String) {
        #expect(AddressPolicy().allows(address))
    }

    @Test func aRangeAllowsWhatIsInIt() throws {
        let policy = AddressPolicy(allowing: [try #require(AddressRange("10.1.0.0/16"))])
        #expect(policy.allows("10.1.2.3"))
        #expect(policy.allows("::ffff:10.1.2.3"))
        #expect(!policy.allows("10.2.0.1"))
        #expect(policy.allows("1.1.1.1"))
    }
}
