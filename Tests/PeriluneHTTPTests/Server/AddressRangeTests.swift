import Glibc
import PeriluneHTTP
import Testing

struct AddressRangeTests {
    @Test(arguments: [
        "10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8", "0.0.0.0/0", "::/0", "192.168.1.7/32",
    ])
    func readsAddressesAndNetworks(text: String) { #expect(AddressRange(text) != nil) }

    @Test(arguments: [
        "", "localhost", "10.0.0.0/33", "::1/129", "10.0.0/8", "10.0.0.0/", "10.0.0.0/8/8", "/8",
        "10.0.0.0/-1",
    ])
    func refusesInvalidAddressesAndNetworks(text: String) { #expect(AddressRange(text) == nil) }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.1.0.0/15", "10.0.3.4", true), ("10.2.0.0/15", "10.1.3.4", false),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("::1", "::1", true), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::/0", "10.0.0.1", true),
    ])
    func containsItsAddresses(range: String, address: String, isInside: Bool) {
        #expect(AddressRange(range)?.contains(address) == isInside)
    }
}
