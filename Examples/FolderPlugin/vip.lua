-- Knows which customers are important.
local settings = require "settings"

local vip = {}

local important = {}
for _, name in ipairs(settings.customers) do important[name:lower()] = true end

--- Returns whether a customer is important, ignoring case.
---@param name string the name in the order
---@return boolean
function vip.is(name)
  return important[name:lower()] == true
end

return vip
