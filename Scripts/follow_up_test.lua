-- Tests of follow_up.lua: open dashboards, events, and the CRM records before and after them.
local function selection(data)
  data.dashboard, data.chart = "sales", data.chart or "ProductSales"
  return { type = "chart.selection.items", data = data }
end

local function note(chart, text)
  return {
    logicalname = "annotation",
    subject = "Flagged in " .. chart,
    notetext = text,
    filename = chart .. ".png",
    mimetype = "image/png",
    isdocument = true,
  }
end

return {
  {
    name = "turns selected items into a note with a picture",
    charts = { open = { "charts/sales.xml" } },
    crm = { before = {}, after = { note("ProductSales", "Eastern, Bikes\nSouth, Clothing") } },
    events = {
      selection {
        items = { { category = "Eastern", series = "Bikes" }, { category = "South", series = "Clothing" } },
      },
    },
    records = {
      {
        outcome = "handled",
        effects = {
          { kind = "snapshot", view = "sales/ProductSales", format = "png", width = 800 },
          { kind = "crm.create", entity = "annotation" },
        },
      },
    },
  },
  {
    name = "highlights whole columns with all their series",
    charts = { open = { "charts/sales.xml" } },
    crm = { before = {}, after = { note("Reasons", "Quality\nPrice, Canada") } },
    events = {
      selection {
        chart = "Reasons",
        categories = { "Quality" },
        items = { { category = "Price", series = "Canada" } },
      },
    },
    records = { { outcome = "handled" } },
  },
  {
    name = "treats an item without a series as a column",
    charts = { open = { "charts/sales.xml" } },
    crm = { before = {}, after = { note("ProductSales", "Eastern") } },
    events = { selection { items = { { category = "Eastern" } } } },
  },
  {
    name = "finds a chart by its name without the dashboard",
    charts = { open = { "charts/sales.xml" } },
    crm = { before = {}, after = { note("Reasons", "Quality") } },
    events = { { type = "chart.selection.items", data = { chart = "Reasons", categories = { "Quality" } } } },
  },
  {
    name = "writes no note for an empty selection",
    charts = { open = { "charts/sales.xml" } },
    crm = { before = {}, after = {} },
    events = { selection { categories = {}, items = {} } },
    records = { { outcome = "handled", effects = {} } },
  },
  {
    name = "fails without a note if an item does not exist",
    charts = { open = { "charts/sales.xml" } },
    crm = { before = {}, after = {} },
    events = { selection { items = { { category = "Atlantis", series = "Bikes" } } } },
    records = { { outcome = "failed", error = { code = "annotation.invalid" } } },
  },
}
