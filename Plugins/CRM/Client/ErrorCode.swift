/// The code of a fault: the numbers of CRM's own list.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The signed number, as SOAP writes it.
    public let rawValue: Int32

    /// From the signed number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// From the number as the Web API writes it: `0x80040217`.
    public init(_ hexadecimal: UInt32) { rawValue = Int32(bitPattern: hexadecimal) }

    /// From `0x80040217` or `-2147220969`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        if text.hasPrefix("0x"), let value = UInt32(text.dropFirst(2), radix: 16) {
            self.init(value)
        } else if let value = Int32(text) {
            self.init(rawValue: value)
        } else {
            return nil
        }
    }

    /// `0x80040217`.
    public var description: String {
        let digits = String(UInt32(bitPattern: rawValue), radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}

extension ErrorCode {
    /// The record does not exist.
    public static let objectDoesNotExist = ErrorCode(0x8004_0217)
    /// An unexpected error.
    public static let unexpected = ErrorCode(0x8004_0216)
    /// A parameter is bad or missing.
    public static let invalidArgument = ErrorCode(0x8004_0203)
    /// A record with this identity exists.
    public static let duplicateRecord = ErrorCode(0x8004_0237)
    /// The caller may not do this.
    public static let privilegeDenied = ErrorCode(0x8004_0220)
    /// The principal may not do this.
    public static let principalPrivilegeDenied = ErrorCode(0x8004_0231)
    /// The record is in the wrong state for the operation.
    public static let invalidState = ErrorCode(0x8004_0233)
    /// The status is not one of the state.
    public static let invalidStateCodeStatusCode = ErrorCode(0x8004_8408)
    /// An inactive record cannot be changed.
    public static let inactive = ErrorCode(0x8004_0230)
    /// Other records hold on to this one.
    public static let cannotDeleteDueToAssociation = ErrorCode(0x8004_0227)
    /// The query names an unknown table.
    public static let queryNoEntity = ErrorCode(0x8004_1102)
    /// The query or the record names an unknown attribute.
    public static let queryNoAttribute = ErrorCode(0x8004_1103)
    /// An alias of the query is not valid.
    public static let queryInvalidAlias = ErrorCode(0x8004_1109)
    /// An alias of the query is used twice.
    public static let queryDuplicateAlias = ErrorCode(0x8004_1130)
    /// A column of an aggregate has no alias.
    public static let queryNoAlias = ErrorCode(0x8004_110B)
    /// FetchXML has an element in a place where it is not allowed.
    public static let queryInvalidNode = ErrorCode(0x8004_111C)
    /// FetchXML lacks an element.
    public static let queryMissingElement = ErrorCode(0x8004_1123)
    /// FetchXML lacks an attribute.
    public static let queryMissingAttribute = ErrorCode(0x8004_111E)
    /// The query has an unknown operator.
    public static let queryBadOperator = ErrorCode(0x8004_1120)
    /// The query has an unknown join.
    public static let queryBadJoin = ErrorCode(0x8004_1121)
    /// The query has an unknown type of filter.
    public static let queryBadFilterType = ErrorCode(0x8004_1122)
    /// The query has an unknown aggregate.
    public static let queryBadAggregate = ErrorCode(0x8004_111A)
    /// The paging cookie does not fit the page.
    public static let queryInvalidPagingCookie = ErrorCode(0x8004_112A)
    /// The paging cookie does not fit the order.
    public static let queryPagingOrder = ErrorCode(0x8004_1129)
    /// The query has more than 500 conditions.
    public static let tooManyConditions = ErrorCode(0x8004_430C)
    /// The aggregate covers more than 50 000 records.
    public static let aggregateLimitExceeded = ErrorCode(0x8004_E023)
    /// The record was changed in the meantime.
    public static let concurrencyVersionMismatch = ErrorCode(0x8006_0882)
    /// The alternate key does not exist.
    public static let invalidEntityKeyOperation = ErrorCode(0x8006_088F)
    /// No record has this alternate key.
    public static let recordNotFoundByEntityKey = ErrorCode(0x8006_0891)
    /// A record with this alternate key exists.
    public static let duplicateRecordEntityKey = ErrorCode(0x8006_0892)
    /// A plug-in or a synchronous webhook aborted the operation.
    public static let isvAborted = ErrorCode(0x8004_0265)
    /// A plug-in failed.
    public static let isvUnexpected = ErrorCode(0x8004_0224)
    /// The text is too long for its column.
    public static let stringLengthTooLong = ErrorCode(0x8004_4331)
    /// The number is out of the range of its column.
    public static let integerValueOutOfRange = ErrorCode(0x8004_432F)
    /// The number is out of the range of its column.
    public static let decimalValueOutOfRange = ErrorCode(0x8004_4330)
    /// The choice is not one of the column.
    public static let picklistValueOutOfRange = ErrorCode(0x8004_431A)
    /// The date is not valid.
    public static let invalidDateTime = ErrorCode(0x8004_0239)
    /// The operation is not supported.
    public static let notSupported = ErrorCode(0x8004_0315)
    /// The message is not known.
    public static let sdkMessageNotImplemented = ErrorCode(0x8004_4824)
    /// The message does not work on this table.
    public static let entityTypeNotSupported = ErrorCode(0x8010_0008)
    /// Too much execution time in the last minutes.
    public static let throttledTime = ErrorCode(0x8007_2321)
    /// Too many requests in the last minutes.
    public static let throttledCount = ErrorCode(0x8007_2322)
    /// Too many concurrent requests.
    public static let throttledConcurrency = ErrorCode(0x8007_2326)
    /// The webhook returned an error.
    public static let webhookStatus = ErrorCode(0x8005_0201)
    /// The webhook did not answer in time.
    public static let webhookTimeout = ErrorCode(0x8005_0202)
    /// The webhook could not be reached.
    public static let webhookFailed = ErrorCode(0x8005_0205)
    /// Posting to webhooks is disabled.
    public static let webhookDisabled = ErrorCode(0x8005_0206)
    /// The payload is too large for a webhook.
    public static let webhookTooLarge = ErrorCode(0x8005_0207)
}
