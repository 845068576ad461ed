import { spawn } from 'node:child_process';

/** Reads until end of file, which comes when the process holding the other end is gone, however it went. */
const LEASH_SCRIPT = 'read -r _; kill -s "$1" "$2" 2>/dev/null || exit 0; n=0; '
  + 'while kill -0 "$2" 2>/dev/null && [ "$n" -lt 30 ]; do sleep 1; n=$((n + 1)); done; kill -s KILL "$2" 2>/dev/null';

/** A sleeping shell that ends the child when this process dies without having done so. Answers how to let go. */
export function leash(pid: number, stopSignal: NodeJS.Signals): () => void {
  if (process.platform === 'win32') return () => undefined;
  const args = ['-c', LEASH_SCRIPT, 'leash', stopSignal.slice('SIG'.length), String(pid)];
  const shell = spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  // A machine without /bin/sh has no leash; everything else works.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void }).unref?.();
  return () => shell.kill('SIGKILL');
}
