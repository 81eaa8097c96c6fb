import LinkDrillPlugin
import PeriluneCore
import Testing

struct NavigationTests {
    private func json(_ text: String) throws -> [String] {
        try Navigation.steps(for: Link(text)).map(\.value.json)
    }

    @Test func describesTheNavigationOfTheApp() throws {
        let report = "8D679D3711D3E4981000E787EC6DE8A4"
        #expect(
            try json("mstr://?reportViewMode=1&evt=4001&reportID=\(report)") == [
                #"{"event":"run report","number":4001,"target":"\#(report)","parameters":"#
                    + #"{"reportViewMode":1,"reportID":"\#(report)"}}"#
            ])
    }

    /// Swift takes the Kelvin sign for a K, rules do not.
    @Test func aLookalikeNameIsAnotherParameter() throws {
        func target(_ name: String) throws -> String? {
            try Navigation.steps(for: Link("mstr://?evt=2048076&\(name)=P4"))[0].target
        }
        #expect(try target("pKey") == "P4")
        #expect(try target("p%E2%84%AAey") == nil)
    }

    @Test func namesBothScreensIfThePlatformIsUnknown() throws {
        #expect(
            try json("mstr://?evt=3997") == [#"{"event":"reports / subscriptions","number":3997}"#])
    }

    @Test func opensLinksWithoutAnEvent() throws {
        #expect(try json("tel:+1") == [#"{"event":"open link","target":"tel:+1"}"#])
        #expect(
            try json("https://u:p@h/?token=x")
                == [#"{"event":"open link","target":"https://***@h/?token=***"}"#])
    }

    @Test func masksSecretsAndCollectsRepeatedParameters() throws {
        #expect(
            try Navigation.steps(for: Link("app://?evt=10000001&pwd=x&a=1&a=2&a=3"))[0].parameters
                == .init([("pwd", "***"), ("a", ["1", "2", "3"])]))
    }

    @Test func masksLinksInsideParameters() throws {
        let step = try Navigation.steps(for: Link("app://?evt=10000001&next=https%3A%2F%2Fu:p@h"))[
            0]
        #expect(step.parameters["next"] == "https://***@h")
    }

    @Test func carriesWarnings() throws {
        #expect(
            try json("mstr://?evt=4242") == [
                #"{"event":"unknown event","number":4242,"warnings":[{"code":"link.event.unknown","#
                    + #""parameter":"evt","message":"the event 4242 is not in the catalogue"}]}"#
            ])
    }

    @Test func targetsTheAppThatIsLaunched() throws {
        let step = try Navigation.steps(for: Link("sales://?evt=3992&account=7&pwd=x"))[0]
        #expect(step.event == "third-party launch")
        #expect(step.target == "sales://?evt=3992&account=7&pwd=***")
    }

    @Test func hasAStepForEachEvent() throws {
        let steps = try Navigation.steps(for: Link("mstr://?evt=3124&evt=3995&evtorder=3995,3124"))
        #expect(steps.map(\.event) == ["home", "back"])
    }

    @Test func neverShowsASecret() throws {
        let link = try Link("mstr://?evt=4001&reportName=R&uid=S3CRET&pwd={S3CRET@x}&pwd=S3CRET")
        let text = Navigation.steps(for: link).map(\.value.json).joined()
        #expect(!text.contains("S3CRET"))
    }
}
