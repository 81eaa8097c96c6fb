---@meta kv
-- Generated: see perilune.lua.

---@type perilune.kv
local kv

return kv
