/// The files of a new package with a host and a rule.
enum NewHost {
    static func files(named name: String, perilune: String) -> [NewFile] {
        [
            NewFile("Package.swift", package(name, perilune)),
            NewFile("Sources/\(name)/main.swift", host),
            NewFile("rules/orders.lua", rule),
        ]
    }

    private static func package(_ name: String, _ perilune: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [.package(name: "perilune", path: "\(perilune)")],
            targets: [
                .executableTarget(
                    name: "\(name)",
                    dependencies: [.product(name: "Perilune", package: "perilune")])
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }

    private static let host = """
        import Perilune

        let host = try await Host {
            try Script("rules/orders.lua")
            Delegate(on: "shop.*", name: "everything else") { event, commander in .handled }
        }
        let record = try await host.process(
            Event(id: "1", source: "shop", type: "shop.order", data: ["total": 1250]))
        print(record.json)

        """

    private static let rule = """
        return {
          on = "shop.order",
          execute = function(event, commander)
            if event.data.total > 1000 then return commander:reject("needs approval") end
            return commander:pass()
          end,
        }

        """
}
