---@meta test
-- Generated: see perilune.lua.

---@type perilune.test
local test

return test
