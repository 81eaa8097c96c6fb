import Foundation
import PeriluneCore
import Testing

@testable import PeriluneFiles

struct OutputFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        OutputFile.ignoreSignals()
    }

    @Test func writesPiecesOfAnySize() throws {
        let output = try OutputFile(path: folder.path("out"))
        var expected: [UInt8] = []
        for size in [0, 1, 100, 262_143, 262_144, 262_145, 1 << 20, 3] {
            let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) }
            try output.write(piece)
            expected += piece
            #expect(output.offset == expected.count)
        }
        try output.finish()
        #expect(try folder.read("out") == expected)
    }

    @Test func finishingClosesTheFile() throws {
        let output = try OutputFile(path: folder.path("out"))
        #expect(folder.descriptors(of: "out") == 1)
        try output.finish()
        #expect(folder.descriptors(of: "out") == 0)
        withExtendedLifetime(output) {}
    }

    @Test func replacesAnExistingFile() throws {
        let path = try folder.write(text("something long"), "out")
        let output = try OutputFile(path: path)
        try output.write(text("short"))
        try output.finish()
        #expect(try folder.read("out") == text("short"))
    }

    @Test func continuesWhereARunStopped() throws {
        let path = try folder.write(text("kept, lost"), "out")
        let output = try OutputFile(path: path, continuingAt: 5)
        try output.write(text("new"))
        try output.finish()
        #expect(try folder.read("out") == text("kept,new"))
        #expect(throws: PeriluneError.self) { try OutputFile(path: path, continuingAt: 50) }
    }

    @Test func neverOverwritesAnInput() throws {
        let path = try folder.write(text("a\n"), "log")
        let source = try LogSource(path: path)
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let error = #expect(throws: PeriluneError.self) {
            try OutputFile(path: link) { (identity) throws(PeriluneError) in
                if identity == source.identity { throw .outputIsInput(link) }
            }
        }
        #expect(error?.code == .outputIsInput)
        #expect(try folder.read("log") == text("a\n"))
    }

    @Test func reportsAFullDisk() throws {
        let output = try OutputFile(path: "/dev/full")
        try output.write(text("x"))
        let error = #expect(throws: PeriluneError.self) { try output.finish() }
        #expect(error?.code == .outputFull)
    }

    @Test func reportsAClosedPipe() throws {
        let pipe = Pipe()
        let output = try OutputFile(path: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
        try pipe.fileHandleForReading.close()
        try output.write(text("x"))
        let error = #expect(throws: PeriluneError.self) { try output.flush() }
        #expect(error?.code == .closedPipe)
    }

    @Test func refusesFoldersAndPathsThroughMissingFolders() throws {
        let folderError = #expect(throws: PeriluneError.self) {
            try OutputFile(path: folder.url.path)
        }
        #expect(folderError?.code == .outputDirectory)
        let missing = #expect(throws: PeriluneError.self) {
            try OutputFile(path: folder.path("missing/out"))
        }
        #expect(missing?.code == .outputCreate)
    }
}
