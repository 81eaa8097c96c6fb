-- A message of control characters.
-- expect: error
error("\0\xff\xfe" .. ("\r\n"):rep(1000) .. "\27[31m")
