/// The words of the log.
///
/// Strings are JSON text already: escapes stand as a producer wrote them.
enum Vocabulary {
    /// The reports and documents that the rule task looks for; `scripts/rule.lua` lists the same.
    static let accountObjects = [
        "D3A9E8514C0FE1B76A20C88D5F9B7E14", "0F6B2C7711EB4A9D8C5500A0C92E61F3",
        "7C41B05E4D3396FA1E8B7290CD46A85D", "A82E1D9311EC77B0520F00B0D1F3C96B",
    ]

    /// Everything else that links open.
    static let otherObjects: [String] = {
        var random = SplitMix64(seed: 0x0B1E_C7)
        return (0..<60).map { _ in
            var line = Line()
            line.hexadecimal(random.next(), digits: 16, upper: true)
            line.hexadecimal(random.next(), digits: 16, upper: true)
            return String(decoding: line.bytes, as: UTF8.self)
        }
    }()

    static let hosts = [
        "bi.example.com", "bi-eu.example.com", "reports.example.org", "staging.example.net:8443",
    ]

    /// In the form that they have inside a URL.
    static let regions = [
        "North", "South", "East", "West", "North%20East", "Mid-Atlantic", "%C3%8Ele-de-France",
        "EMEA", "APAC", "Web",
    ]

    static let projects = ["Sales", "MicroStrategy+Tutorial", "Human%20Resources", "Retail"]

    static let customerNames = [
        "Initech LLC", "Globex Corporation", #"Müller \"Nord\" GmbH"#, "Café Zoë",
        #"O'Brien \u0026 Sons"#, "Łódź Textil S.A.", "東京電機", #"Acme\/West"#, "Umbrella Inc.",
        "Nørrebro Cykler ApS", "Hooli", #"Contoso\tRetail"#, "Ævar & Þór ehf.", "Stark Industries",
        "Wayne Enterprises", "São Paulo Café 🌱",
    ]

    static let topics = [
        "Renewal of the yearly plan", "Price request", #"Re: \"urgent\" delivery"#,
        "Rückfrage zum Angebot", "New branch in 大阪", #"Notes:\n- call back\n- send offer"#,
        "Demo next week", "", "Upgrade to the premium plan, 25 seats",
    ]

    static let charts = [
        "revenue_by_region", "sales_funnel", "orders_over_time", "margin_bubble", "stock_candles",
        "umsatz_je_größe",
    ]

    static let categories = [
        "Electronics", "Books", "Movies", "Music", #"Toys \u0026 Games"#, "Möbel", "Q1 2026",
        "Q2 2026", "2026-03", #"\"Other\""#,
    ]

    static let series = ["Revenue", "Cost", "Profit", "Units sold", "Coût"]
}
