// What the extension Even Better TOML runs for VS Code: its language server, asked on the standard input, a request a line.
// A request is answered with a line; a notification, which has no "asks", with the faults that are found next where it "waits".
const fs = require("fs"), path = require("path"), { TaploLsp } = require("@taplo/lsp");
const environment = {
  cwd: () => process.cwd(), envVar: name => process.env[name], envVars: () => Object.entries(process.env), now: () => new Date(),
  findConfigFile: () => undefined, glob: () => [], isAbsolute: name => path.isAbsolute(name),
  readFile: name => fs.promises.readFile(name), writeFile: (name, data) => fs.promises.writeFile(name, data),
  stderr: process.stderr, stdErrAtty: () => false, stdin: process.stdin, stdout: process.stderr,
  urlToFilePath: url => decodeURIComponent(url).slice("file://".length), fetch: { fetch, Headers, Request, Response },
};
const heard = new Map();
let server;
function onMessage({ id, method, params, result, error }) {
  if (method && id !== undefined) server.send({ jsonrpc: "2.0", id, result: method == "workspace/configuration" ? [{}] : null });
  else if (method) params?.diagnostics?.length && heard.get("faults")?.(params.diagnostics);
  else heard.get(id)?.(error ?? result ?? null);
}
(async () => {
  server = await TaploLsp.initialize(environment, { onMessage });
  for (const [id, line] of fs.readFileSync(0, "utf8").trim().split("\n").entries()) {
    const { asks, tells, waits, params } = JSON.parse(line);
    const answer = asks || waits ? new Promise(resolve => heard.set(asks ? id : "faults", resolve)) : undefined;
    server.send({ jsonrpc: "2.0", method: asks ?? tells, params, ...(asks && { id }) });
    if (answer) fs.writeSync(1, JSON.stringify(await answer) + "\n");
  }
  process.exit(0);
})();
