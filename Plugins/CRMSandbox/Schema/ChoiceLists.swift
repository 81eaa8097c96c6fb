/// Lists of choices that several tables have.
enum ChoiceLists {
    static let industries: KeyValuePairs<Int32, String> = [
        1: "Accounting", 2: "Agriculture and Non-petrol Natural Resource Extraction",
        3: "Broadcasting Printing and Publishing", 4: "Brokers", 5: "Building Supply Retail",
        6: "Business Services", 7: "Consulting", 8: "Consumer Services",
        9: "Design, Direction and Creative Management",
        10: "Distributors, Dispatchers and Processors", 11: "Doctor's Offices and Clinics",
        12: "Durable Manufacturing", 13: "Eating and Drinking Places", 14: "Entertainment Retail",
        15: "Equipment Rental and Leasing", 16: "Financial", 17: "Food and Tobacco Processing",
        18: "Inbound Capital Intensive Processing", 19: "Inbound Repair and Services",
        20: "Insurance", 21: "Legal Services", 22: "Non-Durable Merchandise Retail",
        23: "Outbound Consumer Service", 24: "Petrochemical Extraction and Distribution",
        25: "Service Retail", 26: "SIG Affiliations", 27: "Social Services",
        28: "Special Outbound Trade Contractors", 29: "Specialty Realty", 30: "Transportation",
        31: "Utility Creation and Distribution", 32: "Vehicle Retail", 33: "Wholesale",
    ]

    static let relationshipTypes: KeyValuePairs<Int32, String> = [
        1: "Competitor", 2: "Consultant", 3: "Customer", 4: "Investor", 5: "Partner",
        6: "Influencer", 7: "Press", 8: "Prospect", 9: "Reseller", 10: "Supplier", 11: "Vendor",
        12: "Other",
    ]

    static let paymentTerms: KeyValuePairs<Int32, String> = [
        1: "Net 30", 2: "2% 10, Net 30", 3: "Net 45", 4: "Net 60",
    ]

    static let freightTerms: KeyValuePairs<Int32, String> = [1: "FOB", 2: "No Charge"]

    static let shippingMethods: KeyValuePairs<Int32, String> = [
        1: "Airborne", 2: "DHL", 3: "FedEx", 4: "UPS", 5: "Postal Mail", 6: "Full Load",
        7: "Will Call",
    ]

    static let leadSources: KeyValuePairs<Int32, String> = [
        1: "Advertisement", 2: "Employee Referral", 3: "External Referral", 4: "Partner",
        5: "Public Relations", 6: "Seminar", 7: "Trade Show", 8: "Web", 9: "Word of Mouth",
        10: "Other",
    ]

    static let pricingErrors: KeyValuePairs<Int32, String> = [
        0: "None", 1: "Detail Error", 2: "Missing Price Level", 3: "Inactive Price Level",
        4: "Missing Quantity", 5: "Missing Unit Price", 6: "Missing Product",
        7: "Invalid Product",
    ]

    static let priorities: KeyValuePairs<Int32, String> = [0: "Low", 1: "Normal", 2: "High"]
}
