---@meta
-- Generated from the declarations in Swift. To update it:
-- PERILUNE_UPDATE=1 make test-only FILTER=EditorDefinitionsTests

--- The table that `perilune.lua` returns; write `---@type perilune.Configuration` above it.
---
--- File names are relative to its folder.
---@class perilune.Configuration
---@field scripts? string|(string|perilune.Configuration.script)[] Files, folders and patterns, in the order in which scripts get events.
---@field grants? perilune.Configuration.grants Grants of scripts that have none of their own; without it, scripts may reach everything.
---@field plugins? perilune.Configuration.plugins Settings of plugins, by plugin name.
---@field seed? integer Random seed, combined with the event's id.
---@field order? "first"|"most-specific" Order of matching scripts with the same priority: as listed, or the most specific url rule first.
---@field workers? integer Threads that process events.
---@field redact? string|string[] Names of parameters, members and headers whose values are masked, beside the known ones.
---@field state? string The SQLite file in which process and open keep the scripts' state.
---@field store? string The SQLite file in which serve keeps accepted events, state, effects and the quarantine.
---@field durable? boolean Whether serve writes events to disk before it accepts them.
---@field outputs? table<string, perilune.Configuration.output> Named outputs, to which scripts emit values with commander:emit(value, "NAME"): { file = FILE }, or { sink = NAME } with the options of the sink.
---@field limits? perilune.Configuration.limits
---@field reload? perilune.Configuration.reload
---@field sources? perilune.Configuration.sources
---@field sinks? perilune.Configuration.sinks
---@field traces? perilune.Configuration.traces
---@field cluster? perilune.Configuration.cluster

---@class perilune.Configuration.limits
---@field time? integer Time limit of a script for one event, in milliseconds; 0 for none.
---@field memory? integer Memory limit of a script on each worker, in megabytes; 0 for none.
---@field instructions? integer Limit of VM instructions of a script for one event; unlike a time limit it is reproducible.
---@field calls? integer Deadline for all CRM, mail and HTTP calls of one event together, including retries, in seconds; 0 for none.
---@field stuckAfter? integer Maximum time that a worker may spend on one event, in seconds; after that, serve ends the process. /readyz fails after a sixth of this time. Scripts have their own time limit, so this concerns plugins. Requires a store.
---@field maxKills? integer Number of times that the process may be killed while it processes only this event; after that, serve quarantines the event.
---@field event? integer Maximum length of a line of a log.

---@class perilune.Configuration.reload
---@field tests? boolean Whether a new version of a script must pass its tests before a reload accepts it.

---@class perilune.Configuration.sources
---@field logs? string|string[] Logs that process reads by default.
---@field as? string The format of the logs, such as json, combined, syslog or csv; auto detects it. Documentation/LogFormats.md lists them.
---@field codec? table Options of the codec, by name, such as id={request}; on the command line, an option in a table has a dotted name, such as time.field=ts.
---@field listen? string The address to listen on, such as [::1]:8080 for IPv6; port 0 picks a free port.
---@field tokenFile? string Require the bearer token in this file from senders to /events; credential:NAME names a systemd credential.
---@field anonymous? boolean Accept events without authentication on addresses other than loopback: at /events without a token, at webhooks without a key.
---@field certificate? string Serve HTTPS with this certificate chain (PEM).
---@field key? string The private key of the certificate (PEM); credential:NAME names a systemd credential.
---@field maxBody? integer Maximum size of a request body at /events.
---@field maxWaiting? integer Maximum number of accepted events that wait to be processed; beyond it requests are rejected with 503.
---@field maxConnections? integer Maximum number of connections, or fewer if the limit of open files requires it. At the limit, a new connection replaces the one that has waited longest for its client.
---@field maxConnectionsPerAddress? integer Maximum number of connections from one address; 0 for no limit. Loopback addresses and trusted proxies are exempt.
---@field trustedProxies? string|string[] The address or network (10.0.0.0/8) of a reverse proxy, which is exempt from the limit of connections per address.
---@field headTimeout? integer Timeout for the head of a request (request line and headers), in seconds.
---@field bodyTimeout? integer Timeout for the body of a request, in seconds, plus what the minimum rate adds.
---@field minBodyRate? integer Adds a second to the timeout of the body for each BYTES bytes received; 0 adds nothing.
---@field idleTimeout? integer Timeout between two requests on a connection, in seconds.
---@field allowedHosts? string|string[] A name in the Host header that the server accepts from senders without credentials; *.example.com for all names below it, * for any.
---@field allowedOrigins? string|string[] The origin of web pages that may send events, such as https://app.example.com.
---@field deliveryDays? integer Days for which serve remembers deliveries, so that it recognizes repeated ones.
---@field maxDeliveries? integer Maximum number of deliveries that serve remembers.

---@class perilune.Configuration.sinks
---@field output? string The file for emitted values; - is standard output. Without it they are not written.
---@field records? string Write the record of every event, one JSON object per line; - is standard output.
---@field quarantine? string Where process writes events that could not be processed, with the error.
---@field maxQuarantine? integer Maximum number of quarantined events. At the limit, serve answers new events with 503 and process stops.
---@field maxQuarantineSize? integer Maximum size of the quarantined events of serve. At the limit, serve answers new events with 503.
---@field quarantineDays? integer Days after which serve deletes quarantined events without processing them; 0 for never.
---@field maxOutbox? integer Maximum size of the records that wait for sinks of plugins. At the limit, serve answers new events with 503 and process waits.

---@class perilune.Configuration.traces
---@field endpoint? string The collector to which serve sends spans of batches and events, as OTLP in JSON over HTTP. If the URL has no path, /v1/traces is used.
---@field every? integer Send a span for one event in N of those without a traceparent; 0 for none. Events that fail, and those whose traceparent is sampled, always have one.

---@class perilune.Configuration.cluster
---@field servers? string|string[] The NATS servers of a cluster: serve becomes a member, which accepts events for all members and processes its share of the lanes. Credentials and TLS are those of plugins.nats.
---@field name? string The name of the cluster; the names of its streams begin with it.
---@field folder? string The folder in which a member keeps copies of the stores of its lanes. Each member needs its own; a copy that is missing is built again.

---@class perilune.Configuration.script
---@field path string A file, a folder or a pattern such as rules/*.lua.
---@field url? string|string[] Link rules that override those of the scripts.
---@field priority? integer Overrides the priority of the scripts; those with a higher priority get events first.
---@field limits? perilune.Configuration.scriptLimits Limits that override those of all scripts.
---@field grants? perilune.Configuration.grants Grants of these scripts, instead of the common ones.
---@field enabled? boolean Whether the scripts are used.

---@class perilune.Configuration.scriptLimits
---@field time? integer Time limit for one event, in milliseconds.
---@field memory? integer Memory limit on each worker, in megabytes.
---@field instructions? integer Limit of VM instructions for one event.

--- What scripts may reach: true for every scope, or a list of scopes.
---@class perilune.Configuration.grants
---@field mail? boolean|string|string[] Addresses and domains; *.example.com for all subdomains.
---@field http? boolean|string|string[] Hosts, with methods before them where not all are granted: api.example.com, GET api.example.com, http://127.0.0.1:8080; *.example.com for all subdomains.
---@field files? boolean|string|string[] Folders.
---@field crm? boolean|string|string[] Organizations.
---@field charts? boolean Open dashboards.
---@field lookup? boolean|string|string[] Folders and files.
---@field [string] boolean|string|string[] Grants of other plugins.

---@class perilune.Configuration.plugins
---@field crm? string|perilune.Configuration.crm A JSON file, or a table with the same fields.
---@field http? string|perilune.Configuration.http A JSON file, or a table with the same fields.
---@field patterns? string|perilune.Configuration.patterns A JSON file, or a table with the same fields.
---@field sharing? string|perilune.Configuration.sharing A JSON file, or a table with the same fields.
---@field sockets? string|perilune.Configuration.sockets A JSON file, or a table with the same fields.
---@field files? string|perilune.Configuration.files A JSON file, or a table with the same fields.
---@field webhooks? string|perilune.Configuration.webhooks A JSON file, or a table with the same fields.
---@field nats? string|perilune.Configuration.nats A JSON file, or a table with the same fields.
---@field kafka? string|perilune.Configuration.kafka A JSON file, or a table with the same fields.
---@field charts? string|string[] Dashboards to open.
---@field login? string|string[] Login screens to open.
---@field folders? (string|perilune.Configuration.plugin)[] Plugins that are folders.
---@field libraries? (string|perilune.Configuration.plugin)[] Plugins that are shared libraries.

---@class perilune.Configuration.plugin
---@field path string The folder or the library.
---@field required? boolean Whether the host refuses to start without it, as it does where nothing is said.
---@field settings? table What the plugin is made from, by the names of its settings.
---@field grants? perilune.Configuration.grants What the scripts of a folder may reach, where not everything.

--- A secret of a plugin: where it is kept, never the secret itself.
---@alias perilune.Configuration.secret string|{ env: string }|{ file: string }|{ credential: string }

---@class perilune.Configuration.crm
---@field organizations perilune.Configuration.crm.organizations[] The organizations that scripts can call and that send webhooks.

---@class perilune.Configuration.crm.organizations
---@field name string The name that scripts and webhooks use.
---@field url? string The address of the organization; without it, scripts cannot call it.
---@field transport? "odata"|"soap"|"webapi" The protocol; `webapi` by default.
---@field auth? perilune.Configuration.crm.organizations.auth How to sign in; without it, requests are sent without a token.
---@field webhooks? perilune.Configuration.crm.organizations.webhooks Accepts webhooks at `/webhooks/NAME`; without it, none are accepted.
---@field timeout? integer Timeout of a request, in seconds; 120 by default.
---@field concurrency? integer Maximum number of concurrent requests; 52 by default.
---@field attempts? integer Attempts for a request; 6 by default.
---@field caFile? string A PEM file with the certificate authorities to trust, instead of the system's.

---@class perilune.Configuration.crm.organizations.auth
---@field client string The client id.
---@field grant? "client-credentials"|"password"|"browser"|"device-code" The kind of sign-in; `browser` by default.
---@field secret? perilune.Configuration.secret The secret of the client, for `client-credentials`.
---@field user? string The user, for `password`.
---@field password? perilune.Configuration.secret The password, for `password`.
---@field authority? string The address of the token authority; by default, the organization names it.
---@field version? "v1"|"v2" The version of the token endpoint; `v2` by default.
---@field cacheFolder? string The folder in which tokens are kept; `~/.cache/perilune/tokens` by default.

---@class perilune.Configuration.crm.organizations.webhooks
---@field key? perilune.Configuration.secret The webhook key, which the sender sends in the parameter `code`.
---@field headers? table<string, perilune.Configuration.secret> Headers that the sender must send, with their values.
---@field query? table<string, perilune.Configuration.secret> Parameters that the sender must send, with their values.
---@field bodyLimit? integer Maximum size of a body, in bytes; 1048576 by default.
---@field abortsOnFailure? boolean Whether a synchronous operation is aborted if a script fails or is too slow; `false` by default.
---@field complete? boolean Whether the record is retrieved before scripts get an event that CRM truncated; `false` by default.

---@class perilune.Configuration.http
---@field timeout? integer Seconds for a request and its redirects; 10 by default. A script can set another timeout.
---@field responseLimit? integer Largest body of a response, decompressed, in bytes; 1048576 by default.
---@field requestLimit? integer Largest body of a request, in bytes; 1048576 by default.
---@field hosts? perilune.Configuration.http.hosts[] Settings of hosts; the first that matches applies.

---@class perilune.Configuration.http.hosts
---@field host string The host as in the grant `http`: `api.example.com`, `http://inventory.internal:8080`, `*.example.com` for all subdomains.
---@field headers? table<string, perilune.Configuration.secret> Headers of each request to the host, such as `Authorization`; scripts do not see them.
---@field addresses? string|string[] Networks that are not public to which the host's name may resolve, such as `10.1.0.0/16`.
---@field caFile? string A PEM file with the certificate authorities to trust, instead of the system's.

---@class perilune.Configuration.patterns
---@field matching? "strict"|"compatible" How patterns are read and compared; `strict` by default.
---@field policy? "first"|"most-specific" Which of several matching patterns wins; `first` by default.
---@field patterns? perilune.Configuration.patterns.patterns[] The patterns, in order.

---@class perilune.Configuration.patterns.patterns
---@field pattern string The pattern, such as `l:(animal)Domain/s:Name`.
---@field notification string The type of the event that a matching link becomes.
---@field priority? integer With the policy `most-specific`, the matching pattern with the highest priority wins; 0 by default.

---@class perilune.Configuration.sharing
---@field folder? string The folder for pictures; without it, scripts cannot write files.
---@field mail? perilune.Configuration.sharing.mail How mail is sent; without it, scripts cannot send mail.
---@field uploads? perilune.Configuration.sharing.uploads[] URLs to which pictures are sent.

---@class perilune.Configuration.sharing.mail
---@field server string `smtp://host:587`, with STARTTLS, or `smtps://host:465`.
---@field from string The address of the sender.
---@field user? string The user name; without it, the host does not log in.
---@field password? perilune.Configuration.secret The password of the user.
---@field allow string|string[] Allowed recipients: addresses, domains, `*.example.com` for all subdomains.
---@field caFile? string A PEM file with the certificate authorities to trust, instead of the system's.
---@field tls? boolean Whether to use TLS; `true` by default. Only a server on this machine can do without.

---@class perilune.Configuration.sharing.uploads
---@field name string The name that scripts use.
---@field url string The `https` URL; if it ends in `/`, the file name is appended.
---@field method? "PUT"|"POST" The method; `PUT` by default.
---@field headers? table<string, perilune.Configuration.secret> Headers of the request.
---@field caFile? string A PEM file with the certificate authorities to trust, instead of the system's.

---@class perilune.Configuration.sockets
---@field listen perilune.Configuration.sockets.listen[] The sockets; each has one of `udp`, `tcp`, `stream` and `datagram`.

---@class perilune.Configuration.sockets.listen
---@field udp? string HOST:PORT for datagrams, such as `127.0.0.1:5514`.
---@field tcp? string HOST:PORT for connections.
---@field stream? string The path of a Unix socket for connections.
---@field datagram? string The path of a Unix socket for datagrams.
---@field as? string The codec that reads messages, as for `--as`; `syslog` by default.
---@field codec? table Options of the codec, as in `sources.codec`.
---@field source? string The `source` of events; by default, the name of the codec.
---@field framing? "lines"|"syslog" How connections are divided into messages: `lines`, or `syslog` for lines and octet counting (RFC 6587), the default with the codec `syslog`.
---@field anonymous? boolean Accept messages on addresses other than loopback, from every sender that can reach them; `false` by default.
---@field mode? string The permissions of a Unix socket, octal; `0600` by default, `0666` for every user.
---@field maxMessage? integer Maximum size of a message in bytes; 65,536 by default. The beginning of a longer one goes to the quarantine.
---@field maxConnections? integer Maximum number of connections; 1000 by default. A further connection is closed at once.
---@field idleTimeout? integer Seconds after which a connection without messages is closed; 3600 by default.
---@field receiveBuffer? integer Bytes that the kernel keeps of datagrams that are not read yet; 8 MB by default. `net.core.rmem_max` limits it.

---@class perilune.Configuration.files
---@field logs perilune.Configuration.files.logs[] The logs; each needs `files`.

---@class perilune.Configuration.files.logs
---@field files string|string[] Paths, and patterns with `*`, `?` and `[...]`, such as `/var/log/nginx/*.log`; new files are found while the server runs.
---@field name? string The name under which positions are stored; by default, the patterns. If it changes, all files are read again.
---@field as? string The codec that reads entries, as for `--as`, but not `auto`; `cloudevents` by default.
---@field codec? table Options of the codec, as in `sources.codec`.
---@field maxEvent? integer Maximum size of an entry in bytes; 1,048,576 by default. The beginning of a longer one goes to the quarantine.
---@field maxOpen? integer Maximum number of open files; 64 by default. Other files are opened when they grow.
---@field rotationTime? integer Seconds for which a file that was renamed or removed is followed after it has grown; 60 by default.

---@class perilune.Configuration.webhooks
---@field endpoints perilune.Configuration.webhooks.endpoints[] The paths, one per service.

---@class perilune.Configuration.webhooks.endpoints
---@field name string The last part of the path: `serve` receives at `/hooks/NAME`. It is the `source` of events too.
---@field preset? "github"|"gitlab"|"shopify"|"slack"|"standard"|"stripe" The service, whose signatures and members are known. Other settings override it.
---@field secret? perilune.Configuration.secret The key with which the service signs its requests, or its token. Required unless there is `as`.
---@field previousSecret? perilune.Configuration.secret A key that is valid too, while the service changes its key.
---@field header? string The header with the signature.
---@field prefix? string Text before the signature, such as `sha256=`.
---@field algorithm? "sha1"|"sha256"|"sha384"|"sha512" The algorithm of the HMAC; `sha256` by default.
---@field encoding? "hex"|"base64" How the signature is written; `hex` by default.
---@field timestampHeader? string The header with the time, in seconds since 1970.
---@field signed? string What is signed; `{body}` by default, or `{timestamp}.{body}` with a `timestampHeader`.
---@field tolerance? integer How many seconds the timestamp may differ from the clock; 300 by default.
---@field tokenHeader? string The header with the token, of a service that does not sign.
---@field id? string The `id` of events, a template such as `{body.id}` or `{headers.x-delivery}`; by default, and for a delivery without this field, the SHA-256 digest of the body.
---@field type? string The `type` of events, a template; `NAME.webhook` by default.
---@field subject? string The `subject` of events, a template.
---@field partitionkey? string The `partitionkey` of events, a template; events of one key stay in order.
---@field as? string The codec that reads the entries of a body, as for `--as`, but not `auto`. Without it, a body is one event. With it and without a `secret`, the path requires the token of the server, as `/events` does.
---@field codec? table Options of the codec, as in `sources.codec`.
---@field maxBody? integer Maximum size of a body in bytes; 1 MB by default, 25 MB with the preset `github`, 16 MB with `as`.

---@class perilune.Configuration.nats
---@field servers? string|string[] URLs of the servers of one cluster, of which any one is used; `nats://127.0.0.1:4222` by default.
---@field user? string The name of the user.
---@field password? perilune.Configuration.secret The user's password.
---@field token? perilune.Configuration.secret A token, instead of a user.
---@field credentials? string A file with the JWT and the key of a user (`.creds`).
---@field nkey? perilune.Configuration.nats.nkey A key pair that identifies the user.
---@field tls? perilune.Configuration.nats.tls Encrypts the connections; `{}` trusts the system's certificate authorities.
---@field sources? perilune.Configuration.nats.sources[] The streams and subjects whose messages are events.

---@class perilune.Configuration.nats.nkey
---@field public string The public key, which begins with U.
---@field file string A file with the seed.

---@class perilune.Configuration.nats.tls
---@field ca? string A PEM file with the certificate authorities to trust, instead of the system's.
---@field certificate? string A PEM file with the certificate of this client.
---@field key? string A PEM file with the key of the certificate.

---@class perilune.Configuration.nats.sources
---@field stream? string The JetStream stream. Without it, messages of the `subject` are received at most once.
---@field consumer? string The durable pull consumer of the stream, which is created if it does not exist; `perilune` by default.
---@field subject? string The subject: a part of the stream, such as `orders.>`. The default is the whole stream.
---@field create? boolean Whether to create the stream if it does not exist; `false` by default.
---@field group? string The queue group of a source without a stream: each message goes to one of its members; `perilune` by default.
---@field as? "cloudevents"|"data" What messages are: `cloudevents`, or `data` of events that the source makes; `cloudevents` by default.
---@field type? string The `type` of events that the source makes; `message.received` by default.
---@field dead? string A subject for messages that are not valid events, with the reason in headers; a stream must store it. Without it, they go to the quarantine.

---@class perilune.Configuration.kafka
---@field servers? string|string[] Brokers of one cluster as `HOST:PORT`, by which the others are found; `127.0.0.1:9092` by default.
---@field user? string The name of the user (SASL).
---@field password? perilune.Configuration.secret The user's password.
---@field mechanism? "plain"|"scram-sha-256"|"scram-sha-512" How the password is sent: `plain`, `scram-sha-256` or `scram-sha-512`; `plain` by default, which needs `tls`.
---@field tls? perilune.Configuration.kafka.tls Encrypts the connections; `{}` trusts the system's certificate authorities.
---@field sources? perilune.Configuration.kafka.sources[] The topics whose messages are events.

---@class perilune.Configuration.kafka.tls
---@field ca? string A PEM file with the certificate authorities to trust, instead of the system's.
---@field certificate? string A PEM file with the certificate of this client.
---@field key? string A PEM file with the key of the certificate.

---@class perilune.Configuration.kafka.sources
---@field topics string|string[] One topic, or several.
---@field group? string The consumer group: each partition goes to one of its members; `perilune` by default.
---@field start? "earliest"|"latest" Where a group without an offset begins in a partition: `earliest` or `latest`; `earliest` by default.
---@field session? integer Seconds after which the broker gives the partitions of a silent member to others; 10 by default.
---@field as? "cloudevents"|"data" What messages are: `cloudevents`, or `data` of events that the source makes; `cloudevents` by default.
---@field type? string The `type` of events that the source makes; `message.received` by default.
---@field dead? string A topic for messages that are not valid events, with the reason in headers. Without it, they go to the quarantine.

---@class perilune.Configuration.output
---@field file? string The file; of some sinks too.
---@field sink? "files"|"http"|"syslog"|"sqlite"|"nats"|"kafka"|string The kind of sink, or the sink of a plugin.
---@field records? boolean Whether the sink gets the records of all events.
---@field time? string With sink = "files": The field with the time for the name, RFC 3339, such as `data.time`; without it, or if the value has no such time, the time at which the value is written.
---@field format? "json"|"text"|"csv"|"cloudevents" With sink = "files": How values are written: `json`, one per line; `text`, strings without quotes; `csv`; `cloudevents`, one event per line, with the value as its data and a stable id. The default is `json`.
---@field columns? string|string[] With sink = "files": The columns of `csv`: the name of a member of the value, or `column=path`.
---@field maxSize? integer With sink = "files": The size in bytes from which a file is renamed to `NAME.1`, `NAME.2` and so on; without it, files only grow.
---@field keep? integer With sink = "files": How many renamed files of each name are kept; by default, all.
---@field maxFiles? integer With sink = "files": The maximum number of new files a day (UTC) that values can name; the default is 10000. After that, a value whose file does not exist goes to the file with the current time and `_` in place of each field.
---@field url? string With sink = "http": The URL: `https://hooks.example.com/orders`.
---@field method? "POST"|"PUT" With sink = "http": The method; `POST` by default.
---@field headers? table<string, perilune.Configuration.secret> With sink = "http": Headers of each request, such as `Authorization`.
---@field batch? integer With sink = "http": Maximum number of values in a request; 500 by default.
---@field gzip? boolean With sink = "http": Whether bodies are compressed; `false` by default.
---@field timeout? integer With sink = "http": Seconds for a request; 30 by default.
---@field caFile? string With sink = "http": A PEM file with the certificate authorities to trust, instead of the system's.
---@field rejected? string With sink = "http": A file for values that the receiver refuses, with the reason, one JSON object per line. Without it, a value that is refused is tried again until it is accepted, and later values wait.
---@field udp? string With sink = "syslog": HOST:PORT of a server that takes datagrams.
---@field tcp? string With sink = "syslog": HOST:PORT of a server that takes connections.
---@field stream? string With sink = "syslog": The path of a Unix socket that takes connections.
---@field datagram? string With sink = "syslog": The path of a Unix socket that takes datagrams.
---@field framing? "octets"|"lines" With sink = "syslog": How connections divide messages: `octets`, the length before each message (RFC 6587), the default; `lines`, a line feed after each message.
---@field facility? string With sink = "syslog": A name such as `local0`, a number, or a template such as `{data.facility}`; `user` by default, and for unknown names.
---@field severity? string With sink = "syslog": A name such as `warning`, a number, or a template such as `{level}`; `info` by default, and for unknown names.
---@field host? string With sink = "syslog": Template of the host; by default, the name of this machine.
---@field app? string With sink = "syslog": Template of the name of the program; `perilune` by default.
---@field msgid? string With sink = "syslog": Template of the message id; none by default.
---@field message? string With sink = "syslog": Template of the message; by default, the whole value: a string as it is, another value as JSON.
---@field table? string With sink = "sqlite": The table, which is created if it does not exist; the name of the output by default.
---@field key? string|string[] With sink = "sqlite": Columns of which each combination has one row: a later value replaces the row. Without it, rows are only added.
---@field subject? string With sink = "nats": The subject, with fields of the value in braces: `orders.{region}`. A stream must store it.
---@field stored? boolean With sink = "nats": Whether to wait until a stream has stored each message; `true` by default. If `false`, messages without a receiver are lost.
---@field ordered? boolean With sink = "nats": Whether values with the same subject keep their order if a server loses some of them: each waits until the one before is stored. `false` by default, which is faster if many values have the same subject.
---@field topic? string With sink = "kafka": The topic, with fields of the value in braces: `orders.{region}`.
