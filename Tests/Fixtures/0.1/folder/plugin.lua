-- Some customers are served by people: links of theirs are noted, and their orders are announced.
return {
  name = "vip",
  version = "1.0.0",
  perilune = ">= 0.1",
  summary = "Treats what important customers do with care.",

  scripts = { "announce.lua" },
  modules = { "vip" },

  events = {
    ["vip.order"] = "An important customer ordered something.",
  },

  settings = {
    customers = {
      type = "table",
      default = { "Contoso", "Fabrikam" },
      summary = "The names of the customers.",
    },
    threshold = { type = "number", default = 1000, summary = "Smaller orders are not announced." },
  },
}
