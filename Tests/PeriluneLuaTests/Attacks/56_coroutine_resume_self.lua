-- A coroutine that resumes itself and its parent.
-- expect: harmless
local co
co = coroutine.create(function()
    assert(not coroutine.resume(co))
    assert(not coroutine.resume(coroutine.running()))
end)
assert(coroutine.resume(co))
assert(not coroutine.resume(co))
