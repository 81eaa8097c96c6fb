#pragma once
// The boundary between a Perilune host and a plugin in a shared library.
//
// A library exports one function, `perilune_plugin`. The host calls it once for each use of the library, with
// its table; the library answers with its own. Each table has one function, `call`, by which the other side
// asks for operations: the host for those of `perilune_library_operation`, the library for those of
// `perilune_host_operation`. Plugins in Swift need none of this: PeriluneLibrary implements it for any Plugin.
//
// Memory: neither side frees memory of the other. The bytes of a request are valid until `call` returns, those
// of an answer until the answer function returns; copy them to keep them longer. The host's table is valid
// until the process ends, the library's until it has answered PERILUNE_CLOSE.
//
// Answers: `answer` is called once for every call, with the context that came with it. Operations marked
// "later" may be answered after `call` has returned and from any thread; all others are answered before it
// returns. Second answers and late answers are ignored.
//
// Threads: `call` may be entered from several threads at once. The calls for one delegate come one at a time.
//
// Sizes: `json` and `data` of a message have at most PERILUNE_MESSAGE_LIMIT bytes, and a host may have
// narrower limits. JSON is UTF-8; no bytes stand for null. Anything not as described here is an error, reported
// with the plugin's name. An unknown operation is answered as failed.
//
// There is no isolation: a library that crashes or corrupts memory ends the process.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. A library built for another version sets `problem` in its table.
#define PERILUNE_PLUGIN_ABI 1u

/// The maximum number of bytes in `json` or `data` of a message.
#define PERILUNE_MESSAGE_LIMIT ((size_t)64 << 20)

/// Bytes owned by the side that passes them.
typedef struct perilune_bytes {
    const uint8_t *bytes;
    size_t length;
} perilune_bytes;

/// A request or an answer.
typedef struct perilune_message {
    perilune_bytes json;
    /// Data that is not JSON, or must keep its exact bytes: an event, a body, a picture.
    perilune_bytes data;
} perilune_message;

/// Receives an answer. If `failed` is set, the JSON is an error: {"code", "message", "hint"?}.
typedef void (*perilune_answer)(void *context, bool failed, const perilune_message *message);

/// Requests an operation on `subject`: a position in the description, or a handle.
typedef void (*perilune_call)(void *owner, uint32_t operation, uint64_t subject,
                              const perilune_message *request, perilune_answer answer,
                              void *context);

/// The table of functions of one side.
typedef struct perilune_table {
    /// PERILUNE_PLUGIN_ABI of the side that made the table.
    uint32_t abi;
    uint32_t reserved;
    /// The reason for which the library cannot serve this host, as text; NULL if it can. Always NULL in a host's
    /// table.
    const char *problem;
    /// The first argument of `call`.
    void *owner;
    perilune_call call;
} perilune_table;

/// The function that a library exports. Returning NULL is an error.
///
///     const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *host);
typedef const perilune_table *(*perilune_entry)(uint32_t abi, const perilune_table *host);

/// The operations that a host requests of a library: request -> answer.
///
/// "acting" stands for the members by which a delegate, handler or function acts for an event: "event" (id),
/// "source", "actor", "depth", "maximumDepth", "dryRun". "acts" stands for the members of an
/// answer that say what it did: "emitted": [value], "outputs"?: [for each value the name of its output, or null],
/// "effects": [{"kind", "details"} or {"publish": {"type", "subject"?, "source"?, "data"?}}].
typedef enum perilune_library_operation {
    /// Always requested first. {"settings", "version"} -> the description, see Documentation/Plugins.md
    PERILUNE_DESCRIBE = 1,
    /// The last operation. null -> null
    PERILUNE_CLOSE = 2,
    /// Releases a handle: a delegate, an index, a response. handle: null -> null
    PERILUNE_RELEASE = 3,

    /// Calls a function, numbered over all modules. {"arguments", "script", "clock", "grants"?, acting} -> {"value"?,
    /// acts}; without "grants" the script may reach everything, and without an event there is no acting.
    PERILUNE_FUNCTION = 10,
    /// Calls a function of kind "async", later. {"arguments", "script", "source", "identity", "depth",
    /// "dryRun", "clock", "grants"?, "ledger"} -> {"value"? or "error", "effects"}: a failed call may have effects too.
    PERILUNE_ASYNC_FUNCTION = 11,

    /// Makes a delegate for a worker. {"worker", "seed", "state"} -> {"handle"}
    PERILUNE_MAKE_DELEGATE = 20,
    /// handle: {"steps": of ["ask", "execute", "finish"], "committed"?, acting}, event -> {"reply": "declined",
    /// "willing", "handled", "default", "pass" or "reject", "url"?, "reason"?, acts};
    /// a rejection with "continue": true lets the parts of the event after this one go on
    PERILUNE_DELEGATE = 21,

    /// Whether the handler can handle the event by default. handler: null, event -> boolean
    PERILUNE_IS_STOCK = 30,
    /// Handles the event by default. handler: {"url"?, acting}, event -> {"handled", acts}
    PERILUNE_HANDLE = 31,

    /// Builds an index of the conditions of delegates. [{"delegate", "name", "value"}] -> {"handle"}
    PERILUNE_INDEX = 40,
    /// Finds the delegates whose condition an event meets. handle: null, event -> [delegate]
    PERILUNE_MATCH = 41,
    /// Explains why an event does not meet a delegate's condition. handle: {"delegate"}, event -> text or null
    PERILUNE_REJECTION = 42,

    /// Receives an HTTP request. source: {"method", "path", "query"?, "headers": [[name, value]]}, body ->
    /// {"identity"?, "depth"?, "response"?: handle}, a JSON array of events
    PERILUNE_RECEIVE = 50,
    /// Makes the response after the request's first event. handle: the record -> {"status", "headers"}, body
    PERILUNE_RESPOND = 51,

    /// Runs a command, later. command: {"operands", "values", "run"} -> {"status"}
    PERILUNE_RUN_COMMAND = 60,

    /// Lists the views that can be shown, later. null -> [name]
    PERILUNE_VIEWS = 70,
    /// Takes a picture, later. {"view", "format", …} -> null, or {"format", "width", "height",
    /// "alternative"}, bytes
    PERILUNE_PICTURE = 71,

    /// Removes the secrets that the plugin knows from a text. text -> text
    PERILUNE_REDACT = 80,

    /// Runs a source of events until it is stopped, later. source: {"run"} -> null
    PERILUNE_RUN_SOURCE = 90,
    /// Stops a source. run: null -> null
    PERILUNE_STOP_SOURCE = 91,
    /// Writes records, later. "first" is the number of the first record. After an error, or 60 seconds without an
    /// answer, the host delivers the same records with the same numbers again. sink: {"first", "count", "sequence"}, records as
    /// JSON, one object per line -> null
    PERILUNE_WRITE_RECORDS = 92,

    /// Checks the options of a codec. codec: options -> null
    PERILUNE_CONFIGURE_CODEC = 100,
    /// Says how a log is divided into entries. codec: {"options"}, the first bytes of the log -> {"framing": "lines", "table" or
    /// "json", "delimiter"?, "quote"?: characters of a table, "header"?: boolean, "elementsOf"?: [name]}
    PERILUNE_FRAME_LOG = 101,
    /// Whether a log has the format of the codec. codec: null, the first bytes of the log -> boolean
    PERILUNE_RECOGNIZE_LOG = 102,
    /// Makes a decoder for a log. codec: {"options", "name", "modified"?: RFC 3339}, the first bytes of the log ->
    /// {"handle"}, or null if each entry is an event
    PERILUNE_MAKE_DECODER = 103,
    /// Turns an entry into an event. handle: {"line", "offset"}, the entry -> null, the event; no bytes if the entry
    /// is no event. The calls for one decoder come one at a time.
    PERILUNE_DECODE = 104,

    /// Makes a sink for an output. factory: {"output", "options", "records": boolean, "folder"} -> {"handle"}
    PERILUNE_MAKE_SINK = 110,
    /// As PERILUNE_WRITE_RECORDS, for the sink of a factory, later. handle: {"first", "count", "sequence"}, records -> null
    PERILUNE_WRITE_TO_SINK = 111,
} perilune_library_operation;

/// The operations that a library requests of its host: request -> answer.
typedef enum perilune_host_operation {
    /// Writes a line to the log. {"level", "message", "fields"?, "script", "event"?} -> null
    PERILUNE_LOG = 1,
    /// Loads the saved state of a key. state: {"script", "key"} -> {"found"}, bytes
    PERILUNE_LOAD_STATE = 10,
    /// Saves all changes or none. state: [{"script", "key", "length"?}], the values one after the other; a
    /// change without a length removes -> null
    PERILUNE_SAVE_STATE = 11,
    /// Notes an effect before it is carried out, later. ledger: {"identity", "kind", "request", "ifDone"?:
    /// {"value"?}} -> {"entry": "new", "begun" or "answered", "answer"?}. With "ifDone", it must not happen
    /// twice: a "begun" effect must not be repeated unless the receiver can tell that it did not happen.
    PERILUNE_LEDGER_BEGIN = 20,
    /// Notes the answer of an effect, later. ledger: {"identity", "answer": {"value"?} or {"error"}} -> null
    PERILUNE_LEDGER_FINISH = 21,
    /// Gets the answer of an effect, later. ledger: {"identity"} -> {"answer"?}
    PERILUNE_LEDGER_ANSWER = 22,
    /// Writes output of a command. run: {"stream": "output" or "notes"}, text -> null
    PERILUNE_WRITE = 30,
    /// Delivers events of a source, later. run: {"identity"?, "depth"?}, a JSON array of events -> null
    PERILUNE_DELIVER = 40,
} perilune_host_operation;

#ifdef __cplusplus
}
#endif
