import Foundation
import PeriluneCore
import Testing

@testable import SharingPlugin

struct SharingConfigurationTests {
    private let folder = TemporaryFolder()

    private func read(_ json: String) throws(PeriluneError) -> SharingConfiguration {
        try SharingConfiguration(
            json: Array(json.replacing("FOLDER", with: folder.path).utf8))
    }

    @Test func readsEverySetting() throws {
        try folder.write("hunter2\n", "password")
        let configuration = try read(
            """
            {"folder": "FOLDER",
             "mail": {"server": "smtp://mail.example.com:587", "from": "charts@example.com",
                      "user": "charts", "password": "file:FOLDER/password", "allow": ["example.com"]},
             "uploads": [{"name": "wiki", "url": "https://wiki.example.com/p/", "method": "POST",
                          "headers": {"Authorization": "file:FOLDER/password"}}]}
            """)
        #expect(configuration.folder == folder.path)
        #expect(configuration.mail?.user == "charts")
        #expect(configuration.mail?.password?.reveal() == "hunter2")
        #expect(configuration.uploads.first?.method == .post)
        #expect(configuration.uploads.first?.headers.first?.secret.reveal() == "hunter2")
        #expect(!"\(configuration)".contains("hunter2"))
    }

    @Test(arguments: [
        (#"{"foldr":"x"}"#, "foldr is not a setting"),
        (
            #"{"folder":"/dev/null/a"}"#,
            "cannot open the folder '/dev/null/a' for pictures: Not a directory"
        ),
        (#"{"mail":{"from":"a@b"}}"#, "mail.server is missing"),
        (
            #"{"mail":{"server":"smtp://h","from":"a@b","allow":[]}}"#,
            "mail.allow is empty, so no mail could be sent"
        ),
        (
            #"{"mail":{"server":"smtp://h","from":"a@b","allow":["b"],"user":"u"}}"#,
            "mail.password is missing; user and password must be given together"
        ),
        (
            #"{"mail":{"server":"smtp://h","from":"a@b","allow":["b"],"user":"u","password":"x"}}"#,
            "mail.password: the configuration contains a secret; it must contain a reference to one"
        ),
        (
            #"{"mail":{"server":"smtp://h","from":"a@b","allow":["b"],"tls":false}}"#,
            "the mail server is on another machine and must use TLS"
        ),
        (
            #"{"mail":{"server":"smtp://h","from":"a","allow":["b"]}}"#,
            "'a' is not a mail address"
        ),
        (
            #"{"mail":{"server":"smtp://h","from":"a@b","allow":[1]}}"#,
            "mail.allow must be a string or a list of strings"
        ),
        (
            #"{"uploads":[{"name":"a","url":"http://example.com/"}]}"#,
            "the upload 'a' would go to another machine without encryption"
        ),
        (
            #"{"uploads":[{"name":"a","url":"https://e/"},{"name":"a","url":"https://f/"}]}"#,
            "duplicate upload 'a'"
        ),
        (
            #"{"uploads":[{"name":"a","url":"https://e/","method":"GET"}]}"#,
            "uploads[0].method must be one of PUT, POST"
        ),
    ])
    func saysWhatIsWrong(json: String, message: String) throws {
        let error = #expect(throws: PeriluneError.self) { _ = try read(json) }
        #expect(error?.message == message)
    }

    @Test func aListOfStringsMayBeOneString() throws {
        let json = #"{"mail":{"server":"smtp://localhost","from":"a@b","allow":"example.com"}}"#
        #expect(try read(json).mail?.allow == ["example.com"])
    }

    @Test func aMissingFileIsAnError() {
        let error = #expect(throws: PeriluneError.self) {
            _ = try SharingConfiguration(file: folder.path + "/none.json")
        }
        #expect(error?.code == "file.read")
    }
}
