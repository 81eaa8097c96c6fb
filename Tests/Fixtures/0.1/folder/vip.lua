-- Which customers are important.
local settings = require "settings"

local vip = {}

local important = {}
for _, name in ipairs(settings.customers) do important[name:lower()] = true end

--- Whether a customer is important; case does not matter.
---@param name string the name as the order has it
---@return boolean
function vip.is(name)
  return important[name:lower()] == true
end

return vip
