// One operation through the CRM client, again and again: encode, send, receive, decode.
internal import CRMPlugin
internal import Glibc

let usage = "usage: roundtrip URL soap|odata|webapi create|retrieve|list ACCOUNT-ID COUNT"
let words = CommandLine.arguments.dropFirst()
guard words.count == 5, let transport = CRMConnection.Transport(rawValue: words[2]),
    let operation = Operation(rawValue: words[3]), let account = GUID(words[4]),
    let count = Int(words[5]), count > 0
else {
    print(usage)
    exit(64)
}

do {
    let client = try CRMConnection(url: words[1], transport: transport).client()
    // The first request connects, and learns the tables where the transport needs them.
    try await operation.run(client, account)
    let wall = Clock.wall
    let processor = Clock.processor
    for _ in 0..<count { try await operation.run(client, account) }
    let used = (Clock.processor - processor) / Double(count) / 1000
    let took = (Clock.wall - wall) / Double(count) / 1000
    print("{\"wall\": \(took), \"cpu\": \(used)}")
} catch {
    print("\(error)")
    exit(1)
}

/// What is measured, and a check that the answer is what was asked for.
enum Operation: String {
    case create, retrieve, list

    private static let columns: ColumnSet = [
        "name", "accountnumber", "telephone1", "emailaddress1", "address1_city", "revenue",
        "numberofemployees", "industrycode", "createdon", "ownerid",
    ]

    func run(_ client: any CRMClient, _ account: GUID) async throws(CRMError) {
        switch self {
        case .create:
            _ = try await client.create(
                Entity(
                    "lead",
                    [
                        "subject": "Interested in <new> machines & parts",
                        "firstname": "Ada", "lastname": "König", "companyname": "Contoso, Ltd.",
                        "emailaddress1": "ada@contoso.example", "leadqualitycode": .option(1),
                        "numberofemployees": 250,
                    ]))
        case .retrieve:
            let found = try await client.retrieve("account", account, Self.columns)
            precondition(found.id == account && found["name"] != nil)
        case .list:
            var query = Query("account")
            query.columns = Self.columns.columns.map { Query.Column($0) }
            query.top = 50
            let page = try await client.retrieveMultiple(.expression(query))
            precondition(page.entities.count == 50)
        }
    }
}

/// Clocks, in nanoseconds.
enum Clock {
    /// What all threads of this process have used.
    static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
    /// What a clock on the wall shows.
    static var wall: Double { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
