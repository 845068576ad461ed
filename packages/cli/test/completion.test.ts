import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newMachine } from './run-cli.ts';
import type { Machine } from './run-cli.ts';

const exec = promisify(execFile);
type Shell = 'bash' | 'zsh' | 'fish';

let machine: Machine;
const scripts = {} as Record<Shell, string>;
beforeAll(async () => {
  machine = await newMachine();
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    scripts[shell] = (await machine.run(['completion', shell])).stdout;
});
afterAll(() => machine?.remove());

/** Like describe, in a shell of this machine. Without it the tests are skipped with a message. */
function describeInShell(shell: Shell, tests: () => void): void {
  const name = `completion in ${shell}`;
  try {
    execFileSync(shell, ['-c', 'true']);
    return describe(name, tests);
  } catch {
    process.stderr.write(`\n*** There is no ${shell} on the PATH: "${name}" is SKIPPED ***\n`);
    describe.skip(name, tests);
  }
}

const cases: [string[], string[]][] = [
  [['li'], ['listen']],
  [['lo'], ['login', 'logout', 'logs']],
  [['usage', 'im'], ['import']],
  [['usage', 'import', '--create'], ['--create-meter']],
  [['--json', 'events', 'repl'], ['replay']],
  [['logs', 'tail', '--on'], ['--once']],
  [['usage', 'query', '--prof'], ['--profile']],
];

describeInShell('bash', () => {
  const complete = async (words: readonly string[]): Promise<string[]> => {
    const typed = `COMP_WORDS=(qafila ${words.join(' ')}); COMP_CWORD=${words.length}`;
    const ask = `${scripts.bash}\n${typed}; _qafila; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await exec('bash', ['-c', ask], { cwd: machine.dir })).stdout.split('\n').filter(Boolean).sort();
  };

  test.each(cases)('%j gives %j', async (words, found) => {
    expect(await complete(words)).toEqual(found);
  });

  test('gives files where no word fits, and is registered for the command', async () => {
    await writeFile(join(machine.dir, 'usage.csv'), '');
    expect(await complete(['usage', 'import', 'usa'])).toEqual(['usage.csv']);
    const { stdout } = await exec('bash', ['-c', `${scripts.bash}\ncomplete -p qafila`]);
    expect(stdout).toBe('complete -F _qafila qafila\n');
  });
});

describeInShell('zsh', () => {
  test.each(cases)('%j gives %j', async (words, found) => {
    // Outside the line editor compadd and compdef do not work, so these show what they get.
    const stubs = 'compdef() { :; }; compadd() { shift; print -l -- "$@"; }';
    const typed = `words=(qafila ${words.join(' ')}); CURRENT=${words.length + 1}`;
    const ask = `${stubs}\n${scripts.zsh}\n${typed}; _qafila`;
    const offered = (await exec('zsh', ['-f', '-c', ask])).stdout.split('\n').filter(Boolean);
    expect(offered.filter((each) => each.startsWith(words.at(-1) as string)).sort()).toEqual(found);
  });
});

describeInShell('fish', () => {
  test.each(cases)('%j gives %j', async (words, found) => {
    const ask = `${scripts.fish}\ncomplete --do-complete 'qafila ${words.join(' ')}'`;
    const { stdout } = await exec('fish', ['--no-config', '-c', ask], { cwd: machine.dir });
    const offered = stdout.split('\n').filter(Boolean);
    expect(offered.map((line) => line.split('\t')[0]).sort()).toEqual(found);
  });
});

/** What each command offers, by the script of bash, which runs above. */
function offeredByBash(): [string, string[]][] {
  const rows = [...scripts.bash.matchAll(/^ {4}"([^"]*)"\) words="([^"]*)" ;;$/gm)];
  return rows.map(([, path = '', words = '']) => [path, words.split(' ')]);
}

describe('without a shell, the text', () => {
  test('of bash has each command', () => {
    const paths = offeredByBash().map(([path]) => path);
    expect(paths).toEqual(expect.arrayContaining(['', 'usage import', 'events replay', 'logs tail', 'completion']));
  });

  test('of zsh offers what bash offers', () => {
    const rows = [...scripts.zsh.matchAll(/^ {4}"([^"]*)"\) reply_=\(([^()]*)\) ;;$/gm)];
    expect(rows.map(([, path = '', words = '']) => [path, words.split(' ')])).toEqual(offeredByBash());
    expect(scripts.zsh).toMatch(/^#compdef qafila\n/);
    expect(scripts.zsh).toMatch(/\ncompdef _qafila qafila\n$/);
  });

  test('of fish is one rule for each word that bash offers, with its description', () => {
    const lines = scripts.fish.trim().split('\n').slice(1);
    const rule = /^complete -c qafila (?:-f )?-n '[\w; -]+' (?:-a|-l) ([\w-]+) -d '(?:[^'\\]|\\['\\])*'$/;
    expect(lines.filter((line) => !rule.test(line))).toEqual([]);
    const words = offeredByBash().flatMap(([, offered]) => offered.map((word) => word.replace(/^--/, '')));
    expect(lines.map((line) => rule.exec(line)?.[1]).sort()).toEqual(words.sort());
  });

  test.each(['bash', 'zsh', 'fish'] as const)('of %s is in the JSON too', async (shell) => {
    expect(await machine.json('completion', shell)).toEqual({ shell, script: scripts[shell] });
  });
});
