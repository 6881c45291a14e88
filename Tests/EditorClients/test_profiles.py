"""Drives `statechart lsp` as editors do, with the capabilities that each of them has."""
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

COMMAND = os.environ["STATECHART"]
CHART = pathlib.Path("Docs/examples/sign-in-with-code.yaml").read_text()
PROFILES = sorted(
    path.name.removesuffix(".json").replace("_v", "@v")
    for path in (pathlib.Path(pytest_lsp.__file__).parent / "clients").glob("*.json"))


def position(text: str, before: str, offset: int = 0) -> types.Position:
    """Where `before` ends in a text of ASCII, in which columns are the same in all encodings."""
    end = text.index(before) + len(before) + offset
    return types.Position(text.count("\n", 0, end), end - text.rfind("\n", 0, end) - 1)


class Session:
    def __init__(self, client: LanguageClient, folder: pathlib.Path):
        self.client = client
        self.text = CHART
        self.version = 1
        self.uri = (folder / "sign in.yaml").as_uri()
        self.document = types.TextDocumentIdentifier(self.uri)

    async def open(self):
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(self.uri, "yaml", self.version, self.text)))
        return await self.findings()

    async def findings(self):
        await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return list(self.client.diagnostics[self.uri])

    def edit(self, start: types.Position, end: types.Position, text: str):
        self.apply([types.TextEdit(types.Range(start, end), text)])

    def apply(self, edits: list[types.TextEdit]):
        """Makes edits of which each is where it says after those before it."""
        self.version += 1
        for edit in edits:
            lines = self.text.split("\n")
            start, end = [
                sum(len(line) + 1 for line in lines[:place.line]) + place.character
                for place in (edit.range.start, edit.range.end)]
            self.text = self.text[:start] + edit.new_text + self.text[end:]
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=self.version, uri=self.uri),
            [types.TextDocumentContentChangePartial(edit.range, edit.new_text) for edit in edits]))

    def changes(self, edit: types.WorkspaceEdit):
        """The edits of the document, the last one first, so that each is where it says."""
        if edit.document_changes is None:
            edits = edit.changes[self.uri]
        else:
            (change,) = edit.document_changes
            assert (change.text_document.uri, change.text_document.version) == (self.uri, self.version)
            edits = change.edits
        return sorted(edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True)


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[COMMAND, "lsp"]), params=PROFILES)
async def client(request, lsp_client: LanguageClient, tmp_path: pathlib.Path):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        assert [each.method for each in params.registrations] == ["workspace/didChangeWatchedFiles"]

    folder = types.WorkspaceFolder(tmp_path.as_uri(), "charts")
    await lsp_client.initialize_session(types.InitializeParams(
        capabilities=client_capabilities(request.param), workspace_folders=[folder], root_uri=tmp_path.as_uri()))
    yield
    await lsp_client.shutdown_session()
    assert lsp_client._server.returncode == 0


@pytest.mark.asyncio
async def test_session(client: LanguageClient, tmp_path: pathlib.Path):
    session = Session(client, tmp_path)
    assert await session.open() == []

    # Break a target, and see the finding.
    end = position(session.text, "resendCode: askingEmail")
    session.edit(types.Position(end.line, end.character - 2), end, "li")
    (finding,) = await session.findings()
    assert (finding.code, finding.range.start.line) == ("unknown-target", end.line)

    # Fix it with the code action.
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        session.document, finding.range, types.CodeActionContext([finding])))
    (fix,) = [action for action in actions if action.is_preferred]
    session.apply(session.changes(fix.edit))
    assert await session.findings() == []
    assert session.text == CHART

    # Complete a target while the YAML is broken.
    start = position(session.text, "      resendCode: ")
    session.edit(start, position(session.text, "resendCode: askingEmail"), "{ target: as")
    assert await session.findings() != []
    found = await client.text_document_completion_async(types.CompletionParams(
        session.document, types.Position(start.line, start.character + 12)))
    assert [item.label for item in found.items] == [
        "askingEmail", "sendingCode", "askingCode", "checkingCode", "signedIn"]
    session.edit(start, types.Position(start.line, start.character + 12), "askingEmail")
    assert await session.findings() == []

    # Read about a state, jump to it, and list its uses.
    where = dict(text_document=session.document, position=position(session.text, "submitEmail: sendi"))
    hover = await client.text_document_hover_async(types.HoverParams(**where))
    assert "Sending the code" in hover.contents.value and "Transitions in" in hover.contents.value
    (target,) = await client.text_document_definition_async(types.DefinitionParams(**where))
    assert target.range.start == position(session.text, "\n  sendingCode", -len("sendingCode"))
    uses = await client.text_document_references_async(types.ReferenceParams(
        context=types.ReferenceContext(include_declaration=True), **where))
    assert len(uses) == 2

    # Rename the state and back, and format.
    for name, other in [("mailing", "sendingCode"), ("sendingCode", "mailing")]:
        renamed = await client.text_document_rename_async(types.RenameParams(new_name=name, **where))
        session.apply(session.changes(renamed))
        assert other not in session.text and session.text.count(name) == len(uses)
        assert await session.findings() == []
    assert session.text == CHART
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    formatting = types.DocumentFormattingParams(session.document, options)
    session.edit(start, start, "    ")
    await session.findings()
    session.apply(await client.text_document_formatting_async(formatting))
    await session.findings()
    assert session.text == CHART

    # Overviews.
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(session.document))
    assert "signedIn" in [symbol.name for symbol in symbols]
    (symbol,) = await client.workspace_symbol_async(types.WorkspaceSymbolParams("checkingC"))
    assert symbol.location.uri == session.uri
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(session.document))
    assert len(folds) > 10
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(session.document))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 100
