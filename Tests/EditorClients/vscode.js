// Runs the extension for Visual Studio Code in Node.js, with stand-ins for the editor and for its language client. They start the
// real command. What the editor itself does with the extension is not tested.
"use strict";

const assert = require("assert");
const { spawn } = require("child_process");
const Module = require("module");
const path = require("path");

const settings = { command: "no-such-command", rulePages: "https://example.com/" };
/** Messages that are shown, and what is answered to the next one. */
const shown = [];
let answer;
const listeners = {};
const commands = {};
let running = 0;
let started = 0;

const vscode = {
  commands: {
    registerCommand: (name, callback) => ((commands[name] = callback), { dispose() {} }),
    executeCommand: async (...parts) => void shown.push(parts.join(" ")),
  },
  window: { showErrorMessage: async (text, ...items) => (shown.push(text), assert(items.includes(answer) || !answer), answer) },
  workspace: {
    getConfiguration: (section) => (assert.equal(section, "statechart"), { get: (name, value) => settings[name] ?? value }),
    onDidChangeConfiguration: (listener) => ((listeners.configuration = listener), { dispose() {} }),
  },
};

/** Starts the server, as vscode-languageclient does, and waits for its first response. */
class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { server, options });
  }

  start() {
    running += 1;
    started += 1;
    assert.equal(running, 1);
    assert.deepEqual(this.options.documentSelector.map((each) => each.scheme), ["file", "untitled"]);
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    const params = { capabilities: {}, initializationOptions: this.options.initializationOptions };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    return new Promise((resolve, reject) => {
      this.process.stdout.once("data", (data) => (String(data).includes("renameProvider") ? resolve() : reject(data)));
    });
  }

  stop() {
    running -= 1;
    this.process.kill();
    return new Promise((resolve) => this.process.once("exit", resolve));
  }
}

const load = Module._load;
Module._load = function (name, ...rest) {
  if (name === "vscode") return vscode;
  return name === "vscode-languageclient/node" ? { LanguageClient } : load.call(this, name, ...rest);
};
const extension = require(path.resolve(".editors/vscode/extension.js"));

async function until(condition) {
  for (let tries = 0; !condition(); tries += 1) {
    assert(tries < 1000, "waited for ten seconds");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function main() {
  // A missing command is named, with the setting; the settings open.
  answer = "Open Settings";
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.match(shown[0], /`no-such-command` was not found.*`statechart\.command`/);
  await until(() => shown[1] === "workbench.action.openSettings statechart.command");
  assert.deepEqual([started, context.subscriptions.length], [0, 2]);

  // A command that fails is named too, and "Try Again" starts the server once the setting is right.
  settings.command = "false";
  answer = "Try Again";
  await commands["statechart.restart"]();
  assert.match(shown[2], /`false --version` failed/);
  settings.command = process.env.STATECHART;
  await until(() => started === 1 && running === 1);

  // The command and a changed setting start it again. At the end, nothing runs.
  await Promise.all([commands["statechart.restart"](), commands["statechart.restart"]()]);
  assert.deepEqual([started, running], [3, 1]);
  listeners.configuration({ affectsConfiguration: (section) => section === "editor" });
  listeners.configuration({ affectsConfiguration: (section) => section === "statechart" });
  await extension.deactivate();
  assert.deepEqual([started, running, shown.length], [4, 0, 3]);

  // A command that Node.js refuses to start is reported, and the next one starts. An empty setting means the default.
  answer = undefined;
  settings.command = "/etc/passwd/x";
  await commands["statechart.restart"]();
  assert.match(shown[3], /`\/etc\/passwd\/x lsp` could not be started: spawn ENOTDIR/);
  settings.command = process.env.STATECHART;
  await commands["statechart.restart"]();
  settings.command = "";
  await commands["statechart.restart"]();
  assert.deepEqual([started, running, shown.length], [6, 1, 4]);
  await extension.deactivate();
  console.log("the extension for Visual Studio Code: named a missing command, started, started again, stopped");
}

main().catch((error) => {
  console.error("FAILED:", error);
  process.exit(1);
});
