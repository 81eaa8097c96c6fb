import CPeriluneLoading
import Glibc
import Testing

struct LoadingTests {
    /// What a load of these functions says; `nil` where all is well.
    private func load(_ file: String, _ functions: [String]) -> String? {
        let names = functions.map { UnsafePointer(strdup($0)) } + [nil]
        let addresses = functions.map { _ in
            UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
        }
        defer {
            for name in names { free(UnsafeMutablePointer(mutating: name)) }
            for address in addresses { address.deallocate() }
        }
        return perilune_library_load(file, names, addresses.map { $0 } + [nil])
            .map { String(cString: $0) }
    }

    @Test func aMissingLibraryIsNamed() {
        #expect(load("libabsent.so.7", ["f"])?.contains("libabsent.so.7") == true)
    }

    @Test func aMissingFunctionIsNamed() {
        let problem = load("libcurl.so.4", ["curl_easy_init", "curl_absent"])
        #expect(problem?.contains("curl_absent") == true)
    }

    @Test func aLibraryWithAllFunctionsIsLoaded() {
        #expect(load("libcurl.so.4", ["curl_easy_init", "curl_slist_append"]) == nil)
    }
}
