import Foundation

/// Compiles Swift against the modules that the tests were built with.
struct SwiftCompiler {
    /// Checks a file as far as its machine code: what may be sent to another actor is checked late.
    func compile(_ code: String, isMain: Bool) throws -> Shell.Result {
        let shell = try Shell()
        let file = isMain ? "main.swift" : "code.swift"
        try shell.write(code, file)
        let build = Shell.buildFolder
        return try shell.run(
            """
            flags=()
            for map in '\(SwiftPackage.root.path)'/Sources/*/{,include/}module.modulemap \
                '\(build.path)'/*.build/module.modulemap; do
              [ ! -f "$map" ] || flags+=(-Xcc "-fmodule-map-file=$map")
            done
            for folder in '\(SwiftPackage.root.path)'/Sources/*/include; do
              flags+=(-Xcc "-I$folder")
            done
            swiftc -c -o code.o -swift-version 6 -warnings-as-errors \
              \(isMain ? "" : "-parse-as-library") -I '\(build.path)/Modules' "${flags[@]}" \
              $(pkg-config --cflags-only-I lua5.4 libxml-2.0 pangocairo libpng) \(file)
            """)
    }
}
