-- Cases for reports.lua: events go in, and what is written here must come out.
-- A text stands for a tap on that link.
local link = "mstr://?evt=4001&reportID="

return {
  {
    name = "refuses a closed report",
    events = { link .. "A82E1D9311EC77B0520F00B0D1F3C96B" },
    records = { { outcome = "rejected", reason = "closed for the audit" } },
  },
  {
    name = "opens any other one as usual",
    events = { link .. "D3A9E8514C0FE1B76A20C88D5F9B7E14" },
    records = { { outcome = "default" } },
  },
}
