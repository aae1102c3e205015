from pathlib import Path

VECTORS = Path(__file__).with_name("vectors")
