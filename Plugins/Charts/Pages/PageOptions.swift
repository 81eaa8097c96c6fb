/// Options of dashboards in browsers.
public struct PageOptions: Sendable {
    /// The header in which a proxy names the user of a page; scripts then say which rows the user may see.
    ///
    /// Without users (`nil`), all visitors see all rows.
    public var userHeader: String?
    /// The age of rows after which the queries run again: at once for open pages, otherwise at the next request; `nil`
    /// for never.
    public var refresh: Duration?

    /// Creates options; without arguments, those of a server without users.
    public init(userHeader: String? = nil, refresh: Duration? = nil) {
        self.userHeader = userHeader
        self.refresh = refresh
    }
}
