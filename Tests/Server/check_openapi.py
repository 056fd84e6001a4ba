"""Checks the documents of a folder by readers that have nothing to do with Yodel: each NAME.json is an OpenAPI 3.1 document, and what NAME.samples.json lists
satisfies a schema of it or does not, as it says.

Exits with 1 if a document is not valid, or a sample is not what it should be.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator


def faults(document: dict, samples: list[dict]) -> list[str]:
    """What is wrong with a document, or with samples of its schemas."""
    found = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in OpenAPIV31SpecValidator(document).iter_errors()]
    for name, schema in document["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        if not any(sample["schema"] == name for sample in samples):
            found.append(f"{name}: no sample")
    for sample in samples:
        # The document around it is what references lead into.
        validator = Draft202012Validator({"$ref": f"#/components/schemas/{sample['schema']}", "components": document["components"]})
        errors = [error.message for error in validator.iter_errors(sample["value"])]
        if sample["fits"] == bool(errors):
            found.append(f"{sample}: {errors or 'fits'}")
    return found


def main() -> int:
    documents = sorted(path for path in Path(sys.argv[1]).glob("*.json") if not path.name.endswith(".samples.json"))
    wrong = count = 0
    for path in documents:
        samples = json.loads(path.with_suffix(".samples.json").read_text())
        count += len(samples)
        for fault in faults(json.loads(path.read_text()), samples):
            wrong += 1
            print(f"{path.name}: {fault}")
    if not documents or count == 0:
        print("no document, or no sample")
        return 1
    print(f"{len(documents)} documents, {count} samples, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
