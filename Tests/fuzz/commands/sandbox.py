"""Requests to the sandbox CRM over loopback: SOAP, the Web API, OData v2, FetchXML and SQL. Every answer is a complete
response in its format, no status is that of a bug, and the server survives."""
import http.client
import json
import os
import pathlib
import re
import subprocess
import time
import urllib.parse
import xml.parsers.expat

from mutation import mutated
from runner import ROOT, MEGABYTES, Problem, require

FETCH = b"""<fetch count="3"><entity name="contact"><attribute name="lastname"/><order attribute="lastname"/><filter type="or">
<condition attribute="lastname" operator="begins-with" value="a"/><condition attribute="numberofchildren" operator="ge" value="1"/></filter>
<link-entity name="account" from="accountid" to="parentcustomerid" alias="a"><attribute name="name"/></link-entity></entity></fetch>"""
GETS = [
    b"/api/data/v9.2/contacts?$select=lastname&$filter=contains(lastname,'a') and numberofchildren lt 3&$orderby=lastname desc&$top=5",
    b"/api/data/v9.2/accounts?$expand=contact_customer_accounts($select=lastname;$filter=numberofchildren gt 2;$orderby=lastname desc)",
    b"/api/data/v9.2/accounts?$apply=groupby((statecode),aggregate(revenue with sum as total))",
    b"/api/data/v9.2/accounts(00000000-0000-0000-0000-000000000001)/name/$value", b"/api/data/v9.2/$metadata", b"/api/data/v9.2/WhoAmI()",
    b"/api/data/v9.2/contacts?fetchXml=" + FETCH, b"/api/data/v9.2/EntityDefinitions(LogicalName='lead')/Attributes?$select=LogicalName",
    b"/api/data/v9.2/?sql=SELECT TOP 3 lastname, numberofchildren FROM contact WHERE lastname LIKE 'a%' AND numberofchildren >= 2 ORDER BY lastname DESC",
    b"/api/data/v9.2/?sql=SELECT DISTINCT name FROM account WHERE name IS NOT NULL AND (name IN ('a', 'b') OR NOT revenue < 5) ORDER BY name",
    b"/XRMServices/2011/OrganizationData.svc/ContactSet?$filter=startswith(LastName,'a') and NumberOfChildren gt 1&$select=LastName&$top=2",
    b"/XRMServices/2011/OrganizationData.svc/AccountSet(guid'00000000-0000-0000-0000-000000000001')/contact_customer_accounts?$inlinecount=allpages",
]
# What the prefixes of the golden files stand for.
NAMESPACES = b"""<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"
xmlns:a="http://schemas.microsoft.com/xrm/2011/Contracts" xmlns:c="http://schemas.microsoft.com/crm/2011/Contracts"
xmlns:b="http://schemas.datacontract.org/2004/07/System.Collections.Generic" xmlns:d="http://www.w3.org/2001/XMLSchema"
xmlns:e="http://schemas.microsoft.com/2003/10/Serialization/" xmlns:f="http://schemas.microsoft.com/2003/10/Serialization/Arrays"
xmlns:g="http://schemas.microsoft.com/xrm/7.1/Contracts" xmlns:h="http://schemas.microsoft.com/xrm/2012/Contracts" xmlns="http://schemas.microsoft.com/xrm/2011/Contracts/Services">"""
BODIES = [(b"/XRMServices/2011/Organization.svc/web", b"text/xml; charset=utf-8", path.read_bytes().replace(b"<s:Envelope>", NAMESPACES))
          for path in sorted((ROOT / "Tests/Golden/SOAP").glob("*.xml")) if "Response" not in path.name] + [
    (b"/api/data/v9.2/contacts", b"application/json", b'{"lastname":"x","numberofchildren":2,"birthdate":"1990-01-31","emailaddress1":"x@example.com"}'),
    (b"/api/data/v9.2/$batch", b"multipart/mixed; boundary=b", b"--b\r\nContent-Type: application/http\r\n\r\nGET /api/data/v9.2/contacts?$top=1 HTTP/1.1\r\n\r\n--b\r\n"
     b"Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\nContent-ID: 1\r\n\r\nPOST /api/data/v9.2/accounts HTTP/1.1\r\n"
     b'Content-Type: application/json\r\n\r\n{"name":"x"}\r\n--c--\r\n--b--\r\n'),
    (b"/api/data/v9.2/accounts/Microsoft.Dynamics.CRM.CreateMultiple", b"application/json", b'{"Targets":[{"@odata.type":"Microsoft.Dynamics.CRM.account","name":"a"}]}'),
]
TOKENS = [b"$filter=", b"$expand=", b" and ", b" or ", b" not ", b"(", b")", b"'", b"''", b",", b";", b"eq", b"null", b"guid'", b"datetime'", b"contains(",
          b"any(x:x/name eq 'a')", b"/", b"$value", b"$count", b"lastname", b"contactid", b"1e999", b"9223372036854775808", b"-1", b"%00", b"%27", b"%", b"+",
          b"<filter>", b"</filter>", b'operator="in"', b'operator="last-x-days"', b'aggregate="true"', b"&lt;", b"&#0;", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"]]>",
          b"xsi:nil=\"true\"", b"i:type=\"c:int\"", b"SELECT ", b"FROM ", b"WHERE ", b"GROUP BY ", b"UNION ", b"--", b"/*", b";DROP TABLE", b"*", b"LIKE '%'"]
SIZE = 60
server = None


def make(random):
    """Method, target, content type and body, which line feeds separate."""
    if random.random() < 0.6:
        path, _, query = random.choice(GETS).partition(b"?")
        if not query or random.random() < 0.2:
            path = mutated(random, path, TOKENS, most=1)
        else:
            query = mutated(random, query, TOKENS, most=2)
        # Quoted as a client does, or nearly as it is.
        safe = "/$(),=&'@:;*" if random.random() < 0.8 else "/$(),=&'@:;*%+"
        quoted = urllib.parse.quote(path, safe) + ("?" + urllib.parse.quote(query, safe) if query else "")
        return b"GET\n" + quoted.encode() + b"\n\n"
    path, kind, body = random.choice(BODIES)
    method = b"POST" if random.random() < 0.95 else random.choice([b"PATCH", b"PUT", b"DELETE"])
    return method + b"\n" + path + b"\n" + kind + b"\n" + mutated(random, body, TOKENS, most=1)


def start(runner):
    global server
    log = open(runner.folder / "sandbox.log", "wb")
    process = subprocess.Popen([runner.perilune, "crm", "sandbox", "--listen", "127.0.0.1:0"], stdout=log, stderr=subprocess.STDOUT,
                               env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}, cwd=runner.folder)
    server = process, None, log.name
    for _ in range(400):
        found = re.search(rb"127\.0\.0\.1:(\d+)", pathlib.Path(log.name).read_bytes())
        if found:
            server = process, int(found[1]), log.name
            return
        time.sleep(0.05)
    raise Problem("the sandbox does not start: " + pathlib.Path(log.name).read_text(errors="replace")[-500:])


def stop():
    global server
    if server:
        server[0].kill()
        server[0].wait()
        server = None


def require_format(kind, body):
    if "json" in kind:
        try:
            json.loads(body)
        except ValueError as error:
            raise Problem(f"the answer is not JSON: {error}: {body[:500]!r}") from error
    elif "xml" in kind:
        try:
            xml.parsers.expat.ParserCreate().Parse(body, True)
        except xml.parsers.expat.ExpatError as error:
            raise Problem(f"the answer is not XML: {error}: {body[:500]!r}") from error


def check(runner, inputs):
    if server is None or server[0].poll() is not None:
        stop()
        start(runner)
    process, port, log = server
    for text in inputs:
        method, target, kind, body = text.split(b"\n", 3)
        headers = {"Accept": "application/json"} if target.startswith(b"/api") else {}
        if kind:
            headers["Content-Type"] = kind.decode()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request(method.decode(), target.decode(errors="replace"), body or None, headers)
            answer = connection.getresponse()
            content = answer.read()
        except Exception as error:  # whatever the client makes of a broken answer
            end = time.monotonic() + 3
            while process.poll() is None and time.monotonic() < end:
                time.sleep(0.1)
            raise Problem(f"{error!r}; the server {'lives' if process.poll() is None else 'ended with ' + str(process.returncode)}: "
                          f"{target[:300]!r}\n{pathlib.Path(log).read_text(errors='replace')[-1500:]}") from error
        finally:
            connection.close()
        # SOAP answers a fault with 500, which is a client's mistake too.
        fault = answer.status == 500 and (b"Fault" in content)
        require(answer.status < 500 or answer.status == 501 or fault, f"status {answer.status} for {method.decode()} {target[:300]!r}: {content[:500]!r}")
        require(b"internal" not in content.lower()[:200] or not fault, f"a bug: {content[:500]!r}")
        if content:
            require_format(answer.headers.get("Content-Type", ""), content)
    rss = int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1])
    require(rss < MEGABYTES << 10, f"{rss >> 10} MB of memory")
