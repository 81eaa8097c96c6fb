internal import PeriluneCore

extension BuiltInModules {
    static let ip = HostModule(
        "ip", "Internet addresses and networks, IPv4 and IPv6.",
        [
            HostFunction(
                "parse",
                "Returns an address in its shortest spelling; nil for anything else, also for numbers with leading zeros.",
                [address], returns: "string?", .native),
            HostFunction(
                "version", "Returns 4 or 6; nil if the text is not an address.", [address],
                returns: "integer?", .native),
            HostFunction(
                "contains",
                "Returns whether an address is in a network; false if the text is not an address. An IPv4 network also contains its addresses as IPv6, such as ::ffff:10.0.0.1.",
                [
                    .init(
                        "network", .string,
                        "such as 10.0.0.0/8 or 2001:db8::/32, or a single address"),
                    address,
                ], returns: "boolean", .native),
            HostFunction(
                "isPrivate",
                "Returns whether an address is private, shared (100.64.0.0/10), link-local or loopback; nil if the text is not an address.",
                [address], returns: "boolean?", .native),
        ])

    private static let address = HostFunction.Parameter(
        "address", .string, "such as 192.168.0.1 or 2001:db8::1")
}
