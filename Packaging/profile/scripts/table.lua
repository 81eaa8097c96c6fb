-- Rows of a table: texts to numbers, and sums.
local sums = {}

return {
  on = "entry.csv",
  execute = function(event, commander)
    local data = event.data
    local name = data.name ~= "" and data.name or "none"
    sums[name] = (sums[name] or 0) + (tonumber(data.v) or 0)
    if sums[name] % 10 == 0 then commander:emit { name = name, sum = sums[name] } end
  end,
}
