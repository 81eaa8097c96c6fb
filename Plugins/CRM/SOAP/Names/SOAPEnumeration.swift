/// Parameters that are enumerations on the wire, and an option here.
enum SOAPEnumeration {
    /// The parameter of Update and Delete that says whether a version is compared.
    static let concurrencyKey = "ConcurrencyBehavior"

    /// By their numbers.
    private static let concurrency = ["Default", "IfRowVersionMatches", "AlwaysOverwrite"]

    static func concurrencyName(_ option: OptionSetValue) -> String? {
        concurrency.indices.contains(Int(option.value)) ? concurrency[Int(option.value)] : nil
    }

    static func concurrencyOption(_ name: String) -> OptionSetValue? {
        concurrency.firstIndex(of: name).map { OptionSetValue(Int32($0)) }
    }
}
