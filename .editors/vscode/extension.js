// Starts `statechart lsp` for YAML files, and starts it again when its settings change.
// Decision: Docs/decisions/tooling-and-tests.md#the-extension-for-vs-code-is-one-file-of-javascript
"use strict";

const { execFile } = require("child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** How long the command may take to print its version, in milliseconds. */
const VERSION_LIMIT = 10_000;

/** @type {LanguageClient | undefined} */
let client;
// Starts and stops wait for each other, so that there is never more than one server.
let queue = Promise.resolve();

/**
 * Called by the editor when a YAML file is opened.
 * @param {vscode.ExtensionContext} context
 */
function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("statechart.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("statechart")) void restart();
    }));
  return restart();
}

/** Called by the editor before it ends. */
function deactivate() {
  queue = queue.catch(() => {}).then(stop);
  return queue;
}

function restart() {
  queue = queue.catch(() => {}).then(stop).then(start);
  return queue;
}

async function stop() {
  const running = client;
  client = undefined;
  try {
    await running?.stop();
  } catch {
    // The server had ended by itself.
  }
}

async function start() {
  const settings = vscode.workspace.getConfiguration("statechart");
  const command = settings.get("command", "") || "statechart";
  const rulePages = settings.get("rulePages", "");
  const files = ["file", "untitled"].map((scheme) => ({ scheme, language: "yaml" }));
  try {
    const problem = await problemOf(command);
    if (problem !== undefined) return report(problem);
    client = new LanguageClient("statechart", "Statecharts", { command, args: ["lsp"] }, {
      documentSelector: files,
      initializationOptions: rulePages === "" ? {} : { rulePages },
    });
    await client.start();
  } catch (error) {
    await stop();
    report(`\`${command} lsp\` could not be started: ${message(error)}`);
  }
}

/**
 * Why a command cannot be used; undefined if it can.
 * @param {string} command
 * @returns {Promise<string | undefined>}
 */
function problemOf(command) {
  return new Promise((resolve) => {
    // The language client resolves a relative path in this folder.
    const cwd = vscode.workspace.workspaceFolders?.find((folder) => folder.uri.scheme === "file")?.uri.fsPath;
    execFile(command, ["--version"], { cwd, timeout: VERSION_LIMIT }, (error) => {
      if (error === null) {
        resolve(undefined);
      } else if (error.code === "ENOENT") {
        resolve(`The command \`${command}\` was not found. Install it, or write its path into the setting \`statechart.command\`.`);
      } else {
        resolve(`\`${command} --version\` failed: ${message(error)}`);
      }
    });
  });
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Shows an error with what can be done about it. Nothing waits for the answer.
 * @param {string} text
 */
function report(text) {
  void vscode.window.showErrorMessage(text, "Open Settings", "Try Again").then((answer) => {
    if (answer === "Open Settings") {
      void vscode.commands.executeCommand("workbench.action.openSettings", "statechart.command");
    } else if (answer === "Try Again") {
      void restart();
    }
  });
}

module.exports = { activate, deactivate };
