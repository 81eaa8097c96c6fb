import CRMPlugin

/// The tables of products, units, price lists and currencies.
enum ProductTables {
    static let all = [
        product, association, priceLevel, productPriceLevel, unit, unitGroup, currency, subject,
    ]

    private static let restrictDelete = Cascade(delete: .restrict)

    static let product = Table(
        "Product", 1024, "Product", name: "name", ownership: .organization,
        [
            .text("Name", 100), .text("ProductNumber", 100), .memo("Description"),
            .choice(
                "ProductStructure",
                [1: "Product", 2: "Product Family", 3: "Product Bundle"], default: 1),
            .choice(
                "ProductTypeCode",
                [
                    1: "Sales Inventory", 2: "Miscellaneous Charges", 3: "Services",
                    4: "Flat Fees",
                ], default: 1),
            .flag("IsKit"), .flag("IsStockItem"), .integer("QuantityDecimal", 0...5),
            .money("Price"), .money("CurrentCost"), .money("StandardCost"),
            .decimal("QuantityOnHand", precision: 5), .decimal("StockWeight", precision: 5),
            .decimal("StockVolume", precision: 5), .text("Size", 200), .text("SupplierName", 100),
            .text("VendorName", 100), .text("VendorPartNumber", 100), .text("ProductUrl", 255),
            .date("ValidFromDate"), .date("ValidToDate"), .text("HierarchyPath", 450).readOnly,
            .lookup("DefaultUoMId", "uom", "unit_of_measurement_products", restrictDelete),
            .lookup(
                "DefaultUoMScheduleId", "uomschedule", "unit_of_measurement_schedule_products",
                restrictDelete),
            .lookup("PriceLevelId", "pricelevel", "price_level_products"),
            .lookup("SubjectId", "subject", "subject_products"),
            .lookup("ParentProductId", "product", "product_parent_product", restrictDelete),
            .states(
                (0, "Active", [1: "Active"]), (1, "Retired", [2: "Retired"]),
                (2, "Draft", [0: "Draft"]), (3, "Under Revision", [3: "Under Revision"])),
        ])

    static let association = Table(
        "ProductAssociation", 1025, "Product Association", name: nil, ownership: .none,
        [
            .lookup(
                "ProductId", "product", "product_assoc_prod", Cascade(delete: .cascade)
            ).required,
            .lookup(
                "AssociatedProduct", "product", "product_assoc_assocprod",
                Cascade(delete: .restrict)
            ).required,
            .lookup("UoMId", "uom", "uom_assoc_prod"), .decimal("Quantity", precision: 5),
            .choice("ProductIsRequired", [0: "Optional", 1: "Required"], default: 0),
            .choice(
                "PropertyCustomizationStatus",
                [0: "Not Available", 1: "Available", 2: "In Progress"], default: 0),
            Common.activeInactive,
        ])

    static let priceLevel = Table(
        "PriceLevel", 1022, "Price List", name: "name", ownership: .organization,
        [
            .text("Name", 100), .memo("Description"), .date("BeginDate"), .date("EndDate"),
            .lookup(
                "TransactionCurrencyId", "transactioncurrency", "transactioncurrency_pricelevel",
                restrictDelete),
            .choice("FreightTermsCode", [1: "Default Value"], default: 1),
            .choice("PaymentMethodCode", [1: "Default Value"], default: 1),
            .choice("ShippingMethodCode", [1: "Default Value"], default: 1),
            .states((0, "Active", [100_001: "Active"]), (1, "Inactive", [100_002: "Inactive"])),
        ])

    static let productPriceLevel = Table(
        "ProductPriceLevel", 1026, "Price List Item", name: "productidname", ownership: .none,
        [
            .text("ProductIdName", 100).readOnly,
            .lookup(
                "PriceLevelId", "pricelevel", "price_level_product_price_levels",
                Cascade(delete: .cascade)
            ).required,
            .lookup("ProductId", "product", "product_price_levels", Cascade(delete: .cascade))
                .required,
            .lookup("UoMId", "uom", "unit_of_measurement_product_price_level", restrictDelete),
            .lookup(
                "UoMScheduleId", "uomschedule", "unit_of_measurement_schedule_product_price",
                restrictDelete),
            .money("Amount"), .decimal("Percentage"),
            .choice(
                "PricingMethodCode",
                [
                    1: "Currency Amount", 2: "Percent of List", 3: "Percent Markup - Current Cost",
                    4: "Percent Margin - Current Cost", 5: "Percent Markup - Standard Cost",
                    6: "Percent Margin - Standard Cost",
                ], default: 1),
            .choice(
                "QuantitySellingCode",
                [1: "No Control", 2: "Whole", 3: "Whole and Fractional"], default: 1),
            .choice(
                "RoundingPolicyCode", [1: "None", 2: "Up", 3: "Down", 4: "To Nearest"],
                default: 1),
        ])

    static let unit = Table(
        "UoM", 1055, "Unit", name: "name", ownership: .none,
        [
            .text("Name", 100), .decimal("Quantity", precision: 5), .flag("IsScheduleBaseUoM"),
            .lookup("BaseUoM", "uom", "unit_of_measurement_base_unit", restrictDelete),
            .lookup(
                "UoMScheduleId", "uomschedule", "unit_of_measurement_schedule_conversions",
                Cascade(delete: .cascade)),
        ])

    static let unitGroup = Table(
        "UoMSchedule", 1056, "Unit Group", name: "name", ownership: .organization,
        [
            .text("Name", 200), .text("BaseUoMName", 100), .memo("Description"),
            Common.activeInactive,
        ])

    static let currency = Table(
        "TransactionCurrency", set: "transactioncurrencies", 9105, "Currency",
        name: "currencyname", ownership: .organization,
        [
            .text("CurrencyName", 100), .text("ISOCurrencyCode", 5), .text("CurrencySymbol", 13),
            .integer("CurrencyPrecision", 0...4), .decimal("ExchangeRate", precision: 10).required,
            .lookup("OrganizationId", "organization", "organization_transactioncurrencies")
                .readOnly,
            Common.activeInactive,
        ])

    static let subject = Table(
        "Subject", 129, "Subject", name: "title", ownership: .organization,
        [
            .text("Title", 500), .memo("Description"),
            .lookup("ParentSubject", "subject", "subject_parent_subject"),
        ])
}
