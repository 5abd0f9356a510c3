"""The notebooks run from the first cell to the last, and print what the manual shows."""

import pytest
from conftest import ROOT

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

NOTEBOOKS = sorted((ROOT / "python" / "notebooks").glob("*.ipynb"))


def printed(notebook):
    """The output of each cell, which is the same each time."""
    streams = []
    for cell in notebook.cells:
        streams.append("".join(output.text for output in cell.get("outputs", []) if output.output_type == "stream"))
    return streams


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    if path.stem == "encodings":
        pytest.importorskip("matplotlib"), pytest.importorskip("pandas")
    notebook = nbformat.read(path, 4)
    before = printed(notebook)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    assert printed(notebook) == before


def test_there_are_three_small_ones():
    assert [path.stem for path in NOTEBOOKS] == ["encodings", "lesson", "setter"]
    assert all(path.stat().st_size < 100_000 for path in NOTEBOOKS)
