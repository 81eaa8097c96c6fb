"""The body of one CRM webhook of about 2 KB, as the update of a lead sends it."""

import json

CONTRACTS = "http://schemas.microsoft.com/xrm/2011/Contracts"


def entity(name, identity, attributes):
    return {
        "__type": f"Entity:{CONTRACTS}",
        "Attributes": [{"key": key, "value": value} for key, value in attributes.items()],
        "EntityState": None, "FormattedValues": [], "Id": identity, "KeyAttributes": [],
        "LogicalName": name, "RelatedEntities": [], "RowVersion": None,
    }


def body(quality=1, number=0):
    """The webhook; `number` tells one from another."""
    lead = "6997a469-a735-45f8-a4bf-fe31526a086b"
    tag = f"{number:012x}"
    target = entity("lead", lead, {
        "leadqualitycode": {"__type": f"OptionSetValue:{CONTRACTS}", "Value": quality},
        "subject": "Forklifts for two warehouses", "telephone1": "+49 731 1234567",
        "leadid": lead, "modifiedon": "/Date(1663715691000)/",
        "modifiedby": {
            "__type": f"EntityReference:{CONTRACTS}", "Id": "8fa2d3c1-5b1e-4b5e-9d0c-1f2a3b4c5d6e",
            "KeyAttributes": [], "LogicalName": "systemuser", "Name": None, "RowVersion": None},
    })
    context = {
        "BusinessUnitId": "b1d9a1e2-0000-4000-8000-000000000001",
        "CorrelationId": f"c0ffee00-0000-4000-8000-{tag}", "Depth": 1,
        "InitiatingUserId": "8fa2d3c1-5b1e-4b5e-9d0c-1f2a3b4c5d6e",
        "InputParameters": [{"key": "Target", "value": target}],
        "IsExecutingOffline": False, "IsInTransaction": False, "IsOfflinePlayback": False,
        "IsolationMode": 1, "MessageName": "Update", "Mode": 1,
        "OperationCreatedOn": "/Date(1663715691000+0000)/",
        "OperationId": f"0be7a710-0000-4000-8000-{tag}",
        "OrganizationId": "0a9b8c7d-0000-4000-8000-000000000002", "OrganizationName": "bench",
        "OutputParameters": [],
        "OwningExtension": {
            "Id": "5e1f0000-0000-4000-8000-000000000003", "KeyAttributes": [],
            "LogicalName": "sdkmessageprocessingstep", "Name": None, "RowVersion": None},
        "ParentContext": None,
        "PostEntityImages": [], "PreEntityImages": [], "PrimaryEntityId": lead,
        "PrimaryEntityName": "lead", "RequestId": None, "SecondaryEntityName": "none",
        "SharedVariables": [{"key": "IsAutoTransact", "value": True}], "Stage": 40,
        "UserId": "8fa2d3c1-5b1e-4b5e-9d0c-1f2a3b4c5d6e",
    }
    return json.dumps(context, separators=(",", ":")).replace("/", "\\/")


if __name__ == "__main__":
    print(body())
