"""The schemas of Identity Platform, from Google's discovery documents as the Python client ships them."""
import json
import pathlib
import re

import googleapiclient.discovery_cache

folder = pathlib.Path(googleapiclient.discovery_cache.__file__).parent / "documents"
documents = {version: json.loads((folder / f"identitytoolkit.{version}.json").read_text()) for version in ("v1", "v2")}
kinds = {"string": str, "boolean": bool, "integer": int, "number": (int, float), "object": dict, "array": list}


def methods(resource):
    yield from resource.get("methods", {}).values()
    for inner in resource.get("resources", {}).values():
        yield from methods(inner)


def method(verb, path):
    """The version and the method of a request."""
    for version, document in documents.items():
        for found in methods(document):
            pattern = re.sub(r"\{\+?\w+\}", ".+", re.escape(found["path"]).replace(r"\{", "{").replace(r"\}", "}").replace(r"\+", "+"))
            if found["httpMethod"] == verb and re.fullmatch(pattern, path.lstrip("/")):
                return version, found
    raise AssertionError(f"no such method: {verb} {path}")


def problems(value, schema, schemas, place="body"):
    """What of a value is not as its schema says. Names that the schema does not have are problems."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"]]
    kind = schema.get("type")
    if kind in kinds and (not isinstance(value, kinds[kind]) or (kind == "integer" and isinstance(value, bool))):
        yield f"{place}: {value!r} is no {kind}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is none of {schema['enum']}"
    if schema.get("format") == "int64" and not re.fullmatch(r"-?\d+", str(value)):
        yield f"{place}: {value!r} is no whole number"
    if schema.get("format") == "google-datetime" and not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", value):
        yield f"{place}: {value!r} is no time"
    if kind == "array":
        for number, element in enumerate(value):
            yield from problems(element, schema["items"], schemas, f"{place}[{number}]")
    if kind == "object" and "properties" in schema:
        for name, element in value.items():
            if name in schema["properties"]:
                yield from problems(element, schema["properties"][name], schemas, f"{place}.{name}")
            else:
                yield f"{place}.{name} is unknown"


def check(verb, path, body, answer):
    """Fails unless request and answer are as the discovery documents say."""
    version, found = method(verb, path)
    schemas = documents[version]["schemas"]
    for value, schema, what in ((body, found["request"], "request"), (answer, found["response"], "answer")):
        wrong = list(problems(value, schema, schemas, what))
        assert not wrong, (verb, path, wrong)
    return found["id"]
