#!/usr/bin/env python3
"""Talks to a sandbox organization through pyodata, an OData v2 client that knows only $metadata.

usage: odata_pyodata.py http://127.0.0.1:PORT

Needs pyodata 1.12.1 and requests. Ends with status 1 where something does not hold.
"""

import datetime
import decimal
import sys
import uuid

import pyodata
import requests
from pyodata.exceptions import HttpError

root = sys.argv[1] + "/XRMServices/2011/OrganizationData.svc/"
session = requests.Session()
client = pyodata.Client(root, session)
sets = client.entity_sets
mark = "pyodata " + uuid.uuid4().hex[:8]


def check(name, condition, shown=""):
    if not condition:
        sys.exit(f"{name}: {shown}")


# Metadata: types, complex types, and relationships in both directions.
account = client.schema.entity_type("Account")
check("key", [p.name for p in account.key_proprties] == ["AccountId"])
check("complex", account.proprty("Revenue").typ.name == "Money", account.proprty("Revenue").typ)
check("choice", account.proprty("IndustryCode").typ.name == "OptionSetValue")
check("lookup", account.proprty("PrimaryContactId").typ.name == "EntityReference")
check("exact", account.proprty("ExchangeRate").typ.name == "Edm.Decimal")
check("1:N", account.nav_proprty("contact_customer_accounts").to_role.entity_type.name == "Contact")
check("N:1", account.nav_proprty("account_primary_contact").to_role.multiplicity == "0..1")
document = session.get(root).json()["d"]["EntitySets"]
check("sets", {s.name for s in client.schema.entity_sets} == set(document))

# Create answers the whole record; complex values arrive as they were sent.
contact = sets.ContactSet.create_entity().set(FirstName="Ana", LastName=mark).execute()
check("computed", contact.FullName == f"Ana {mark}", contact.FullName)
moment = datetime.datetime(2022, 9, 20, 8, 48, 11, tzinfo=datetime.timezone.utc)
made = (
    sets.AccountSet.create_entity()
    .set(
        Name=f"{mark} 1",
        Revenue={"Value": "1234.5"},
        IndustryCode={"Value": 7},
        CreditOnHold=True,
        NumberOfEmployees=12,
        LastUsedInCampaign=moment,
        PrimaryContactId={"Id": contact.ContactId, "LogicalName": "contact"},
    )
    .execute()
)
key = made.AccountId
check("money", decimal.Decimal(made.Revenue["Value"]) == decimal.Decimal("1234.5"), made.Revenue)
check("option", made.IndustryCode["Value"] == 7, made.IndustryCode)
check("flag", made.CreditOnHold is True)
check("number", made.NumberOfEmployees == 12)
check("date", made.LastUsedInCampaign == moment, made.LastUsedInCampaign)
check("name", made.PrimaryContactId["Name"] == f"Ana {mark}", made.PrimaryContactId)
check("state", made.StateCode["Value"] == 0 and made.OwnerId["LogicalName"] == "systemuser")
check("version", isinstance(made.VersionNumber, int), made.VersionNumber)

# Read, with selected and related properties.
found = sets.AccountSet.get_entity(key).select("Name,Revenue").execute()
check("retrieve", found.Name == f"{mark} 1")
near = sets.AccountSet.get_entity(key).expand("account_primary_contact").execute()
check("expand", near.account_primary_contact.LastName == mark)
there = sets.AccountSet.get_entity(key).nav("account_primary_contact").execute()
check("related", there.ContactId == contact.ContactId)

# Change: PATCH as pyodata likes it, MERGE as CRM's own clients do; null clears.
sets.AccountSet.update_entity(key).set(NumberOfEmployees=13).execute()
sets.AccountSet.update_entity(key, method="MERGE").set(Name=f"{mark} one", Revenue={"Value": None}).execute()
found = sets.AccountSet.get_entity(key).execute()
check("update", (found.Name, found.NumberOfEmployees) == (f"{mark} one", 13))
check("clear", found.Revenue["Value"] is None, found.Revenue)
check("untouched", found.IndustryCode["Value"] == 7)

# Lists: 120 records come in pages of fifty, and each comes once.
for number in range(120):
    sets.ContactSet.create_entity().set(LastName=mark, FirstName=f"N{number:03}").execute()
names, sizes = [], []
query = sets.ContactSet.get_entities().filter(f"LastName eq '{mark}' and FirstName ne 'Ana'")
page = query.order_by("FirstName desc").select("FirstName").execute()
while True:
    sizes.append(len(page))
    names += [row.FirstName for row in page]
    if page.next_url is None:
        break
    page = sets.ContactSet.get_entities().next_url(page.next_url).execute()
check("pages", sizes == [50, 50, 20], sizes)
check("order", names == [f"N{number:03}" for number in reversed(range(120))])
page = sets.ContactSet.get_entities().filter(f"LastName eq '{mark}'").order_by("FirstName").skip(3).top(2).execute()
check("skip", [row.FirstName for row in page] == ["N002", "N003"], [row.FirstName for row in page])
check("top", page.next_url is None)

# Filters, in pyodata's own words and in text.
contacts = sets.ContactSet.get_entities()
rows = contacts.filter(contacts.FirstName == "N007").execute()
check("filter", [row.FirstName for row in rows] == ["N007"], len(rows))
rows = sets.ContactSet.get_entities().filter(LastName=mark, FirstName__startswith="N01").execute()
check("filters", len(rows) == 10, len(rows))
for text, count in [
    (f"Name eq '{mark} one' and StateCode/Value eq 0", 1),
    (f"substringof('{mark}',Name) and NumberOfEmployees gt 12", 1),
    (f"PrimaryContactId/Id eq guid'{contact.ContactId}'", 1),
    (f"endswith(Name,'{mark} one') and CreatedOn gt datetime'2001-01-01T00:00:00'", 1),
    (f"not (Name ne '{mark} one')", 1),
    (f"Name eq '{mark}'", 0),
]:
    rows = sets.AccountSet.get_entities().filter(text).execute()
    check(text, len(rows) == count, len(rows))


# What the service refuses arrives as an error with its message.
def refused(status, request):
    try:
        request.execute()
    except HttpError as error:
        body = error.response.json()["error"]["message"]["value"]
        check(body, error.response.status_code == status, error.response.status_code)
        return body
    sys.exit("nothing was refused")


refused(400, sets.AccountSet.get_entities().count(inline=True))
refused(400, sets.AccountSet.get_entities().filter("NoSuch eq 1"))
message = refused(404, sets.AccountSet.get_entity(str(uuid.uuid4())))
check("message", "Does Not Exist" in message, message)

# Delete.
sets.AccountSet.delete_entity(key).execute()
refused(404, sets.AccountSet.get_entity(key))
print("OData v2: metadata, records, complex values, pages, filters, refusals hold")
