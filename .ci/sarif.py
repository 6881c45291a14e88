"""Holds a SARIF log on the standard input to a model of SARIF 2.1.0 that was made from its schema."""
import json
import sys

from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Log

text = sys.stdin.read()
Log.model_validate_json(text)
run = json.loads(text)["runs"][0]
results = run["results"]
rules = run["tool"]["driver"]["rules"]
for result in results:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
kinds = {result["ruleId"] for result in results}
fixes = sum(1 for result in results if "fixes" in result)
related = sum(1 for result in results if "relatedLocations" in result)
assert len(kinds) > 30 and fixes > 10 and related > 3, (len(kinds), fixes, related)
print(f"{len(results)} results of {len(kinds)} rules, {fixes} with fixes, {related} with related places")
