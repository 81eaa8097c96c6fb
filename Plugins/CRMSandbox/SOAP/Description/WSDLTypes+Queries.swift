import CRMPlugin

extension WSDLTypes {
    /// The types of queries for RetrieveMultiple and Retrieve.
    static let queries: [SchemaType] = [
        .record(
            "ColumnSet",
            [
                ("AllColumns", "d:boolean"),
                ("AttributeExpressions", "a:ArrayOfAttributeExpression"),
                ("Columns", "f:ArrayOfstring"),
            ]),
        .list(
            "ArrayOfAttributeExpression", of: "AttributeExpression", type: "a:AttributeExpression"),
        .record(
            "AttributeExpression",
            [
                ("AggregateType", "a:AggregateType"), ("Alias", "d:string"),
                ("AttributeName", "d:string"), ("DateTimeGrouping", "a:DateTimeGroupingType"),
                ("HasGroupBy", "d:boolean"),
            ]),
        .words("AggregateType", ["None", "Count", "CountColumn", "Sum", "Avg", "Min", "Max"]),
        .words(
            "DateTimeGroupingType",
            ["None", "Day", "Week", "Month", "Quarter", "Year", "FiscalPeriod", "FiscalYear"]),
        .record("QueryBase", []),
        .record("FetchExpression", base: "a:QueryBase", [("Query", "d:string")]),
        .record(
            "QueryExpression", base: "a:QueryBase",
            [
                ("ColumnSet", "a:ColumnSet"), ("Criteria", "a:FilterExpression"),
                ("Distinct", "d:boolean"), ("EntityName", "d:string"), ("ForceSeek", "d:string"),
                ("LinkEntities", "a:ArrayOfLinkEntity"), ("Orders", "a:ArrayOfOrderExpression"),
                ("PageInfo", "a:PagingInfo"), ("NoLock", "d:boolean"), ("TopCount", "d:int"),
            ]),
        .record(
            "QueryByAttribute", base: "a:QueryBase",
            [
                ("Attributes", "f:ArrayOfstring"), ("ColumnSet", "a:ColumnSet"),
                ("EntityName", "d:string"), ("Orders", "a:ArrayOfOrderExpression"),
                ("PageInfo", "a:PagingInfo"), ("Values", "f:ArrayOfanyType"),
                ("TopCount", "d:int"),
            ]),
        .record(
            "FilterExpression",
            [
                ("AnyAllFilterLinkEntity", "a:LinkEntity"),
                ("Conditions", "a:ArrayOfConditionExpression"),
                ("FilterOperator", "a:LogicalOperator"), ("Filters", "a:ArrayOfFilterExpression"),
                ("IsQuickFindFilter", "d:boolean"),
            ]),
        .list("ArrayOfFilterExpression", of: "FilterExpression", type: "a:FilterExpression"),
        .words("LogicalOperator", ["And", "Or"]),
        .record(
            "ConditionExpression",
            [
                ("AttributeName", "d:string"), ("CompareColumns", "d:boolean"),
                ("Operator", "a:ConditionOperator"), ("Values", "f:ArrayOfanyType"),
                ("EntityName", "d:string"),
            ]),
        .list(
            "ArrayOfConditionExpression", of: "ConditionExpression", type: "a:ConditionExpression"),
        .words("ConditionOperator", ConditionOperator.allCases.map(\.name)),
        .record(
            "LinkEntity",
            [
                ("Columns", "a:ColumnSet"), ("EntityAlias", "d:string"), ("ForceSeek", "d:string"),
                ("JoinOperator", "a:JoinOperator"), ("LinkCriteria", "a:FilterExpression"),
                ("LinkEntities", "a:ArrayOfLinkEntity"), ("LinkFromAttributeName", "d:string"),
                ("LinkFromEntityName", "d:string"), ("LinkToAttributeName", "d:string"),
                ("LinkToEntityName", "d:string"), ("Orders", "a:ArrayOfOrderExpression"),
            ]),
        .list("ArrayOfLinkEntity", of: "LinkEntity", type: "a:LinkEntity"),
        .words(
            "JoinOperator",
            [
                "Inner", "LeftOuter", "Natural", "MatchFirstRowUsingCrossApply", "In", "Exists",
                "Any", "NotAny", "All", "NotAll",
            ]),
        .record(
            "OrderExpression",
            [
                ("Alias", "d:string"), ("AttributeName", "d:string"), ("EntityName", "d:string"),
                ("OrderType", "a:OrderType"),
            ]),
        .list("ArrayOfOrderExpression", of: "OrderExpression", type: "a:OrderExpression"),
        .words("OrderType", ["Ascending", "Descending"]),
        .record(
            "PagingInfo",
            [
                ("Count", "d:int"), ("PageNumber", "d:int"), ("PagingCookie", "d:string"),
                ("ReturnRecordCountLessThanMarv", "d:boolean"),
                ("ReturnTotalRecordCount", "d:boolean"),
            ]),
        .list(
            "RelationshipQueryCollection", of: "KeyValuePairOfRelationshipQueryBaseX_PsK4FkN",
            type: "b:KeyValuePairOfRelationshipQueryBaseX_PsK4FkN"),
    ]
}
