"""Microsoft's own Python client (PowerPlatform-Dataverse-Client) against the sandbox's Web API.

    python webapi_dataverse.py https://localhost:PORT CA.pem [TOKEN]

Exits with 0 when everything held; the first thing that does not hold is an exception.
"""

import os
import sys
import time
import uuid

url, ca = sys.argv[1], sys.argv[2]
token = sys.argv[3] if len(sys.argv) > 3 else "none"
os.environ["REQUESTS_CA_BUNDLE"] = ca

from PowerPlatform.Dataverse.client import DataverseClient
from PowerPlatform.Dataverse.core.errors import HttpError
from PowerPlatform.Dataverse.models.filters import col
from PowerPlatform.Dataverse.models.query_builder import ExpandOption
from PowerPlatform.Dataverse.models.upsert import UpsertItem


class Credential:
    """The smallest thing that the client takes for an Azure credential."""

    def get_token(self, *scopes, **options):
        from azure.core.credentials import AccessToken

        assert scopes == (url + "/.default",), scopes
        return AccessToken(token, int(time.time()) + 3600)


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def refused(status, call):
    try:
        call()
    except HttpError as error:
        check(error.status_code == status, f"{error.status_code} instead of {status}: {error}")
        return error
    raise AssertionError(f"was not refused with {status}")


def records(client, mark):
    """Create, retrieve, update, delete, and what each says about a record that is not there."""
    name = f"{mark} one"
    account = client.records.create("account", {"Name": name, "revenue": 12345.67, "numberofemployees": 7})
    uuid.UUID(account)
    found = client.records.retrieve(
        "account", account, select=["name", "revenue", "statecode", "telephone1"],
        include_annotations="*")
    check(found["name"] == name and found["revenue"] == 12345.67, found)
    check(found["statecode"] == 0 and found["telephone1"] is None, found)
    check(found["statecode@OData.Community.Display.V1.FormattedValue"] == "Active", found)
    client.records.update("account", account, {"telephone1": "+49 30 1", "revenue": None})
    found = client.records.retrieve("account", account, select=["telephone1", "revenue"])
    check(found["telephone1"] == "+49 30 1" and found["revenue"] is None, found)

    contact = client.records.create(
        "contact",
        {"lastname": mark, "firstname": "Ann", "parentcustomerid_account@odata.bind": f"/accounts({account})"})
    found = client.records.retrieve(
        "contact", contact, select=["fullname", "_parentcustomerid_value"],
        expand=["parentcustomerid_account"], include_annotations="*")
    check(found["fullname"] == f"Ann {mark}", found)
    check(found["_parentcustomerid_value"] == account, found)
    check(found["_parentcustomerid_value@Microsoft.Dynamics.CRM.lookuplogicalname"] == "account", found)
    check(found["parentcustomerid_account"]["name"] == name, found)

    client.records.delete("contact", contact)
    check(client.records.retrieve("contact", contact) is None, "a deleted record was found")
    missing = str(uuid.uuid4())
    error = refused(404, lambda: client.records.update("account", missing, {"name": "x"}))
    check(error.details.get("service_error_code") == "0x80040217", error.details)
    refused(404, lambda: client.records.delete("account", missing))
    refused(400, lambda: client.records.create("account", {"nosuchcolumn": 1}))
    client.records.delete("account", account)


def bulk(client, mark):
    """CreateMultiple, UpdateMultiple, UpsertMultiple, BulkDelete."""
    ids = client.records.create("account", [{"name": f"{mark} bulk {i}"} for i in range(12)])
    check(len(set(ids)) == 12, ids)
    client.records.update("account", ids, {"description": "all"})
    client.records.update("account", ids[:2], [{"telephone1": "1"}, {"telephone1": "2"}])
    found = client.records.list(
        "account", filter=col("accountid").in_(ids), select=["description", "telephone1"])
    check(len(found) == 12 and all(row["description"] == "all" for row in found), found)
    check(sorted(row["telephone1"] for row in found if row["telephone1"]) == ["1", "2"], found)

    # All or none: the second record cannot be created, so the first one is not.
    refused(400, lambda: client.records.create(
        "account", [{"name": f"{mark} torn"}, {"name": f"{mark} torn", "statecode": "word"}]))
    check(len(client.records.list("account", filter=f"name eq '{mark} torn'")) == 0, "half was kept")
    client.records.delete("account", ids)
    check(len(client.records.list("account", filter=col("accountid").in_(ids))) == 0, "not deleted")


def upsert(client, mark):
    keys = client.tables.get_alternate_keys("account")
    if not keys:
        return
    key = keys[0].key_attributes[0]
    item = lambda value, name: UpsertItem(alternate_key={key: value}, record={"name": name})
    client.records.upsert("account", [item(mark, "first")])
    client.records.upsert("account", [item(mark, "second")])
    client.records.upsert("account", [item(mark, "third"), item(mark + "b", "fourth")])
    found = client.records.list("account", filter=f"startswith({key},'{mark}')", select=["name"], orderby=["name"])
    check([row["name"] for row in found] == ["fourth", "third"], [dict(row) for row in found])
    client.records.delete("account", [row["accountid"] for row in found])


def queries(client, mark):
    """Filters, order, pages, counts, expansion, FetchXML and SQL over the same thirty records."""
    parent = client.records.create("account", {"name": f"{mark} parent"})
    ids = client.records.create(
        "contact",
        [{"lastname": f"{mark} {i:02}", "numberofchildren": i,
          "parentcustomerid_account@odata.bind": f"/accounts({parent})"} for i in range(30)])
    try:
        ours = col("lastname").contains(mark)
        pages = list(client.records.list_pages(
            "contact", filter=ours, select=["lastname"], orderby=["lastname desc"], page_size=7))
        check([len(page) for page in pages] == [7, 7, 7, 7, 2], [len(page) for page in pages])
        names = [row["lastname"] for page in pages for row in page]
        check(names == [f"{mark} {i:02}" for i in reversed(range(30))], names)
        check(len(client.records.list("contact", filter=ours, top=5)) == 5, "$top")

        some = client.records.list(
            "contact", filter=ours & col("numberofchildren").between(10, 12) | ours & (col("numberofchildren") == 29))
        check(sorted(row["numberofchildren"] for row in some) == [10, 11, 12, 29], len(some))
        none = client.records.list("contact", filter=ours & col("numberofchildren").is_not_null() & col("lastname").is_null())
        check(len(none) == 0, "null")
        by_lookup = client.records.list(
            "contact", filter=f"_parentcustomerid_value eq {parent}", select=["lastname"])
        check(len(by_lookup) == 30, len(by_lookup))
        across = client.records.list(
            "contact", filter=f"parentcustomerid_account/name eq '{mark} parent' and numberofchildren lt 3")
        check(len(across) == 3, len(across))

        built = client.query.builder("account").select("name").where(col("name") == f"{mark} parent").expand(
            ExpandOption("contact_customer_accounts").select("lastname").filter("numberofchildren gt 26")
            .order_by("lastname", descending=True)).execute()
        rows = [row["lastname"] for row in built[0]["contact_customer_accounts"]]
        check(rows == [f"{mark} 29", f"{mark} 28", f"{mark} 27"], rows)

        fetch = f"""<fetch count="8"><entity name="contact"><attribute name="lastname"/><order attribute="lastname"/>
            <filter><condition attribute="lastname" operator="begins-with" value="{mark}"/></filter>
            <link-entity name="account" from="accountid" to="parentcustomerid" alias="a">
            <attribute name="name"/></link-entity></entity></fetch>"""
        pages = list(client.query.fetchxml(fetch).execute_pages())
        check([len(page) for page in pages] == [8, 8, 8, 6], [len(page) for page in pages])
        names = [row["lastname"] for page in pages for row in page]
        check(names == [f"{mark} {i:02}" for i in range(30)], names)
        check(pages[0][0]["a.name"] == f"{mark} parent", dict(pages[0][0]))

        rows = client.query.sql(
            f"SELECT TOP 3 lastname, numberofchildren FROM contact WHERE lastname LIKE '{mark}%' "
            "AND numberofchildren >= 20 ORDER BY lastname DESC")
        check([row["numberofchildren"] for row in rows] == [29, 28, 27], [dict(row) for row in rows])
    finally:
        client.records.delete("contact", ids)
        client.records.delete("account", parent)


def batches(client, mark):
    """$batch: reads and writes, change sets with references, all or nothing."""
    batch = client.batch.new()
    with batch.changeset() as changes:
        account = changes.records.create("account", {"name": f"{mark} set"})
        changes.records.create(
            "contact", {"lastname": f"{mark} set", "parentcustomerid_account@odata.bind": account})
        changes.records.update("account", account, {"description": "in the same set"})
    batch.records.list("contact", filter=f"lastname eq '{mark} set'", select=["_parentcustomerid_value"])
    result = batch.execute()
    check(not result.has_errors, [item.error_message for item in result.failed])
    contact = result.responses[-1].data["value"][0]
    account = contact["_parentcustomerid_value"]
    check(account in result.entity_ids, result.entity_ids)
    check(client.records.retrieve("account", account)["description"] == "in the same set", "update")

    # The second part fails: the first one is undone.
    batch = client.batch.new()
    with batch.changeset() as changes:
        changes.records.create("account", {"name": f"{mark} undone"})
        changes.records.update("account", str(uuid.uuid4()), {"name": "x"})
    result = batch.execute()
    check(result.has_errors and len(result.responses) == 1, len(result.responses))
    check(result.failed[0].error_code == "0x80040217", result.failed[0])
    check(len(client.records.list("account", filter=f"name eq '{mark} undone'")) == 0, "half was kept")

    for goes_on, count in ((False, 2), (True, 3)):
        batch = client.batch.new()
        batch.records.retrieve("account", account, select=["name"])
        batch.records.retrieve("account", str(uuid.uuid4()), select=["name"])
        batch.records.retrieve("account", account, select=["name"])
        result = batch.execute(continue_on_error=goes_on)
        check(len(result.responses) == count, (goes_on, len(result.responses)))
    client.records.delete("contact", contact["contactid"])
    client.records.delete("account", account)


def tables(client):
    """What the client reads of the metadata."""
    info = client.tables.get("account")
    check(info["entity_set_name"] == "accounts" and info["primary_id_attribute"] == "accountid", dict(info))
    check(client.tables.get("nosuchtable") is None, "an unknown table was found")
    names = {row["LogicalName"] for row in client.tables.list()}
    check({"account", "contact", "lead", "opportunity", "incident"} <= names, names)
    columns = client.tables.list_columns("account", select=["LogicalName", "AttributeType"])
    kinds = {row["LogicalName"]: row["AttributeType"] for row in columns}
    check(kinds["name"] == "String" and kinds["revenue"] == "Money", kinds)
    check(kinds["primarycontactid"] == "Lookup" and kinds["statecode"] == "State", kinds)
    texts = client.tables.list_columns("account", filter="AttributeType eq 'String'")
    check(all(row["AttributeType"] == "String" for row in texts) and len(texts) > 3, len(texts))
    relationships = client.tables.list_table_relationships("account")
    check(any(row["SchemaName"] == "contact_customer_accounts" for row in relationships), "relationships")
    found = client.tables.get_relationship("contact_customer_accounts")
    check(found is not None, "relationship by name")
    # A label in place of the number of an option: the client looks it up.
    lead = client.records.create("lead", {"lastname": "label", "leadqualitycode": "Hot"})
    check(client.records.retrieve("lead", lead, select=["leadqualitycode"])["leadqualitycode"] == 1, "label")
    client.records.delete("lead", lead)


with DataverseClient(url, Credential()) as client:
    mark = "w" + uuid.uuid4().hex[:10]
    records(client, mark)
    bulk(client, mark)
    upsert(client, mark)
    queries(client, mark)
    batches(client, mark)
    tables(client)
print("PowerPlatform-Dataverse-Client: records, bulk, upsert, queries, batches, tables hold")
