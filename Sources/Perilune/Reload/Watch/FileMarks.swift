internal import Glibc

/// By what files are seen to have changed, where the system does not tell.
struct FileMarks: Equatable {
    private struct Mark: Equatable {
        let device: UInt
        let number: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    private var marks: [String: Mark?] = [:]

    init(_ files: [String]) {
        for file in files {
            var status = stat()
            guard unsafe stat(file, &status) == 0 else {
                marks[file] = .some(nil)
                continue
            }
            marks[file] = Mark(
                device: UInt(status.st_dev), number: UInt(status.st_ino), size: Int(status.st_size),
                seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        }
    }
}
