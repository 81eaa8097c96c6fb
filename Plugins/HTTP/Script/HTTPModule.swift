import PeriluneCore

/// The module `http`.
enum HTTPModule {
    /// The module over these calls.
    static func module(_ calls: HTTPCalls) -> HostModule {
        HostModule(
            HTTP.module,
            "Sends HTTP requests to hosts that the configuration grants; each is an effect of the event.",
            grant: HTTP.module, lua: luaPart,
            [
                HostFunction(
                    "get", "Sends a GET request, and waits for the response.",
                    [
                        .init("url", .string, "an http or https URL, percent-encoded"),
                        .init(
                            "options", .table, optional: true,
                            "headers; timeout: seconds; redirects: how many are followed, default: 5"
                        ),
                    ], returns: response, .native),
                HostFunction(
                    "post", "Sends a POST request, and waits for the response.",
                    [
                        .init("url", .string, "an http or https URL, percent-encoded"),
                        .init("body", .any, "a string, or a table that is sent as JSON"),
                        .init(
                            "options", .table, optional: true,
                            "headers; timeout: seconds; redirects; idempotent: true if the server recognizes the Idempotency-Key or the request only reads, so that it may be repeated"
                        ),
                    ], returns: response, .native),
                HostFunction(
                    "request",
                    "Sends a request with any method, and waits for the response: http.request { method = \"PUT\", url = url, json = data }.",
                    [
                        .init(
                            "request", .table,
                            "url; method: GET (default), HEAD, OPTIONS, POST, PUT, PATCH or DELETE; headers; body: a string; json: a value that is sent as JSON; timeout; redirects; idempotent"
                        )
                    ], returns: response, .native),
                HostFunction(
                    "_send", "Sends a request.", [.init("request", .table, "the request")],
                    returns: "table", .async { try await calls.send($0, $1) }),
            ])
    }

    private static let response =
        "{ status: integer, url: string, headers: table<string, string>, body: string?, base64: string?, json: fun(self): any }"

    /// The part in Lua: two short forms, and a body that is decoded on demand.
    private static let luaPart = """
        local http = ...
        local send, json = http._send, require "json"
        http._send = nil

        local response = {}
        response.__index = response

        function response:json()
          if not self.body then
            error("the response of " .. self.url .. " is not text, so it is not JSON", 2)
          end
          local ok, value = pcall(json.decode, self.body)
          if not ok then
            error("the response of " .. self.url .. " (status " .. self.status .. ") is not JSON: "
              .. tostring(value), 2)
          end
          return value
        end

        local function perform(name, fixed, options)
          if options ~= nil and type(options) ~= "table" then
            error(name .. ": the options must be a table", 3)
          end
          local request = {}
          for option, value in pairs(options or {}) do request[option] = value end
          for option, value in pairs(fixed) do
            if request[option] ~= nil then error(name .. ": " .. option .. " is not an option", 3) end
            request[option] = value
          end
          if request.json ~= nil then
            if request.body ~= nil then error(name .. " takes a body or json, not both", 3) end
            request.body, request.json = json.encode(request.json), true
          end
          return setmetatable(send(request), response)
        end

        local function dot(first, name)
          if first == http then
            error(name .. " must be called with a dot, not with a colon: write " .. name .. "(...)", 3)
          end
        end

        function http.get(url, options)
          dot(url, "http.get")
          return perform("http.get", { method = "GET", url = url }, options)
        end

        function http.post(url, body, options)
          dot(url, "http.post")
          local isText = type(body) == "string"
          local fixed = { method = "POST", url = url }
          fixed[isText and "body" or "json"] = body
          return perform("http.post", fixed, options)
        end

        function http.request(request)
          dot(request, "http.request")
          if type(request) ~= "table" then
            error('http.request requires a table: { method = "PUT", url = url, json = data }', 2)
          end
          return perform("http.request", {}, request)
        end
        """
}
