/// The names of facilities and severities in syslog, by number (RFC 5424).
package enum SyslogNames {
    /// `kern` is 0.
    package static let facilities = [
        "kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron",
        "authpriv", "ftp", "ntp", "audit", "alert", "clock", "local0", "local1", "local2",
        "local3", "local4", "local5", "local6", "local7",
    ]
    /// `emerg` is 0.
    package static let severities = [
        "emerg", "alert", "crit", "err", "warning", "notice", "info", "debug",
    ]
}
