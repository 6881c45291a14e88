-- Drives `statechart lsp` in Neovim: nvim --headless --clean -l is newer than what Debian has, so it is `-c 'luafile …'`.
local chart = vim.env.CHART

local function fail(what)
  io.stderr:write("FAILED in Neovim: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function expect(condition, what)
  if not condition then fail(what) end
end

-- The settings of the guide.
vim.cmd("edit " .. vim.fn.fnameescape(chart))
vim.bo.filetype = "yaml"
dofile(vim.env.SETTINGS)
vim.cmd("doautocmd FileType yaml")
local buffer = vim.api.nvim_get_current_buf()
expect(vim.wait(10000, function() return #vim.lsp.buf_get_clients(buffer) == 1 end), "no client")
local client = vim.lsp.buf_get_clients(buffer)[next(vim.lsp.buf_get_clients(buffer))]
expect(vim.wait(10000, function() return client.initialized end), "not initialized")

local function findings(count, what)
  local reached = vim.wait(10000, function() return #vim.diagnostic.get(buffer) == count end)
  expect(reached, what .. ": " .. vim.inspect(vim.diagnostic.get(buffer)))
  return vim.diagnostic.get(buffer)
end

local function request(method, params)
  local responses = vim.lsp.buf_request_sync(buffer, method, params, 10000)
  local _, response = next(responses or {})
  expect(response and not response.error, method .. ": " .. vim.inspect(response))
  return response.result
end

local function go(pattern)
  expect(vim.fn.search(pattern, "cew") > 0, "no " .. pattern)
end

-- Break a target.
findings(0, "findings in a chart without mistakes")
go("resendCode: askingEmail")
vim.api.nvim_set_current_line("      resendCode: askingEmial")
local found = findings(1, "a wrong target")
expect(found[1].code == "unknown-target" or found[1].user_data.lsp.code == "unknown-target", vim.inspect(found))

-- Fix it.
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local actions = request("textDocument/codeAction", params)
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
expect(vim.api.nvim_get_current_line() == "      resendCode: askingEmail", vim.api.nvim_get_current_line())
findings(0, "after the fix")

-- Complete, while the line is broken.
vim.api.nvim_set_current_line("      resendCode: { target: as")
vim.cmd("normal! $")
params = vim.lsp.util.make_position_params()
params.position.character = params.position.character + 1
local items = request("textDocument/completion", params).items
expect(#items == 5 and items[1].label == "askingEmail", vim.inspect(items))
vim.api.nvim_set_current_line("      resendCode: askingEmail")
findings(0, "after the completion")

-- Hover and jump.
go("submitEmail: sendi")
local hover = request("textDocument/hover", vim.lsp.util.make_position_params())
expect(hover.contents.value:find("Sending the code", 1, true), vim.inspect(hover))
vim.lsp.buf.definition()
local jumped = vim.wait(10000, function() return vim.api.nvim_get_current_line() == "  sendingCode:" end)
expect(jumped, "jumped to " .. vim.api.nvim_get_current_line())

-- Rename the state, and format.
vim.lsp.buf.rename("mailing")
local renamed = vim.wait(10000, function() return vim.api.nvim_get_current_line() == "  mailing:" end)
expect(renamed and vim.fn.search("sendingCode", "nw") == 0, "renamed to " .. vim.api.nvim_get_current_line())
findings(0, "after the renaming")
vim.api.nvim_set_current_line("  mailing:   ")
local edits = request("textDocument/formatting", vim.lsp.util.make_formatting_params())
vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
expect(vim.api.nvim_get_current_line() == "  mailing:", "formatted to " .. vim.api.nvim_get_current_line())
print("Neovim: opened, broke, fixed, completed, hovered, jumped, renamed, formatted\n")
vim.cmd("qall!")
