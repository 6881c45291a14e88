// The declarations that `extension.js` uses of Visual Studio Code 1.82, vscode-languageclient 9 and Node.js. They make it possible
// to check its types without these packages.

declare module "vscode" {
  interface Disposable { dispose(): unknown }
  interface ExtensionContext { readonly subscriptions: Disposable[] }
  interface ConfigurationChangeEvent { affectsConfiguration(section: string): boolean }
  interface WorkspaceConfiguration { get<T>(section: string, defaultValue: T): T }
  namespace commands {
    function registerCommand(command: string, callback: (...args: unknown[]) => unknown): Disposable;
    function executeCommand<T = unknown>(command: string, ...rest: unknown[]): PromiseLike<T>;
  }
  namespace window {
    function showErrorMessage<T extends string>(message: string, ...items: T[]): PromiseLike<T | undefined>;
  }
  interface WorkspaceFolder { readonly uri: { readonly scheme: string; readonly fsPath: string } }
  namespace workspace {
    const workspaceFolders: readonly WorkspaceFolder[] | undefined;
    function getConfiguration(section: string): WorkspaceConfiguration;
    function onDidChangeConfiguration(listener: (event: ConfigurationChangeEvent) => unknown): Disposable;
  }
}

declare module "vscode-languageclient/node" {
  interface Executable { command: string; args?: string[] }
  interface TextDocumentFilter { language?: string; scheme?: string; pattern?: string }
  interface LanguageClientOptions { documentSelector?: TextDocumentFilter[]; initializationOptions?: unknown }
  class LanguageClient {
    constructor(id: string, name: string, serverOptions: Executable, clientOptions: LanguageClientOptions);
    start(): Promise<void>;
    stop(timeout?: number): Promise<void>;
  }
}

declare module "child_process" {
  interface ExecFileException extends Error { code?: string | number | null }
  function execFile(
    file: string, args: readonly string[], options: { cwd?: string; timeout?: number },
    callback: (error: ExecFileException | null, stdout: string, stderr: string) => void): unknown;
}
