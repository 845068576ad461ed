import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atEnd } from './stack.mjs';

/** Starts a helper process of a bench. `ready` is its first message, and `ask(message)` resolves with an answer. */
export async function startChild(file, env = {}) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--max-semi-space-size=32'],
  });
  const waiting = new Map();
  let last = 0;
  const ready = new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (message.ready !== undefined) return resolve(message.ready);
      const { done, fail } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) done(message.answer);
      else fail(new Error(message.error));
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  atEnd(() => child.kill());
  return {
    ready: await ready,
    pid: child.pid,
    ask: (message) =>
      new Promise((done, fail) => {
        waiting.set(++last, { done, fail });
        child.send({ ...message, id: last });
      }),
  };
}
