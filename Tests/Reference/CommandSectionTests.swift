import Arguments
import PeriluneCommand
import Testing

struct CommandSectionTests {
    @Test func aSectionIsFoundByTheFirstWordsOfItsCommands() {
        for section in CommandSection.all {
            let words = section.commands.compactMap { $0.name.split(separator: " ").first }
            #expect(section.words == Set(words.map(String.init)), "\(section.title)")
        }
    }
}
