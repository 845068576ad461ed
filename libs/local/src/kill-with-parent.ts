import { spawn } from 'node:child_process';

/** Reads until end of file, which comes when the process with the other end of the pipe has ended, for any reason. */
const KILL_SCRIPT =
  'read -r _; kill -s "$1" "$2" 2>/dev/null || exit 0; n=0; ' +
  'while kill -0 "$2" 2>/dev/null && [ "$n" -lt 30 ]; do sleep 1; n=$((n + 1)); done; kill -s KILL "$2" 2>/dev/null';

/**
 * Starts a sleeping shell that kills the child when this process dies before it does so. Returns a function that ends
 * the shell.
 */
export function killWithParent(pid: number, stopSignal: NodeJS.Signals): () => void {
  if (process.platform === 'win32') return () => undefined;
  const args = ['-c', KILL_SCRIPT, 'kill-with-parent', stopSignal.slice('SIG'.length), String(pid)];
  const shell = spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  // On a machine without /bin/sh the child survives; everything else works.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void }).unref?.();
  return () => shell.kill('SIGKILL');
}
