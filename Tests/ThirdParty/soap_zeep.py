#!/usr/bin/env python3
"""Talks to a sandbox organization through zeep, a SOAP client that knows nothing but the WSDL.

usage: soap_zeep.py http://127.0.0.1:PORT

Needs zeep 4.3.3. Prints one line a check and ends with status 1 if one failed.
"""

import sys
import traceback
import uuid
from decimal import Decimal

import zeep
from zeep import xsd

XSD = "http://www.w3.org/2001/XMLSchema"
A = "{http://schemas.microsoft.com/xrm/2011/Contracts}"
B = "{http://schemas.datacontract.org/2004/07/System.Collections.Generic}"
E = "{http://schemas.microsoft.com/2003/10/Serialization/}"
F = "{http://schemas.microsoft.com/2003/10/Serialization/Arrays}"
H = "{http://schemas.microsoft.com/xrm/2012/Contracts}"


class Organization:
    """The few words that a script wants, on top of what zeep makes of the WSDL."""

    def __init__(self, root):
        self.client = zeep.Client(root + "/XRMServices/2011/Organization.svc?wsdl")
        self.service = self.client.service

    def a(self, name, *args, **kwargs):
        return self.client.get_type(A + name)(*args, **kwargs)

    def value(self, type_name, value, namespace="{%s}" % XSD):
        return xsd.AnyObject(self.client.get_type(namespace + type_name), value)

    def string(self, text):
        return self.value("string", text)

    def guid(self, text):
        return self.value("guid", text, E)

    def option(self, number):
        return self.value("OptionSetValue", self.a("OptionSetValue", Value=number), A)

    def money(self, text):
        return self.value("Money", self.a("Money", Value=Decimal(text)), A)

    def reference(self, name, identity):
        return self.a("EntityReference", Id=identity, LogicalName=name)

    def lookup(self, name, identity):
        return self.value("EntityReference", self.reference(name, identity), A)

    def pairs(self, type_name, pairs):
        pair = self.client.get_type(B + "KeyValuePairOfstringanyType")
        items = [pair(key=key, value=value) for key, value in pairs.items()]
        return self.a(type_name, KeyValuePairOfstringanyType=items)

    def entity(self, name, attributes, identity=None):
        return self.a(
            "Entity",
            Attributes=self.pairs("AttributeCollection", attributes),
            Id=identity or str(uuid.UUID(int=0)),
            LogicalName=name,
        )

    def columns(self, *names):
        strings = self.client.get_type(F + "ArrayOfstring")
        return self.a("ColumnSet", AllColumns=not names, Columns=strings(string=list(names)))

    def create(self, name, attributes):
        return self.service.Create(self.entity(name, attributes))

    def retrieve(self, name, identity, *columns):
        return self.service.Retrieve(name, identity, self.columns(*columns))

    def execute(self, name, parameters=None):
        request = self.a(
            "OrganizationRequest",
            Parameters=self.pairs("ParameterCollection", parameters or {}),
            RequestName=name,
        )
        return values(self.service.Execute(request).Results)

    def condition(self, attribute, operator, *typed):
        any_type = self.client.get_type(F + "ArrayOfanyType")
        return self.a(
            "ConditionExpression",
            AttributeName=attribute,
            Operator=operator,
            Values=any_type(anyType=list(typed)),
        )

    def query(self, entity, columns, conditions, orders=(), **more):
        criteria = self.a(
            "FilterExpression",
            Conditions=self.a("ArrayOfConditionExpression", ConditionExpression=conditions),
            FilterOperator="And",
        )
        order_list = [
            self.a("OrderExpression", AttributeName=name, OrderType=kind) for name, kind in orders
        ]
        return self.a(
            "QueryExpression",
            ColumnSet=self.columns(*columns),
            Criteria=criteria,
            Distinct=False,
            EntityName=entity,
            Orders=self.a("ArrayOfOrderExpression", OrderExpression=order_list),
            **more,
        )

    def fetch(self, text):
        page = self.service.RetrieveMultiple(self.a("FetchExpression", Query=text))
        return [values(entity.Attributes) for entity in rows(page)]


def values(collection):
    """A bag of pairs as a dictionary."""
    pairs = collection.KeyValuePairOfstringanyType if collection else []
    return {pair.key: pair.value for pair in pairs or []}


def rows(page):
    return (page.Entities.Entity if page.Entities else None) or []


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def fault_code(error):
    """The ErrorCode in the detail of a fault."""
    return int(error.detail[0].findtext(A + "ErrorCode"))


def expect_fault(code, call):
    try:
        call()
    except zeep.exceptions.Fault as error:
        expect(fault_code(error) == code, "fault %s, not %s" % (fault_code(error), code))
        return error
    raise AssertionError("no fault %s" % code)


# The checks, in order; each takes the organization and the marker that this run's records carry.


def who_am_i(org, mark):
    answer = org.execute("WhoAmI")
    for key in ("UserId", "BusinessUnitId", "OrganizationId"):
        expect(uuid.UUID(answer[key]).int != 0, key)


def version(org, mark):
    expect(org.execute("RetrieveVersion")["Version"].count(".") == 3, "a version of four parts")


def round_trip(org, mark):
    name = mark + " <Ä & 日本>"
    identity = org.create("account", {"name": org.string(name), "revenue": org.money("12.5")})
    account = org.retrieve("account", identity, "name", "revenue", "statecode")
    attributes = values(account.Attributes)
    expect(account.LogicalName == "account", "LogicalName")
    expect(account.Id == identity and attributes["accountid"] == identity, "the identity")
    expect(attributes["name"] == name, "name is %r" % attributes["name"])
    expect(attributes["revenue"].Value == Decimal("12.5"), "revenue")
    expect(attributes["statecode"].Value == 0, "statecode")
    formatted = {p.key: p.value for p in account.FormattedValues.KeyValuePairOfstringstring}
    expect(formatted["statecode"] == "Active", "formatted statecode")

    change = {"name": org.string(mark + " changed"), "revenue": xsd.Nil}
    org.service.Update(org.entity("account", change, identity))
    attributes = values(org.retrieve("account", identity, "name", "revenue").Attributes)
    expect(attributes["name"] == mark + " changed", "the new name")
    expect("revenue" not in attributes, "null clears")

    org.service.Delete("account", identity)
    error = expect_fault(-2147220969, lambda: org.retrieve("account", identity, "name"))
    expect("Does Not Exist" in error.message, error.message)


def query_expression(org, mark):
    for number in range(3):
        org.create("account", {"name": org.string("%s %d" % (mark, number))})
    query = org.query(
        "account",
        ["name"],
        [org.condition("name", "BeginsWith", org.string(mark + " "))],
        [("name", "Descending")],
        PageInfo=org.a("PagingInfo", Count=2, PageNumber=1, ReturnTotalRecordCount=True),
    )
    page = org.service.RetrieveMultiple(query)
    names = [values(entity.Attributes)["name"] for entity in rows(page)]
    expect(names == [mark + " 2", mark + " 1"], "page 1 has %r" % names)
    expect(page.MoreRecords is True and page.TotalRecordCount == 3, "more of 3")
    query.PageInfo.PageNumber = 2
    query.PageInfo.PagingCookie = page.PagingCookie
    page = org.service.RetrieveMultiple(query)
    names = [values(entity.Attributes)["name"] for entity in rows(page)]
    expect(names == [mark + " 0"] and page.MoreRecords is False, "page 2 has %r" % names)


def query_by_attribute(org, mark):
    org.create("account", {"name": org.string(mark + " only")})
    query = org.a(
        "QueryByAttribute",
        Attributes=org.client.get_type(F + "ArrayOfstring")(string=["name"]),
        ColumnSet=org.columns("name"),
        EntityName="account",
        Values=org.client.get_type(F + "ArrayOfanyType")(anyType=[org.string(mark + " only")]),
    )
    expect(len(rows(org.service.RetrieveMultiple(query))) == 1, "one account")


def fetch_link(org, mark):
    contact = org.create("contact", {"lastname": org.string(mark + " Jo")})
    account = {
        "name": org.string(mark + " linked"),
        "primarycontactid": org.lookup("contact", contact),
    }
    org.create("account", account)
    found = org.fetch(
        "<fetch><entity name='account'><attribute name='name'/><filter><condition "
        "attribute='name' operator='eq' value='%s linked'/></filter><link-entity name='contact' "
        "from='contactid' to='primarycontactid' alias='c'><attribute name='lastname'/>"
        "</link-entity></entity></fetch>" % mark
    )
    expect(len(found) == 1, "one row")
    aliased = found[0]["c.lastname"]
    expect(aliased.Value == mark + " Jo", "the aliased value")
    expect(aliased.EntityLogicalName == "contact", "the table of the aliased value")


def fetch_aggregate(org, mark):
    for amount in ("10", "2.5"):
        attributes = {"name": org.string(mark + " sum"), "revenue": org.money(amount)}
        org.create("account", attributes)
    found = org.fetch(
        "<fetch aggregate='true'><entity name='account'><attribute name='accountid' alias='n' "
        "aggregate='count'/><attribute name='revenue' alias='total' aggregate='sum'/><filter>"
        "<condition attribute='name' operator='eq' value='%s sum'/></filter></entity></fetch>"
        % mark
    )
    expect(found[0]["n"].Value == 2, "count")
    expect(found[0]["total"].Value.Value == Decimal("12.5"), "sum")


def set_state(org, mark):
    account = org.create("account", {"name": org.string(mark + " off")})
    parameters = {
        "EntityMoniker": org.lookup("account", account),
        "State": org.option(1),
        "Status": org.option(2),
    }
    expect(org.execute("SetState", parameters) == {}, "no results")
    state = values(org.retrieve("account", account, "statecode").Attributes)["statecode"]
    expect(state.Value == 1, "inactive")
    parameters["Status"] = org.option(77)
    expect_fault(-2147187704, lambda: org.execute("SetState", parameters))


def win_opportunity(org, mark):
    opportunity = org.create("opportunity", {"name": org.string(mark + " deal")})
    close = org.entity(
        "opportunityclose",
        {
            "subject": org.string(mark + " won"),
            "opportunityid": org.lookup("opportunity", opportunity),
        },
    )
    parameters = {
        "OpportunityClose": org.value("Entity", close, A),
        "Status": org.option(3),
    }
    org.execute("WinOpportunity", parameters)
    state = values(org.retrieve("opportunity", opportunity, "statecode").Attributes)["statecode"]
    expect(state.Value == 1, "won")
    expect_fault(-2147220941, lambda: org.execute("WinOpportunity", parameters))


def associate(org, mark):
    account = org.create("account", {"name": org.string(mark + " parent")})
    contact = org.create("contact", {"lastname": org.string(mark + " child")})
    relationship = org.a("Relationship", SchemaName="contact_customer_accounts")
    related = org.a(
        "EntityReferenceCollection", EntityReference=[org.reference("contact", contact)]
    )
    org.service.Associate("account", account, relationship, related)
    attributes = values(org.retrieve("contact", contact, "parentcustomerid").Attributes)
    parent = attributes["parentcustomerid"]
    expect(parent.Id == account and parent.LogicalName == "account", "the parent")
    expect(parent.Name == mark + " parent", "the parent's name")
    org.service.Disassociate("account", account, relationship, related)
    attributes = values(org.retrieve("contact", contact, "parentcustomerid").Attributes)
    expect("parentcustomerid" not in attributes, "no parent")


def execute_multiple(org, mark):
    good = org.a("OrganizationRequest", RequestName="WhoAmI")
    bad = org.a(
        "OrganizationRequest",
        Parameters=org.pairs(
            "ParameterCollection", {"Target": org.lookup("account", str(uuid.uuid4()))}
        ),
        RequestName="Delete",
    )
    requests = org.client.get_type(H + "OrganizationRequestCollection")
    settings = org.client.get_type(H + "ExecuteMultipleSettings")
    answer = org.execute(
        "ExecuteMultiple",
        {
            "Requests": org.value(
                "OrganizationRequestCollection", requests(OrganizationRequest=[bad, good]), H
            ),
            "Settings": org.value(
                "ExecuteMultipleSettings", settings(ContinueOnError=True, ReturnResponses=True), H
            ),
        },
    )
    expect(answer["IsFaulted"] is True, "faulted")
    items = answer["Responses"].ExecuteMultipleResponseItem
    expect([item.RequestIndex for item in items] == [0, 1], "both come back")
    expect(items[0].Fault.ErrorCode == -2147220969, "the fault of the first")
    expect(values(items[1].Response.Results)["UserId"], "the response of the second")


def faults(org, mark):
    expect_fault(-2147203036, lambda: org.execute("Frobnicate"))
    unknown = org.entity("account", {"colour": org.string("red")})
    expect_fault(-2147217149, lambda: org.service.Create(unknown))
    error = expect_fault(-2147220989, lambda: org.execute("SetState"))
    expect("is missing" in error.message, error.message)


CHECKS = [
    who_am_i, version, round_trip, query_expression, query_by_attribute, fetch_link,
    fetch_aggregate, set_state, win_opportunity, associate, execute_multiple, faults,
]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    org = Organization(sys.argv[1].rstrip("/"))
    mark = "zeep " + uuid.uuid4().hex[:8]
    wanted = set(sys.argv[2:])
    failed = 0
    for check in CHECKS:
        if wanted and check.__name__ not in wanted:
            continue
        try:
            check(org, mark)
            print("ok     " + check.__name__)
        except Exception:
            failed += 1
            print("FAILED " + check.__name__)
            traceback.print_exc(limit=4)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
