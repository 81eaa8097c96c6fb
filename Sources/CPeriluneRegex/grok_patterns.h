// The named patterns of grok, under their usual names: PATTERN(name, regular expression).
//
// They are written for RE2, without look-around, so they do not always match what other implementations match. The lines
// of logs at the end name their fields; all others capture nothing.

// Texts
PATTERN(WORD, R"(\b\w+\b)")
PATTERN(NOTSPACE, R"(\S+)")
PATTERN(SPACE, R"(\s*)")
PATTERN(DATA, R"(.*?)")
PATTERN(GREEDYDATA, R"(.*)")
PATTERN(QUOTEDSTRING, R"("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)")
PATTERN(QS, R"(%{QUOTEDSTRING})")
PATTERN(UUID, R"([[:xdigit:]]{8}-(?:[[:xdigit:]]{4}-){3}[[:xdigit:]]{12})")
PATTERN(URN, R"((?i:urn):[0-9A-Za-z][0-9A-Za-z-]{0,31}:[0-9A-Za-z()+,.:=@;$_!*'/?#%-]+)")
PATTERN(LOGLEVEL,
        R"((?i:trace|debug|info(?:rmation)?|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|alert|severe|fatal|panic|emerg(?:ency)?))")

// Numbers
PATTERN(INT, R"([+-]?\d+)")
PATTERN(POSINT, R"(\b[1-9]\d*\b)")
PATTERN(NONNEGINT, R"(\b\d+\b)")
PATTERN(BASE10NUM, R"([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)")
PATTERN(NUMBER, R"(%{BASE10NUM})")
PATTERN(BASE16NUM, R"([+-]?(?:0[xX])?[[:xdigit:]]+)")
PATTERN(BASE16FLOAT, R"([+-]?(?:0[xX])?(?:[[:xdigit:]]+(?:\.[[:xdigit:]]*)?|\.[[:xdigit:]]+))")
PATTERN(BOOLEAN, R"((?i:true|false|yes|no|on|off))")

// Users
PATTERN(USERNAME, R"([0-9A-Za-z._-]+)")
PATTERN(USER, R"(%{USERNAME})")
PATTERN(EMAILLOCALPART, R"([0-9A-Za-z!#$%&'*+/=?^_`{|}~-]+(?:\.[0-9A-Za-z!#$%&'*+/=?^_`{|}~-]+)*)")
PATTERN(EMAILADDRESS, R"(%{EMAILLOCALPART}@%{HOSTNAME})")
PATTERN(HTTPDUSER, R"(%{EMAILADDRESS}|%{USER})")

// Networks
PATTERN(CISCOMAC, R"((?:[[:xdigit:]]{4}\.){2}[[:xdigit:]]{4})")
PATTERN(WINDOWSMAC, R"((?:[[:xdigit:]]{2}-){5}[[:xdigit:]]{2})")
PATTERN(COMMONMAC, R"((?:[[:xdigit:]]{2}:){5}[[:xdigit:]]{2})")
PATTERN(MAC, R"(%{CISCOMAC}|%{WINDOWSMAC}|%{COMMONMAC})")
PATTERN(IPV4, R"((?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))")
PATTERN(IPV6,
        R"((?:(?:[[:xdigit:]]{1,4}:){6}(?:[[:xdigit:]]{1,4}:[[:xdigit:]]{1,4}|%{IPV4}))"
        R"(|::(?:[[:xdigit:]]{1,4}:){0,5}(?:[[:xdigit:]]{1,4}:[[:xdigit:]]{1,4}|%{IPV4}))"
        R"(|(?:[[:xdigit:]]{1,4}:){1,6}(?::[[:xdigit:]]{1,4}){1,6})"
        R"(|(?:[[:xdigit:]]{1,4}:){1,5}:(?:[[:xdigit:]]{1,4}:){0,4}%{IPV4})"
        R"(|(?:[[:xdigit:]]{1,4}:){1,7}:|::[[:xdigit:]]{1,4}|::)(?:%[0-9A-Za-z._-]+)?)")
PATTERN(IP, R"(%{IPV6}|%{IPV4})")
PATTERN(HOSTNAME, R"(\b[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?(?:\.[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?)*\.?)")
PATTERN(HOST, R"(%{HOSTNAME})")
PATTERN(IPORHOST, R"(%{IP}|%{HOSTNAME})")
PATTERN(HOSTPORT, R"(%{IPORHOST}:%{POSINT})")

// Paths and links
PATTERN(UNIXPATH, R"((?:/[0-9A-Za-z_%!$@:.,+~-]*)+)")
PATTERN(WINPATH, R"((?:[A-Za-z]+:|\\)(?:\\[^\\?*]*)+)")
PATTERN(PATH, R"(%{UNIXPATH}|%{WINPATH})")
PATTERN(TTY, R"(/dev/(?:pts/\d+|tty(?:[0-9A-Za-z]*)?))")
PATTERN(URIPROTO, R"([A-Za-z][0-9A-Za-z+.-]*)")
PATTERN(URIHOST, R"((?:\[%{IPV6}\]|%{IPORHOST})(?::\d+)?)")
PATTERN(URIPATH, R"((?:/[0-9A-Za-z$.+!*'(){},~:;=@#%&_-]*)+)")
PATTERN(URIQUERY, R"([0-9A-Za-z$.+!*'|(){},~@#%&/=:;_?\[\]<>-]*)")
PATTERN(URIPARAM, R"(\?%{URIQUERY})")
PATTERN(URIPATHPARAM, R"(%{URIPATH}(?:%{URIPARAM})?)")
PATTERN(URI, R"(%{URIPROTO}://(?:%{USER}(?::[^@\s]*)?@)?(?:%{URIHOST})?(?:%{URIPATHPARAM})?)")

// Dates and times
PATTERN(MONTH,
        R"(\b(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?)"
        R"(|nov(?:ember)?|dec(?:ember)?)\b)")
PATTERN(MONTHNUM, R"(1[0-2]|0?[1-9])")
PATTERN(MONTHNUM2, R"(1[0-2]|0[1-9])")
PATTERN(MONTHDAY, R"(3[01]|[12]\d|0?[1-9])")
PATTERN(DAY, R"(\b(?i:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\b)")
PATTERN(YEAR, R"(\d{4}|\d{2})")
PATTERN(HOUR, R"(2[0-3]|[01]?\d)")
PATTERN(MINUTE, R"([0-5]\d)")
PATTERN(SECOND, R"((?:60|[0-5]?\d)(?:[.,:]\d+)?)")
PATTERN(TIME, R"(%{HOUR}:%{MINUTE}(?::%{SECOND})?)")
PATTERN(DATE_US, R"(%{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR})")
PATTERN(DATE_EU, R"(%{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR})")
PATTERN(DATE, R"(%{DATE_US}|%{DATE_EU})")
PATTERN(DATESTAMP, R"(%{DATE}[- ]%{TIME})")
PATTERN(TZ, R"([A-Z]{3,4})")
PATTERN(ISO8601_TIMEZONE, R"(Z|[+-]%{HOUR}(?::?%{MINUTE})?)")
PATTERN(ISO8601_SECOND, R"(%{SECOND})")
PATTERN(TIMESTAMP_ISO8601,
        R"(%{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{HOUR}:?%{MINUTE}(?::?%{SECOND})?(?:%{ISO8601_TIMEZONE})?)")
PATTERN(DATESTAMP_RFC822, R"(%{DAY} %{MONTH} %{MONTHDAY} %{YEAR} %{TIME} %{TZ})")
PATTERN(DATESTAMP_RFC2822, R"(%{DAY}, %{MONTHDAY} %{MONTH} %{YEAR} %{TIME} %{ISO8601_TIMEZONE})")
PATTERN(DATESTAMP_OTHER, R"(%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} %{YEAR})")
PATTERN(DATESTAMP_EVENTLOG, R"(\d{4}%{MONTHNUM2}(?:3[01]|[12]\d|0[1-9])(?:2[0-3]|[01]\d)[0-5]\d[0-5]\d)")
PATTERN(HTTPDATE, R"(%{MONTHDAY}/%{MONTH}/\d{4}:%{TIME} [+-]\d{4})")
PATTERN(HTTPDERROR_DATE, R"(%{DAY} %{MONTH} %{MONTHDAY} %{TIME} \d{4})")

// Lines of logs
PATTERN(SYSLOGTIMESTAMP, R"(%{MONTH} +%{MONTHDAY} %{TIME})")
PATTERN(PROG, R"([!-Z\\^-~]+)")
PATTERN(SYSLOGPROG, R"(%{PROG:program}(?:\[%{POSINT:pid:int}\])?)")
PATTERN(SYSLOGHOST, R"(%{IPORHOST})")
PATTERN(SYSLOGFACILITY, R"(<%{NONNEGINT:facility:int}\.%{NONNEGINT:priority:int}>)")
PATTERN(SYSLOGBASE,
        R"(%{SYSLOGTIMESTAMP:timestamp} (?:%{SYSLOGFACILITY} )?(?:%{SYSLOGHOST:logsource} )?%{SYSLOGPROG}:)")
PATTERN(SYSLOGLINE, R"(%{SYSLOGBASE} *%{GREEDYDATA:message})")
PATTERN(HTTPDTEXT, R"((?:[^"\\]|\\.)*)")
PATTERN(COMMONAPACHELOG,
        R"(%{NOTSPACE:clientip} %{NOTSPACE:ident} %{NOTSPACE:auth} \[%{HTTPDATE:timestamp}\] )"
        R"re("(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{HTTPDTEXT:rawrequest})" )re"
        R"(%{INT:response:int} (?:%{INT:bytes:int}|-))")
PATTERN(COMBINEDAPACHELOG, R"re(%{COMMONAPACHELOG} "%{HTTPDTEXT:referrer}" "%{HTTPDTEXT:agent}")re")
PATTERN(HTTPD_COMMONLOG, R"(%{COMMONAPACHELOG})")
PATTERN(HTTPD_COMBINEDLOG, R"(%{COMBINEDAPACHELOG})")
