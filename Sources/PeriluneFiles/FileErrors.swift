import Glibc
package import PeriluneCore

extension PeriluneError.Code {
    /// There is no file at the path.
    package static let logMissing: Self = "log.missing"
    /// A directory is named where a log is expected.
    package static let logDirectory: Self = "log.directory"
    /// The process may not read the log.
    package static let logPermission: Self = "log.permission"
    /// Compressed data that ends in the middle.
    package static let logTruncated: Self = "log.truncated"
    /// Compressed data that is damaged, or of another format than its name says.
    package static let logCorrupt: Self = "log.corrupt"
    /// Text that is neither UTF-8 nor ASCII.
    package static let logEncoding: Self = "log.encoding"
    /// A log that is shorter than when its position was saved, or has other lines.
    package static let logChanged: Self = "log.changed"
    /// The log cannot be opened or read, for another reason than those above.
    package static let logRead: Self = "log.read"

    /// The disk is full, or a quota or the largest size of a file is reached.
    package static let outputFull: Self = "output.full"
    /// The reader of the output has closed it; commands then end without a message.
    package static let closedPipe: Self = "output.closed-pipe"
    /// A directory is named where a file is to be written.
    package static let outputDirectory: Self = "output.directory"
    /// The process may not write the file, or create it in its folder.
    package static let outputPermission: Self = "output.permission"
    /// A pipe, a socket or a device, to which this output cannot be written.
    package static let outputSpecial: Self = "output.special"
    /// The output would change an input, the store, or another output.
    package static let outputIsInput: Self = "output.is-input"
    /// The file cannot be created, for another reason than a directory or permissions.
    package static let outputCreate: Self = "output.create"
    /// A write failed for another reason, or the file is shorter than what an earlier run wrote.
    package static let outputWrite: Self = "output.write"
}

extension PeriluneError {
    /// The error for an output that is also an input or another output.
    package static func outputIsInput(_ name: String) -> PeriluneError {
        PeriluneError(
            .outputIsInput, "the output would change an input or another output",
            at: .init(file: name),
            hint: "write to another file")
    }
}

func openError(_ number: Int32, log name: String) -> PeriluneError {
    let place = PeriluneError.Place(file: name)
    return switch number {
    case ENOENT, ENOTDIR:
        PeriluneError(.logMissing, "no such file", at: place)
    case EACCES, EPERM:
        PeriluneError(.logPermission, "no permission to read the file", at: place)
    default:
        PeriluneError(.logRead, "cannot open the file: \(systemMessage(number))", at: place)
    }
}

/// The error of a failed `open` for writing, from its `errno`.
///
/// For `EACCES`, it checks whether the file or its folder is protected.
package func openError(_ number: Int32, output name: String) -> PeriluneError {
    let place = PeriluneError.Place(file: name)
    return switch number {
    case EISDIR:
        PeriluneError(.outputDirectory, "is a directory, not a file", at: place)
    case EACCES, EPERM, EROFS:
        access(name, F_OK) != 0 && errno == ENOENT
            ? PeriluneError(
                .outputPermission, "cannot create the file: its folder is not writable", at: place,
                hint:
                    "give this user write permission for the folder, or name a file in another folder"
            )
            : PeriluneError(
                .outputPermission, "no permission to write the file", at: place,
                hint: "give this user write permission for the file, or name another file")
    case ENOENT, ENOTDIR:
        PeriluneError(
            .outputCreate, "cannot create the file: its folder does not exist", at: place)
    case ENXIO:
        PeriluneError(
            .outputSpecial, "cannot open the pipe: no process reads it", at: place,
            hint: "start the reader first, or name a regular file")
    default:
        PeriluneError(.outputCreate, "cannot create the file: \(systemMessage(number))", at: place)
    }
}

/// The error of a failed `write` or `fsync`, from its `errno`.
package func writeError(_ number: Int32, output name: String) -> PeriluneError {
    let place = PeriluneError.Place(file: name)
    return switch number {
    case EPIPE, ECONNRESET:
        PeriluneError(.closedPipe, "the reader of the output closed it", at: place)
    case EBADF:
        PeriluneError(
            .outputWrite, "cannot write: it is closed", at: place,
            hint: "to discard the output, redirect it to /dev/null")
    case ENOSPC, EDQUOT, EFBIG:
        PeriluneError(
            .outputFull, "cannot write: \(systemMessage(number))", at: place,
            hint: "free some space and run again")
    default:
        PeriluneError(.outputWrite, "cannot write: \(systemMessage(number))", at: place)
    }
}
