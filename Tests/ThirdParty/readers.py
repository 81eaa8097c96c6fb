"""What independent readers find in a log: Python's csv and json, and the parsers of requirements.txt.

Each function returns the entries in order, as members of events; None is an entry that the reader refuses. Where
entries are lines, `offset` is where the line begins.
"""

import csv
import io
import json
import re
from datetime import datetime, timezone
from logging.handlers import SysLogHandler

import apachelogs
import pygrok
import syslog_rfc5424_parser
import syslogmp

# Times of RFC 3164 have no year; perilune gets this one.
YEAR = 2024


def utc(time):
    """As events have it: without a fraction where that is zero."""
    time = time.astimezone(timezone.utc)
    text = time.strftime("%Y-%m-%dT%H:%M:%S")
    return text + (f".{time.microsecond:06}".rstrip("0") if time.microsecond else "") + "Z"


def rfc3339(text):
    return utc(datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text)))


def decoded(log):
    """Text, whatever its byte order mark says."""
    utf16 = log.startswith((b"\xff\xfe", b"\xfe\xff"))
    return log.decode("utf-16" if utf16 else "utf-8-sig")


def lines(log):
    """Offsets and lines that are not empty."""
    offset = 0
    for line in log.split(b"\n"):
        text = line.decode().removesuffix("\r")
        if text:
            yield offset, text
        offset += len(line) + 1


def dict_reader(log, delimiter=","):
    rows = csv.DictReader(io.StringIO(decoded(log), newline=""), delimiter=delimiter)
    # A row with more or fewer values than there are columns.
    return [None if None in row or None in row.values() else {"data": dict(row)} for row in rows]


def objects(log):
    """Objects one after the other, over any lines, or in arrays."""
    decoder = json.JSONDecoder()
    text = decoded(log).strip()
    found = []
    while text:
        value, end = decoder.raw_decode(text)
        found += value if isinstance(value, list) else [value]
        text = text[end:].lstrip()
    return found


def json_objects(log):
    return [{"data": each} for each in objects(log)]


def cloudtrail(log):
    """Records, one after the other or in delivery files."""
    found = []
    for each in objects(log):
        found += each["Records"] if isinstance(each.get("Records"), list) else [each]
    return [{
        "data": each, "id": each["eventID"], "type": f"cloudtrail.{each['eventName']}",
        "subject": each["userIdentity"].get("arn"), "time": rfc3339(each["eventTime"]),
    } for each in found]


def github(log):
    found = []
    for each in objects(log):
        action = each["payload"].get("action")
        kind = f"github.{each['event']}" + (f".{action}" if action else "")
        subject = (each["payload"].get("repository") or {}).get("full_name")
        found.append({"data": each, "type": kind, "subject": subject})
    return found


def escaped(value):
    """Bytes that are not UTF-8 stay escaped."""
    if isinstance(value, int):
        return value
    return re.sub("[\udc80-\udcff]", lambda byte: f"\\x{ord(byte[0]) - 0xdc00:02x}", value)


def access(log, form=apachelogs.COMBINED):
    """A dash is no value, and zero bytes; a request of three parts is these parts."""
    found = []
    apache = apachelogs.LogParser(form, encoding="utf-8", errors="surrogateescape")
    for offset, line in lines(log):
        try:
            entry = apache.parse(line)
        except apachelogs.InvalidEntryError:
            found.append(None)
            continue
        headers = getattr(entry, "headers_in", {})
        data = {
            "host": entry.remote_host, "ident": entry.remote_logname, "user": entry.remote_user,
            "status": entry.final_status, "bytes": entry.bytes_sent or 0,
            "referer": headers.get("Referer"), "agent": headers.get("User-Agent"),
        }
        request = re.fullmatch(r"(?s)([^ ]+) (.+) ([^ ]+)", entry.request_line or "")
        if request:
            data["method"], data["path"], data["protocol"] = request.groups()
        else:
            data["request"] = entry.request_line
        data = {name: escaped(value) for name, value in data.items() if value is not None}
        found.append({"data": data, "time": utc(entry.request_time), "offset": offset})
    return found


# The number of a process can be zero: the kernel of macOS.
GROK = pygrok.Grok("%{SYSLOGLINE}", custom_patterns={"POSINT": r"\b[0-9]+\b"})
FACILITIES = {number: name for name, number in SysLogHandler.facility_names.items()}
SEVERITIES = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]


def rfc3164(line):
    """syslogmp reads a message as it travels; pygrok the program and its number, which files have, too."""
    has_priority = line.startswith("<")
    # It takes no more than the 1,024 bytes that may travel, and pygrok has the message.
    message = syslogmp.parse((line if has_priority else "<13>" + line).encode()[:1024])
    rest = GROK.match(re.sub("^<[0-9]+>", "", line))
    if rest is None:
        raise ValueError(line)
    data = {"host": message.hostname, "app": rest["program"], "pid": rest["pid"], "message": rest["message"]}
    if has_priority:
        data |= {"facility": FACILITIES[message.facility.value], "severity": SEVERITIES[message.severity.value]}
    return data, utc(message.timestamp.replace(year=YEAR, tzinfo=timezone.utc))


def rfc5424(line):
    message = syslog_rfc5424_parser.SyslogMessage.parse(line).as_dict()
    # The parser leaves the escapes of values, the mark of UTF-8, and dashes for no value as they are.
    structured = {
        element: {name: re.sub(r'\\(["\\\]])', r"\1", value) for name, value in values.items()}
        for element, values in (message["sd"] or {}).items()}
    data = {
        "host": message["hostname"], "app": message["appname"], "pid": message["procid"],
        "msgid": message["msgid"], "data": structured or None, "facility": message["facility"],
        "severity": message["severity"], "message": (message["msg"] or "").removeprefix("\ufeff"),
    }
    data["pid"] = None if data["pid"] is None else str(data["pid"])
    data = {name: value for name, value in data.items() if value != "-" or name == "message"}
    return data, None if message["timestamp"] == "-" else rfc3339(message["timestamp"])


def syslog(log):
    found = []
    for offset, line in lines(log):
        try:
            data, time = (rfc5424 if re.match("<[0-9]+>1 ", line) else rfc3164)(line)
        except (syslogmp.parser.MessageFormatError, syslog_rfc5424_parser.ParseError, ValueError):
            found.append(None)
            continue
        data = {name: value for name, value in data.items() if value is not None}
        found.append({"data": data, "time": time, "offset": offset})
    return found


READERS = {
    "csv": dict_reader, "tsv": lambda log: dict_reader(log, "\t"), "json": json_objects, "cloudtrail": cloudtrail,
    "github": github, "combined": access, "common": lambda log: access(log, apachelogs.COMMON), "syslog": syslog,
}
