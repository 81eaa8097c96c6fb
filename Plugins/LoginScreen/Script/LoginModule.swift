import PeriluneCore

/// The module `login`: what login screens look like on a device.
enum LoginModule {
    static func module(_ screens: LoginViews) -> HostModule {
        HostModule(
            "login", "Describes customized login screens.",
            [
                HostFunction(
                    "resolve",
                    "Returns a screen with all defaults filled in: style, background, icon, labels, buttons.",
                    [
                        .init("screen", .string, "the name of the screen"),
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
