---@meta crm
-- Generated: see perilune.lua.

---@type perilune.crm
local crm

return crm
