import Foundation
import PeriluneCore
import PeriluneFiles
import Testing

struct SettingsTests {
    private static let schema = SettingsSchema([
        .init("name", .text, isRequired: true, "A name."),
        .init("a", .file, "A file."), .init("b", .file, "A file."),
        .init("secret", .secret, "A secret."), .init("secrets", .secrets, "Secrets."),
        .init("texts", .texts, "Strings."), .init("format", .text, "A format."),
        .init("columns", .texts, "Columns."),
        .init("list", .list(SettingsSchema([.init("a", .number(0...5), "A number.")])), "Numbers."),
    ])

    private func settings(_ value: Value, folder: String = "") throws -> Settings {
        try Settings(
            value, Self.schema,
            of: SettingsSource(code: "test", folder: folder, firstIndex: 1) { part in
                .init(file: part)
            })
    }

    private func error(_ body: () throws -> Void) -> PeriluneError? {
        #expect(throws: PeriluneError.self) { try body() }
    }

    @Test func errorsNameThePathOfTheSetting() throws {
        let root = try settings(["list": [["a": 1], ["a": "x"]]])
        let error = error {
            for element in try root.list("list") { _ = try element.number("a") }
        }
        #expect(error?.message == "list[2].a must be an integer from 0 to 5")
        #expect(error?.place.file == "list[2].a")
    }

    @Test func anEmptyTableOfLuaIsAnEmptyList() throws {
        let root = try settings(["list": .object(.init()), "texts": .object(.init())])
        #expect(try root.list("list").isEmpty)
        #expect(try root.texts("texts").isEmpty)
    }

    @Test func fileNamesAreRelativeToTheFolder() throws {
        let root = try settings(["a": "x.pem", "b": "/x.pem"], folder: "conf/")
        #expect(try root.file("a") == "conf/x.pem")
        #expect(try root.file("b") == "/x.pem")
    }

    @Test func aSecretIsAReference() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(Array("s3cret\n".utf8), "pw")
        let path = String(folder.path("pw").dropLast(2))
        for value in [["file": "pw"], "file:pw"] as [Value] {
            let root = try settings(["secret": value], folder: path)
            #expect(try root.secret("secret") == Secret("s3cret"))
        }
        let root = try settings(["secret": ["env": "PATH"]])
        #expect(try root.secret("secret")?.reveal().isEmpty == false)
    }

    @Test(arguments: ["s3cret", ["value": "s3cret"], ["env": "A", "file": "s3cret"]] as [Value])
    func aSecretByValueIsRefusedAndNotShown(_ value: Value) throws {
        let root = try settings(["secret": value])
        let error = error { _ = try root.secret("secret") }
        #expect(error?.place.file == "secret")
        #expect("\(error.debugDescription)".contains("s3cret") == false)
    }

    @Test func anUnknownNameGetsASuggestion() throws {
        let unknown = error { _ = try settings(["nam": "x"]) }
        #expect(unknown?.message == "nam is not a setting")
        #expect(unknown?.hint == "did you mean 'name'?")
        let missing = error { _ = try settings([:]).required("name") }
        #expect(missing?.message == "name is missing")
    }

    @Test func secretsHaveAnyNames() throws {
        let root = try settings(["secrets": ["X-Key": ["env": "PATH"]]])
        #expect(try root.secrets("secrets")?.map(\.name) == ["X-Key"])
        let shown = error { _ = try settings(["secrets": ["X-Key": "k"]]).secrets("secrets") }
        #expect(shown?.place.file == "secrets.X-Key")
    }

    @Test(
        arguments: [
            (["format": "csv", "columns": ["a"]], nil), (["format": "text"], nil),
            (["format": "csv"], "columns is missing: the format csv needs the columns"),
            (["format": "json", "columns": ["a"]], "columns is only for the format csv"),
        ] as [(Value, String?)])
    func columnsAreForTheFormatThatHasThem(_ value: Value, _ message: String?) throws {
        let root = try settings(value)
        let failure: PeriluneError?
        do throws(PeriluneError) {
            _ = try RowFormat(root)
            failure = nil
        } catch {
            failure = error
        }
        #expect(failure?.message == message)
    }

    @Test(arguments: ["", ".", "..", "a/b"])
    func aCredentialIsNamedWithoutAPath(_ name: String) throws {
        #expect(try Credential.path("conf/\(name)") == "conf/\(name)")
        let error = error { _ = try Credential.path("credential:\(name)") }
        #expect(error?.message == "'\(name)' is not the name of a credential")
    }

    @Test func theHintAboutAReferenceIsShownAsItIs() throws {
        for value: Value in ["plain", "credential:token"] {
            let error = error {
                _ = try SecretReference(value, code: "test").resolve(code: "test")
            }
            let hint = try #require(error?.hint)
            #expect(Redaction.redact(hint) == hint)
        }
    }
}
