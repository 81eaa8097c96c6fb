internal import CPeriluneLineEditing
internal import Glibc

/// Reads lines that can be edited with the arrow keys, with a persistent history and completion.
package final class LineEditor: LineInput {
    /// True, since it is created for terminals only.
    package let isInteractive = true
    private var editor: OpaquePointer?
    private let history: String?
    private let complete: (String) -> [String]

    /// The width for the columns of candidates.
    private static let width = 80
    private static let mostShown = 200

    /// Creates an editor; nil if standard input or output is not a terminal, or if libedit is not available.
    ///
    /// - Parameters:
    ///   - program: The name of the program in ~/.editrc.
    ///   - history: The history file, whose folder must exist.
    ///   - complete: Returns the possible completions of the last name in a text.
    package init?(program: String, history: String?, complete: @escaping (String) -> [String]) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, perilune_editor_load() == nil
        else { return nil }
        self.history = history
        self.complete = complete
        let context = Unmanaged.passUnretained(self).toOpaque()
        editor = perilune_editor_new(program, completeLine, context)
        guard editor != nil else { return nil }
        if let history { _ = perilune_editor_load_history(editor, history) }
    }

    deinit { perilune_editor_free(editor) }

    /// Reads a line, which is returned without its line end.
    ///
    /// `cancelled` for Ctrl-C; `nil` at the end of the input.
    package func read(prompt: String) -> InputLine? {
        var length = 0
        var isCancelled = false
        return prompt.withCString { prompt in
            let line = perilune_editor_read(editor, prompt, &length, &isCancelled)
            if isCancelled { return .cancelled }
            guard let line else { return nil }
            let bytes = UnsafeRawBufferPointer(start: line, count: length)
            return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Adds a text to the history, and saves the history to its file.
    package func remember(_ text: String) {
        perilune_editor_remember(editor, text)
        if let history { _ = perilune_editor_save_history(editor, history) }
    }

    fileprivate func complete(_ text: String) {
        let names = complete(text)
        guard let first = names.first else { return }
        let written = text.utf8.reversed().prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F
        }
        let common = names.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        let more = common.utf8.dropFirst(written.count)
        if !more.isEmpty {
            perilune_editor_insert(editor, String(decoding: more, as: UTF8.self))
        } else if names.count > 1 {
            perilune_editor_list(editor, Columns(Array(names.prefix(Self.mostShown))).text)
        }
    }

    /// Arranges names in columns.
    private struct Columns {
        let text: String

        init(_ names: [String]) {
            let column = (names.map(\.count).max() ?? 0) + 2
            let perLine = max(1, LineEditor.width / column)
            var text = ""
            for (number, name) in names.enumerated() {
                let isLast = number % perLine == perLine - 1 || number == names.count - 1
                text += name
                text += isLast ? "\n" : String(repeating: " ", count: column - name.count)
            }
            self.text = text
        }
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(decoding: zip(utf8, other.utf8).prefix { $0 == $1 }.map(\.0), as: UTF8.self)
    }
}

private let completeLine:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int) -> Void =
        { context, _, before, length in
            guard let context else { return }
            let text = String(
                decoding: UnsafeRawBufferPointer(start: before, count: length), as: UTF8.self)
            Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().complete(text)
        }
