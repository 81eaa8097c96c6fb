"""The peer that a Python user would write: FastAPI behind uvicorn."""

from fastapi import FastAPI, Request, Response

app = FastAPI()


@app.post("/{path:path}")
async def webhook(request: Request):
    context = await request.json()
    hot = False
    for parameter in context["InputParameters"]:
        if parameter["key"] == "Target":
            for attribute in parameter["value"]["Attributes"]:
                if attribute["key"] == "leadqualitycode":
                    hot = attribute["value"]["Value"] == 1
    if context["MessageName"] == "Update" and hot:
        request.state.hot = True
    return Response(status_code=202)
