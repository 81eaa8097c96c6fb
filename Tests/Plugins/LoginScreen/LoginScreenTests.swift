import Perilune
import PeriluneCore
import PeriluneLua
import Testing

@testable import LoginScreenPlugin

struct LoginScreenTests {
    private func results(_ body: String) async throws -> Host.Results {
        let host = try await Host {
            LoginScreen([("welcome", try Fixtures.file("theme1.plist"))])
            Script(
                name: "rule.lua",
                source: """
                    local login = require "login"
                    return { execute = function(event, commander) \(body) end }
                    """)
        }
        return try await host.process(all: [Event(id: "e", source: "s", type: "test")])
    }

    @Test func scriptsReadTheScreenOfADevice() async throws {
        let results = try await results(
            """
            local screen = login.resolve("welcome", { device = "iphone-xr", orientation = "portrait" })
            commander:emit({ screen.style, screen.background.image, screen.elementWidth, screen.buttons[2].text,
              screen.buttons[2].authentication, screen.icon.size, screen.stayLoggedIn.checked })
            """)
        #expect(results.records[0].error == nil)
        #expect(
            String(decoding: results.output, as: UTF8.self)
                == #"["theme1","login_iphone_x",354.0,"Sign in with your company's account","saml",96.0,false]"#
                + "\n")
    }

    @Test(arguments: [
        (#"login.resolve("welcom")"#, "did you mean 'welcome'?"),
        (#"login.resolve("welcome", { device = "ipaq" })"#, "did you mean 'ipad'?"),
        (#"login.resolve("welcome", { orientation = "up" })"#, "landscape or portrait"),
    ])
    func reportsUnknownNamesWithASuggestion(body: String, message: String) async throws {
        let error = try await results(body).records[0].error
        #expect(error?.message.contains(message) == true)
    }

    @Test func aScreenIsAView() async throws {
        var registry = Registry()
        try LoginScreen([("welcome", try Fixtures.file("theme2.plist"))]).register(in: &registry)
        #expect(await registry.views.views == ["welcome"])
        let pad = try await registry.views.picture(PictureRequest("welcome"))
        #expect((pad.width, pad.height) == (1080, 810))
        let phone = try await registry.views.picture(
            PictureRequest("welcome@iphone-x", orientation: .portrait))
        #expect((phone.width, phone.height) == (375, 812))
        #expect(
            phone.alternative
                == "Login screen on iPhone X, portrait. Style theme2, buttons: Log In, Look around as a guest"
        )
        await #expect(throws: PeriluneError.self) {
            _ = try await registry.views.picture(PictureRequest("other"))
        }
    }

    @Test func aScreenIsAtLeast240PointsWideAndHigh() async throws {
        var registry = Registry()
        try LoginScreen([("welcome", try Fixtures.file("theme2.plist"))]).register(in: &registry)
        let views = registry.views
        let least = try await views.picture(PictureRequest("welcome", width: 240, height: 240))
        #expect(least.width == 240)
        for (width, height) in [(239.0, 240.0), (240, 239)] {
            let error = await #expect(throws: PeriluneError.self) {
                try await views.picture(PictureRequest("welcome", width: width, height: height))
            }
            #expect(error?.code == "login.size")
        }
    }

    @Test func withoutScreensNoViewIsRegistered() throws {
        var registry = Registry()
        try LoginScreen().register(in: &registry)
        #expect(registry.views.isEmpty)
    }
}
