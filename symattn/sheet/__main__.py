"""``python -m symattn.sheet > worksheets/schema.json`` writes the JSON Schema after a change of the format."""

import json

from symattn.sheet.schema import json_schema

if __name__ == "__main__":
    print(json.dumps(json_schema(), indent=1))
