"""What Microsoft's client does not ask of the Web API, checked request by request.

    python webapi_requests.py URL [CA.pem [TOKEN]]

Exits with 0 when everything held; the first thing that does not hold is an exception.
"""

import sys
import uuid
import xml.etree.ElementTree as ET
from urllib.parse import quote

import requests

root = sys.argv[1] + "/api/data/v9.2"
session = requests.Session()
if len(sys.argv) > 2:
    session.verify = sys.argv[2]
session.trust_env = False
session.headers = {"Accept": "application/json", "OData-Version": "4.0", "OData-MaxVersion": "4.0"}
if len(sys.argv) > 3:
    session.headers["Authorization"] = "Bearer " + sys.argv[3]
MARK = "r" + uuid.uuid4().hex[:10]


def ask(method, path, status, json=None, **headers):
    url = path if path.startswith("http") else f"{root}/{path}"
    answer = session.request(method, url, json=json, headers={k.replace("_", "-"): v for k, v in headers.items()})
    assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
    assert answer.headers["OData-Version"] == "4.0"
    return answer


def code(answer):
    return answer.json()["error"]["code"]


def create(table, **record):
    url = ask("POST", table, 204, record).headers["OData-EntityId"]
    assert url.startswith(f"{root}/{table}("), url
    return url


# Versions: a client's copy, and changes of somebody else.
account = create("accounts", name=MARK, revenue=1000.5)
tag = ask("GET", account + "?$select=name", 200).json()["@odata.etag"]
assert ask("GET", account + "?$select=name", 304, If_None_Match=tag).content == b""
ask("PATCH", account, 204, {"name": MARK + "x"}, If_Match=tag)
ask("GET", account + "?$select=name", 200, If_None_Match=tag)
assert code(ask("PATCH", account, 412, {"name": "late"}, If_Match=tag)) == "0x80060882"
assert code(ask("DELETE", account, 412, If_Match=tag)) == "0x80060882"

# PATCH makes a record unless it must exist, and only where it must not.
fresh = f"{root}/accounts({uuid.uuid4()})"
ask("PATCH", fresh, 404, {"name": MARK}, If_Match="*")
ask("PATCH", fresh, 204, {"name": MARK})
ask("PATCH", fresh, 412, {"name": MARK}, If_None_Match="*")
ask("DELETE", fresh, 204)
ask("GET", fresh, 404)

# Representations, annotations, nulls, exact numbers.
answer = ask("POST", "accounts?$select=name,revenue,telephone1", 201, {"name": MARK, "revenue": 0.1},
             Prefer='return=representation,odata.include-annotations="*"')
assert answer.headers["Preference-Applied"].startswith("return=representation")
assert '"revenue":0.1' in answer.text and answer.json()["telephone1"] is None, answer.text
assert "_transactioncurrencyid_value" in answer.json()
other = answer.headers["OData-EntityId"]

# Single properties.
ask("PUT", account + "/telephone1", 204, {"value": "12"})
assert ask("GET", account + "/telephone1", 200).json()["value"] == "12"
assert ask("GET", account + "/telephone1/$value", 200).text == "12"
ask("DELETE", account + "/telephone1", 204)
ask("GET", account + "/telephone1", 204)

# Links of both kinds, and what they lead to.
contact = create("contacts", lastname=MARK)
ask("POST", account + "/contact_customer_accounts/$ref", 204, {"@odata.id": contact})
assert ask("GET", account + "/contact_customer_accounts?$select=lastname", 200).json()["value"][0]["lastname"] == MARK
assert ask("GET", contact + "/parentcustomerid_account", 200).json()["name"] == MARK + "x"
ask("DELETE", contact + "/parentcustomerid_account/$ref", 204)
ask("GET", contact + "/parentcustomerid_account", 204)
ask("PUT", contact + "/parentcustomerid_account/$ref", 204, {"@odata.id": account})
assert len(ask("GET", account + "/contact_customer_accounts/$ref", 200).json()["value"]) == 1
members = create("lists", listname=MARK, createdfromcode=2)
ask("POST", members + "/listcontact_association/$ref", 204, {"@odata.id": contact})
lists = ask("GET", contact + "?$select=lastname&$expand=listcontact_association($select=listname)", 200).json()
assert [row["listname"] for row in lists["listcontact_association"]] == [MARK], lists
ask("DELETE", members + "/listcontact_association(" + contact[-37:-1] + ")/$ref", 204)
assert ask("GET", members + "/listcontact_association", 200).json()["value"] == []

# Pages by link; a link stays good for the whole way, and one that was touched is refused.
for number in range(5):
    create("accounts", name=f"{MARK} page {number}")
path = f"accounts?$select=name&$orderby=name&$filter=startswith(name,'{MARK} page')&$count=true"
names, links = [], 0
page = ask("GET", path, 200, Prefer="odata.maxpagesize=2").json()
assert page["@odata.count"] == 5, page
while True:
    names += [row["name"] for row in page["value"]]
    if "@odata.nextLink" not in page:
        break
    links += 1
    page = ask("GET", page["@odata.nextLink"], 200, Prefer="odata.maxpagesize=2").json()
assert names == [f"{MARK} page {number}" for number in range(5)] and links == 2, (names, links)
assert code(ask("GET", path + "&$skiptoken=" + quote("<cookie pagenumber='x'/>"), 400)) == "0x8004112a"
assert ask("GET", f"accounts/$count?$filter=startswith(name,'{MARK} page')", 200).text == "5"

# Lambdas, query functions, parameter aliases, aggregates.
rows = ask("GET", f"accounts?$select=name&$filter=contact_customer_accounts/any(c:c/lastname eq '{MARK}')", 200).json()
assert [row["name"] for row in rows["value"]] == [MARK + "x"], rows
rows = ask("GET", "accounts?$select=name&$filter=Microsoft.Dynamics.CRM.Today(PropertyName=@p)"
           f" and startswith(name,'{MARK} page')&@p='createdon'", 200).json()
assert len(rows["value"]) == 5, rows
rows = ask("GET", f"accounts?$apply=filter(startswith(name,'{MARK} page'))/groupby((statecode),"
           "aggregate($count as rows))", 200).json()
assert rows["value"][0]["rows"] == 5 and rows["value"][0]["statecode"] == 0, rows

# Operations, bound and unbound.
assert "UserId" in ask("GET", "WhoAmI", 200).json() and "UserId" in ask("GET", "WhoAmI()", 200).json()
ask("GET", "RetrieveVersion()", 200)
ask("POST", "WhoAmI", 405)
ask("POST", "NoSuchAction", 404, {})
assert code(ask("POST", "WinOpportunity", 400, {"Status": 3, "NoSuch": 1})) == "0x80048d19"

# A batch as text: relative addresses, references, a change set that is undone.
def batch(body, status=200, **headers):
    answer = session.post(f"{root}/$batch", data=body.replace("\n", "\r\n").encode(), headers={
        "Content-Type": "multipart/mixed; boundary=b", **headers})
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"].startswith("multipart/mixed; boundary=batchresponse_")
    return answer.text


part = "Content-Type: application/http\nContent-Transfer-Encoding: binary\n"
text = batch(f"""--b
Content-Type: multipart/mixed; boundary=c

--c
{part}Content-ID: 1

POST /api/data/v9.2/accounts HTTP/1.1
Content-Type: application/json; type=entry

{{"name":"{MARK} set"}}
--c
{part}Content-ID: 2

PUT $1/telephone1 HTTP/1.1
Content-Type: application/json

{{"value":"77"}}
--c
{part}Content-ID: 3

POST accounts HTTP/1.1
Content-Type: application/json

{{"name":"{MARK} child","parentaccountid@odata.bind":"$1"}}
--c--
--b
{part}
GET accounts?$select=name&$filter=name%20eq%20'{MARK}%20set' HTTP/1.1

--b--
""")
assert text.count("HTTP/1.1 204 No Content") == 3 and "Content-ID: 3" in text, text
assert f'"name":"{MARK} set"' in text and "changesetresponse_" in text
rows = ask("GET", f"accounts?$filter=parentaccountid/name eq '{MARK} set'&$select=name", 200).json()
assert [row["name"] for row in rows["value"]] == [MARK + " child"], rows
text = batch(f"""--b
Content-Type: multipart/mixed; boundary=c

--c
{part}Content-ID: 1

POST accounts HTTP/1.1
Content-Type: application/json

{{"name":"{MARK} undone"}}
--c
{part}Content-ID: 2

GET accounts HTTP/1.1

--c--
--b--
""", 400)
assert text.count("HTTP/1.1 ") == 1 and "HTTP/1.1 400" in text, text
assert ask("GET", f"accounts?$filter=name eq '{MARK} undone'", 200).json()["value"] == []

# What is no request of the Web API is refused, with JSON that says why.
for method, path, status, body in [
    ("GET", "nosuch", 404, None), ("GET", "accounts(1)", 400, None), ("PUT", "accounts", 405, {}),
    ("GET", "accounts?$filter=name eq", 400, None), ("GET", "accounts?$select=nosuch", 400, None),
    ("GET", "accounts?$top=1&$top=2", 400, None), ("GET", "accounts?$filter=%zz", 400, None),
    ("GET", "accounts?fetchXml=<fetch", 400, None), ("GET", "accounts?sql=DELETE FROM account", 400, None),
    ("POST", "accounts", 400, {"name": 5}), ("POST", "accounts", 400, {"nosuch": 5}),
    ("POST", "accounts", 404, {"primarycontactid@odata.bind": "/nosuch(1)"}), ("POST", "accounts", 400, [1]),
    ("POST", "accounts/CreateMultiple", 404, {}), ("GET", account + "/nosuch", 404, None),
]:
    assert "message" in ask(method, path, status, body).json()["error"], path
answer = session.post(f"{root}/accounts", data=b'{"name":', headers={"Content-Type": "application/json"})
assert answer.status_code == 400 and answer.json()["error"]["code"] == "0x80048d19", answer.text
answer = session.post(f"{root}/accounts", data=b"[" * 5000, headers={"Content-Type": "application/json"})
assert answer.status_code == 400, answer.text

# The types are well-formed XML that names every set.
document = ET.fromstring(ask("GET", "$metadata", 200).content)
edm = "{http://docs.oasis-open.org/odata/ns/edm}"
types = {node.get("Name"): node for node in document.iter(edm + "EntityType")}
sets = {row["name"] for row in ask("GET", "", 200).json()["value"]}
assert sets == {node.get("Name") for node in document.iter(edm + "EntitySet")}
navigations = {node.get("Name") for node in types["contact"].iter(edm + "NavigationProperty")}
assert {"parentcustomerid_account", "account_primary_contact"} <= navigations, navigations
print("Web API: versions, links, pages, operations, batches, refusals, types hold")
