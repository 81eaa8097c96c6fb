/// Which attributes each element of FetchXML may have.
///
/// What steers only Microsoft's own database is accepted and ignored; a name that is not here is a
/// mistake, and a condition with a misspelt attribute must not quietly mean something else.
enum FetchGrammar {
    static let fetch: Set<String> = [
        "version", "mapping", "output-format", "count", "page", "paging-cookie", "top", "distinct",
        "aggregate", "aggregatelimit", "returntotalrecordcount", "no-lock", "latematerialize",
        "options", "datasource", "min-active-row-version", "utc-offset", "useraworderby",
    ]
    static let entity: Set<String> = [
        "name", "enableprefiltering", "prefilterparametername",
    ]
    static let attribute: Set<String> = [
        "name", "alias", "aggregate", "groupby", "dategrouping", "distinct", "usertimezone",
        "rowaggregate", "build", "addedby",
    ]
    static let order: Set<String> = ["attribute", "alias", "descending", "entityname"]
    static let filter: Set<String> = [
        "type", "hint", "isquickfindfields", "overridequickfindrecordlimitenabled",
        "overridequickfindrecordlimitdisabled",
    ]
    static let condition: Set<String> = [
        "attribute", "operator", "value", "valueof", "entityname", "aggregate", "alias", "column",
        "uiname", "uitype", "uihidden", "rowaggregate",
    ]
    static let value: Set<String> = ["uiname", "uitype"]
    static let link: Set<String> = [
        "name", "from", "to", "alias", "link-type", "intersect", "visible", "enableprefiltering",
        "prefilterparametername",
    ]
}
