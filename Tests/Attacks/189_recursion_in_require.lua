-- require in tail calls.
-- expect: time
local function f() pcall(require, "json") return f() end
f()
