import PeriluneCore

/// The module `login`: what login screens look like on a device.
enum LoginModule {
    static func module(_ screens: LoginViews) -> HostModule {
        HostModule(
            "login", "Customized login screens, as a device shows them.",
            [
                HostFunction(
                    "resolve",
                    "A screen with every default filled in: style, background, icon, labels, buttons.",
                    [
                        .init("screen", .string, "its name"),
                        .init(
                            "options", .table, optional: true,
                            "device: ipad, iphone-x, ...; orientation: landscape or portrait"),
                    ], returns: "table",
                    .sync { arguments, _ throws(PeriluneError) in
                        try screens.model(
                            arguments.first?.string ?? "", arguments.dropFirst().first)
                    })
            ])
    }
}
