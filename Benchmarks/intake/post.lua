-- wrk: every request is another webhook, so that none is taken for a repetition.
local before, after
local counter, thread_number = 0, 0

function setup(thread)
  thread:set("number", thread_number)
  thread_number = thread_number + 1
end

function init(arguments)
  local file = assert(io.open(arguments[1]))
  local text = file:read("a"):gsub("%s+$", "")
  file:close()
  -- Both identities end in the same twelve digits.
  local mark = ("%012x"):format(0)
  parts = {}
  for part in (text .. "\0"):gmatch("(.-)8000%-" .. mark) do parts[#parts + 1] = part end
  rest = text:match(".*8000%-" .. mark .. "(.*)$")
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  counter = counter + 1
  local id = ("8000-%04x%08x"):format(number, counter)
  return wrk.format(nil, nil, nil, table.concat(parts, id) .. id .. rest)
end
