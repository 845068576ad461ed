/** `npm start`: install, build, then the whole platform; arguments go to it (`npm start -- --kafka`). */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { build, fail, install, requireNode, root } from './workspace.mjs';

/** npm passes on the Ctrl-C that the terminal has sent to us already; both arrive at once. */
const SAME_PRESS_MS = 1_000;

requireNode();
await install();
if (!(await build())) fail('Qafila cannot start: the build failed, see above');
const { killWithParent } = await import('../libs/local/dist/kill-with-parent.js');

// The platform has its own process group: the terminal's Ctrl-C reaches only this process, which passes it on once, and
// the platform drains. In our group it would get two, and a second one means "stop at once".
const app = spawn(
  process.execPath,
  ['--enable-source-maps', 'apps/standalone/dist/main.js', ...process.argv.slice(2)],
  {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
app.on('error', (error) => fail(`Qafila cannot start: ${error.message}`));
killWithParent(app.pid, 'SIGTERM');

let endedAt = 0;
function end(signal) {
  if (!endedAt) app.kill(signal);
  else if (performance.now() - endedAt > SAME_PRESS_MS) app.kill('SIGKILL');
  endedAt ||= performance.now();
}
process.on('SIGINT', () => end('SIGINT'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => end('SIGTERM'));

// A SIGTERM to npm ends npm and its shell but is not passed on by that shell; all we see is a new parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end('SIGTERM');
  }, 500);
}

app.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
