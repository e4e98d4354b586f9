"""A GraphQL endpoint, as far as the page needs one."""

from sites.harness import Request, Response, answer_json


def answer(request: Request) -> Response | None:
    if request.path != "/graphql" or request.method != "POST":
        return None
    query = request.json()["query"].strip()
    if query.startswith("mutation"):
        return answer_json({"data": {"like": {"likes": 1}}})
    boats = [{"name": "Swallow"}, {"name": "Tern"}]
    return answer_json({"data": {"boats": boats, "boat": {"length": 7}}}, reading=True)
