import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneJSON
import Testing

@testable import HTTPPlugin

struct HTTPConfigurationTests {
    private func read(_ json: String) throws(PeriluneError) -> HTTPConfiguration {
        try HTTPConfiguration(
            Value(json: Array(json.utf8)), of: SettingsSource(code: "http.configuration"))
    }

    @Test func readsEverySetting() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try "Bearer hunter2\n".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let configuration = try read(
            """
            {"timeout": 5, "responseLimit": 100, "requestLimit": 200,
             "hosts": [{"host": "API.example.com", "headers": {"Authorization": "file:\(file.path)"},
                        "addresses": ["10.1.0.0/16"], "caFile": "ca.pem"}]}
            """)
        #expect(configuration.timeout == .seconds(5))
        #expect(configuration.responseLimit == 100)
        #expect(configuration.requestLimit == 200)
        let host = try #require(
            configuration.host(HTTPOrigin(isSecure: true, authority: "api.example.com")))
        #expect(host.headers.first?.secret.reveal() == "Bearer hunter2")
        #expect(host.addresses == [AddressRange("10.1.0.0/16")])
        #expect(!"\(configuration)".contains("hunter2"))
    }

    @Test(arguments: [
        (#"{"timeouts":1}"#, "timeouts is not a setting"),
        (#"{"timeout":0}"#, "timeout must be an integer from 1 to 600"),
        (#"{"hosts":[{}]}"#, "hosts[0].host is missing"),
        (#"{"hosts":[{"host":"a/b"}]}"#, "hosts[0].host 'a/b' is not a host"),
        (#"{"hosts":[{"host":"GET a.example"}]}"#, "methods belong to the grant"),
        (#"{"hosts":[{"host":"a","addresses":["10"]}]}"#, "'10' is not an address or a network"),
        (
            #"{"hosts":[{"host":"a","headers":{"Host":"env:PATH"}}]}"#,
            "is not a header that can be set"
        ),
        (
            #"{"hosts":[{"host":"a","headers":{"X-Key":"hunter2"}}]}"#,
            "must contain a reference to one"
        ),
    ])
    func anErrorNamesTheSetting(_ json: String, _ message: String) {
        let error = #expect(throws: PeriluneError.self) { try read(json) }
        #expect(error?.code == "http.configuration")
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("hunter2") == false)
    }
}
