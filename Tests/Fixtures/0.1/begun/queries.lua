-- Answers the queries of lab.xml.
-- Begun by `perilune charts generate`: fill in the rows.

local delegate = {}
local queries = {}

-- Charts: Sales, Table, Regions, Outer, Columns.
-- Columns: Region (category), Year (series), Amount (value).
queries["Sales"] = function(args)
  local years = args["Years"] -- a list of values of Year, or nil
  local amounts = args["Amounts"] -- the two ends of a range of Amount, or nil
  return {
    -- { ["Region"] = nil, ["Year"] = nil, ["Amount"] = nil },
  }
end

-- Charts: Countries, Inner, Line.
-- Columns: Country (category), Amount (value), Region (category), Year (series).
queries["Countries"] = function(args)
  local years = args["Years"] -- a list of values of Year, or nil
  local region = args["Region"] -- a list of values of Region, or nil
  local region2 = args["Region"] -- what was drilled into, or nil
  local year = args["Year"] -- what was drilled into, or nil
  return {
    -- { ["Country"] = nil, ["Amount"] = nil, ["Region"] = nil, ["Year"] = nil },
  }
end

-- Charts: Zoom.
-- Columns: Year (category), Amount (value).
queries["ByYear"] = function()
  return {
    -- { ["Year"] = nil, ["Amount"] = nil },
  }
end

-- Charts: Zoom.
-- Columns: Year (category), Month (category), Amount (value).
queries["ByMonth"] = function()
  return {
    -- { ["Year"] = nil, ["Month"] = nil, ["Amount"] = nil },
  }
end

-- Charts: Rich.
-- Columns: Name (value), Trend (small chart), Now (value), Plan (value).
queries["Measures"] = function()
  return {
    -- { ["Name"] = nil, ["Trend"] = nil, ["Now"] = nil, ["Plan"] = nil },
  }
end

-- Charts: Profit.
-- Columns: Profit (node), Price (node), Count (node).
queries["Drivers"] = function()
  return {
    -- { ["Profit"] = nil, ["Price"] = nil, ["Count"] = nil },
  }
end

function delegate:executeQuery(name, args)
  local query = queries[name]
  if query then return query(args) end
end

return delegate
