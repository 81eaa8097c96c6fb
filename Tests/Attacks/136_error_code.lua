-- Long parts of an error.
-- expect: error
error({ code = ("x"):rep(1 << 20), message = ("y"):rep(1 << 20), hint = ("z"):rep(1 << 20), place = ("a:"):rep(1000) })
