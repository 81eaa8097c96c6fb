import Foundation
import PeriluneCore
import PeriluneFiles
import Testing

struct SettingsTests {
    private func settings(_ value: Value, folder: String = "") throws -> Settings {
        try Settings(
            value,
            of: SettingsSource(code: "test", folder: folder, firstIndex: 1) { part in
                .init(file: part)
            })
    }

    private func error(_ body: () throws -> Void) -> PeriluneError? {
        #expect(throws: PeriluneError.self) { try body() }
    }

    @Test func mistakesHaveThePlaceThatTheSourceKnows() throws {
        let root = try settings(["list": [["a": 1], ["a": "x"]]])
        let error = error {
            var root = root
            for element in try root.list("list") {
                var element = element
                _ = try element.number("a", in: 0...5)
            }
        }
        #expect(error?.message == "list[2].a must be an integer from 0 to 5")
        #expect(error?.place.file == "list[2].a")
    }

    @Test func anEmptyTableOfLuaIsAnEmptyList() throws {
        var root = try settings(["list": .object(.init()), "texts": .object(.init())])
        #expect(try root.list("list").isEmpty)
        #expect(try root.texts("texts").isEmpty)
    }

    @Test func namesOfFilesBeginInTheFolder() throws {
        var root = try settings(["a": "x.pem", "b": "/x.pem"], folder: "conf/")
        #expect(try root.file("a") == "conf/x.pem")
        #expect(try root.file("b") == "/x.pem")
    }

    @Test func aSecretIsAReference() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(Array("s3cret\n".utf8), "pw")
        let path = String(folder.path("pw").dropLast(2))
        for value in [["file": "pw"], "file:pw"] as [Value] {
            var root = try settings(["secret": value], folder: path)
            #expect(try root.secret("secret") == Secret("s3cret"))
        }
        var root = try settings(["secret": ["env": "PATH"]])
        #expect(try root.secret("secret")?.reveal().isEmpty == false)
    }

    @Test(arguments: ["s3cret", ["value": "s3cret"], ["env": "A", "file": "s3cret"]] as [Value])
    func aSecretByValueIsRefusedAndNotShown(_ value: Value) throws {
        let root = try settings(["secret": value])
        let error = error {
            var root = root
            _ = try root.secret("secret")
        }
        #expect(error?.place.file == "secret")
        #expect("\(error.debugDescription)".contains("s3cret") == false)
    }

    @Test func aNameThatIsNearlyRightIsTold() throws {
        let root = try settings(["nam": "x"])
        let missing = error {
            var root = root
            _ = try root.required("name")
        }
        #expect(missing?.hint == "did you mean 'name' where you wrote 'nam'?")
        let unknown = error {
            var root = root
            _ = try root.text("name")
            try root.end()
        }
        #expect(unknown?.hint == "did you mean 'name'?")
    }
}
