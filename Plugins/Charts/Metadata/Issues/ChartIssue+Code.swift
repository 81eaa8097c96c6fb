extension ChartIssue {
    /// The kinds of issues, with the names of MAKit.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case pathNotSpecified = "MAError_MetadataPathNotSpecified"
        case fileNotFound = "MAError_MetadataFileNotFound"
        case invalidXML = "MAError_MetadataInvalidXMLFormat"
        case missingNode = "MAError_MetaDataMissingNode"
        case missingAttribute = "MAError_MetaDataMissingAttr"
        case wrongValue = "MAError_MetadataAttrWrongValue"
        case outOfSequence = "MAError_MetadataOutOfSequence"
        case unrecognized = "MAError_MetadataUnrecognizedItem"
        case undefined = "MAError_MetadataObjUndefined"
        case missingColumn = "MAError_DataMissingColumn"
        case emptyTable = "MAError_DataTableEmpty"
        case lowMemory = "MAError_LowMemory"
        /// Misspelt there, and so on the wire.
        case expression = "MAError_ExpressionEvalation"
        case other = "MAError_Other"

        /// The code of a name as scripts write it: also the one name spelt right.
        package init?(name: String) {
            self.init(
                rawValue: name == "MAError_ExpressionEvaluation"
                    ? Code.expression.rawValue : name)
        }
    }

    /// The code of its kind, by which scripts and delegates tell errors apart.
    package var code: Code { kind.code }

    /// A detail's name on the wire.
    package enum Detail: String, Sendable, Hashable, CaseIterable {
        case fileName = "MAErrorKey_MetadataFileName"
        case line = "MAErrorKey_MetadataLineNumber"
        case column = "MAErrorKey_MetadataColumnNumber"
        case node = "MAErrorKey_MetadataNodeName"
        case attribute = "MAErrorKey_MetadataAttrName"
        case value = "MAErrorKey_MetadataAttrValue"
        case sequence = "MAErrorKey_MetadataSequence"
        case dataColumn = "MAErrorKey_DataColumnName"
        case dataRow = "MAErrorKey_DataRowNumber"
        case query = "MAErrorKey_DataQueryName"
        case expression = "MAErrorKey_Expression"
        case chart = "MAErrorKey_ChartName"
        /// The guide lists the chart's name twice; the second is this one.
        case other = "MAErrorKey_Other"
    }
}

extension ChartIssue.Kind {
    /// The code without the details.
    package var code: ChartIssue.Code {
        switch self {
        case .pathNotSpecified: .pathNotSpecified
        case .fileNotFound: .fileNotFound
        case .invalidXML: .invalidXML
        case .missingNode: .missingNode
        case .missingAttribute: .missingAttribute
        case .wrongValue: .wrongValue
        case .outOfSequence: .outOfSequence
        case .unrecognized: .unrecognized
        case .undefined: .undefined
        case .missingColumn: .missingColumn
        case .emptyTable: .emptyTable
        case .lowMemory: .lowMemory
        case .expression: .expression
        case .other: .other
        }
    }

    /// The level; the guide declares which issues are warnings.
    var usualLevel: ChartIssue.Level {
        switch self {
        case .unrecognized, .emptyTable, .lowMemory: .warning
        default: .error
        }
    }
}
