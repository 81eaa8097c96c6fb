internal import CPerilunePlugin

/// The requests of a host to a library.
package enum LibraryOperation: Sendable {
    case describe, close, release
    case function, asyncFunction
    case makeDelegate, delegate
    case isStock, handle
    case index, match, rejection
    case receive, respond
    case runCommand
    case views, picture
    case redact
    case runSource, stopSource, writeRecords
    case configureCodec, frameLog, recognizeLog, makeDecoder, decode
    case makeSink, writeToSink

    var number: UInt32 { numberOf.rawValue }

    private var numberOf: perilune_library_operation {
        switch self {
        case .describe: PERILUNE_DESCRIBE
        case .close: PERILUNE_CLOSE
        case .release: PERILUNE_RELEASE
        case .function: PERILUNE_FUNCTION
        case .asyncFunction: PERILUNE_ASYNC_FUNCTION
        case .makeDelegate: PERILUNE_MAKE_DELEGATE
        case .delegate: PERILUNE_DELEGATE
        case .isStock: PERILUNE_IS_STOCK
        case .handle: PERILUNE_HANDLE
        case .index: PERILUNE_INDEX
        case .match: PERILUNE_MATCH
        case .rejection: PERILUNE_REJECTION
        case .receive: PERILUNE_RECEIVE
        case .respond: PERILUNE_RESPOND
        case .runCommand: PERILUNE_RUN_COMMAND
        case .views: PERILUNE_VIEWS
        case .picture: PERILUNE_PICTURE
        case .redact: PERILUNE_REDACT
        case .runSource: PERILUNE_RUN_SOURCE
        case .stopSource: PERILUNE_STOP_SOURCE
        case .writeRecords: PERILUNE_WRITE_RECORDS
        case .configureCodec: PERILUNE_CONFIGURE_CODEC
        case .frameLog: PERILUNE_FRAME_LOG
        case .recognizeLog: PERILUNE_RECOGNIZE_LOG
        case .makeDecoder: PERILUNE_MAKE_DECODER
        case .decode: PERILUNE_DECODE
        case .makeSink: PERILUNE_MAKE_SINK
        case .writeToSink: PERILUNE_WRITE_TO_SINK
        }
    }
}

extension LibraryOperation: CaseIterable {
    static let byNumber = Dictionary(uniqueKeysWithValues: allCases.map { ($0.number, $0) })
}

/// The requests of a library to its host.
package enum HostOperation: Sendable, CaseIterable {
    case log
    case loadState, saveState
    case ledgerBegin, ledgerFinish, ledgerAnswer
    case write
    case deliver

    var number: UInt32 { numberOf.rawValue }

    private var numberOf: perilune_host_operation {
        switch self {
        case .log: PERILUNE_LOG
        case .loadState: PERILUNE_LOAD_STATE
        case .saveState: PERILUNE_SAVE_STATE
        case .ledgerBegin: PERILUNE_LEDGER_BEGIN
        case .ledgerFinish: PERILUNE_LEDGER_FINISH
        case .ledgerAnswer: PERILUNE_LEDGER_ANSWER
        case .write: PERILUNE_WRITE
        case .deliver: PERILUNE_DELIVER
        }
    }

    static let byNumber = Dictionary(uniqueKeysWithValues: allCases.map { ($0.number, $0) })
}
