import Perilune
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import HTTPPlugin

/// Spellings of addresses that a script must not reach, though it may reach all hosts.
struct HTTPAddressAttackTests {
    /// The address of the metadata services of clouds, and of this machine, as resolvers and parsers read them.
    static let spellings = [
        "http://169.254.169.254/latest/", "http://169.254.169.254:80/",
        "http://[::ffff:169.254.169.254]/", "http://[::ffff:a9fe:a9fe]/",
        "http://[0:0:0:0:0:ffff:a9fe:a9fe]/", "http://[::169.254.169.254]/",
        "http://[::ffff:0:169.254.169.254]/", "http://[64:ff9b::169.254.169.254]/",
        "http://[64:ff9b:1::a9fe:a9fe]/", "http://[2002:a9fe:a9fe::1]/",
        "http://[2001:0:a9fe:a9fe::1]/", "http://[fd00:ec2::254]/", "http://[fe80::a9fe:a9fe]/",
        "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/",
        "http://[::ffff:169.254.169.254%25lo]/",
        "http://[::1]/", "http://[::]/", "http://0.0.0.0/", "http://0/", "http://127.0.0.1/",
        "http://100.100.100.200/", "http://192.0.0.192/",
        "http://2852039166/", "http://0xa9fea9fe/", "http://0XA9FEA9FE/", "http://025177524776/",
        "http://0xA9.0xFE.0xA9.0xFE/", "http://0251.0376.0251.0376/", "http://169.254.43518/",
        "http://169.16689662/", "http://169.254.169.0xfe/", "http://0169.254.169.254/",
        "http://169.254.169.254./", "http://169.254.169.254../", "http://425.510.425.510/",
        "http://4294967296/", "http://169.254.169.254:80:80/",
        "http://granted.example@169.254.169.254/", "http://granted.example:80@169.254.169.254/",
        "http://@169.254.169.254/", "http://169.254.169.254#@granted.example/",
        "http://169.254.169.254?@granted.example/", "http://169.254.169.254;@granted.example/",
        "http://169.254.169.254%2f@granted.example/", "http://granted.example%00@169.254.169.254/",
        "http://169.254.169.254%00.granted.example/", "http://%31%36%39.254.169.254/",
        "http://169.254.169.254\\\\@granted.example/", "http:\\\\\\\\169.254.169.254/",
        "http:169.254.169.254/", "http:/169.254.169.254/", "http:///169.254.169.254/",
        "http://localhost/", "http://LOCALHOST/", "http://localhost./", "http://localhost%2e/",
        "http://x.localhost/", "file://169.254.169.254/", "gopher://169.254.169.254/",
        "ftp://169.254.169.254/", "dict://127.0.0.1:11211/", "unix:///run/docker.sock",
    ]

    /// They are not sent in a header.
    static let spellingsInUnicode = [
        "http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/", "http://169。254。169。254/", "http://169.254.169.254\\u{200B}/",
        "http://ⓛocalhost/", "\\thttp://169.254.169.254/", "http://169.254.\\n169.254/",
        "http://169.254.169.254\\0.granted.example/",
    ]

    static let configuration = HTTPConfiguration(timeout: .seconds(2))

    @Test(arguments: spellings + spellingsInUnicode)
    func aScriptDoesNotReachTheAddress(_ url: String) async throws {
        let results = try await HTTPLab.run(
            "http.get(\"\(url)\")", grants: Grants(["http": []]), HTTP(Self.configuration))
        let code = results.records.first?.error?.code
        #expect(code == "http.request" || code == "http.address", "\(code ?? "")")
    }

    @Test(arguments: spellings)
    func aRedirectDoesNotReachTheAddress(_ url: String) async throws {
        let place = url.replacing("\\\\", with: "\\")
        let lab = try HTTPLab { request in
            request.path == "/to"
                ? HTTPResponse(302, headers: [("Location", place)]) : HTTPResponse(200)
        }
        let range = try #require(AddressRange("127.0.0.1/32"))
        var configuration = Self.configuration
        configuration.hosts = [try .init(lab.origin, addresses: [range])]
        let error = try await lab.error("http.get('URL/to')", grants: [], configuration)
        let code = error?.code
        #expect(code == "http.request" || code == "http.address", "\(error?.message ?? "none")")
    }
}
