/// Fictitious names: words of landscape and trade, put together.
enum SeedNames {
    static let places = [
        "Harbour", "Granite", "Willow", "Amber", "Northgate", "Juniper", "Meridian", "Copper",
        "Lakeside", "Cedar", "Summit", "Orchard", "Silver", "Heron", "Quarry", "Meadow", "Lantern",
        "Coral", "Basalt", "Maple",
    ]
    static let trades = [
        "Logistics", "Foods", "Textiles", "Instruments", "Printing", "Timber", "Optics", "Marine",
        "Ceramics", "Energy",
    ]
    static let cities = [
        "Rivermouth", "Oakford", "Stonebridge", "Eastmere", "Highfield", "Westhaven", "Millbrook",
        "Sandport",
    ]
    static let firstNames = [
        "Anna", "Ben", "Clara", "David", "Elena", "Felix", "Grace", "Henry", "Iris", "Jonas",
    ]
    static let lastNames = [
        "Alder", "Brook", "Clay", "Dale", "Ember", "Field", "Grove", "Hillside", "Ivory", "Juno",
        "Knoll", "Larch", "Marsh", "North", "Ocean", "Pebble",
    ]
    static let jobs = [
        "Purchasing Manager", "Sales Director", "Office Manager", "Engineer", "Owner",
    ]

    /// The nth company, from 0; names repeat with a number after 200.
    static func company(_ index: Int) -> String {
        let name =
            places[index % places.count] + " "
            + trades[(index / places.count + index) % trades.count]
        return index < 200 ? name : "\(name) \(index / 200 + 1)"
    }

    /// The nth person, from 0.
    static func person(_ index: Int) -> (first: String, last: String) {
        (
            firstNames[index % firstNames.count],
            lastNames[(index * 7 + index / firstNames.count) % lastNames.count]
        )
    }

    /// A mail address in a domain that cannot exist.
    static func address(_ person: (first: String, last: String), _ index: Int) -> String {
        "\(person.first.lowercased()).\(person.last.lowercased())\(index)@mail.example"
    }
}
