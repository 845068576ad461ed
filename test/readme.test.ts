import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { freePorts } from '@qafila/local/free-port';
import { eventually } from '@qafila/testing/wait';
import { Customer } from './harness/customer.ts';
import { openPlatform, root } from './harness/platform.ts';
import type { SharedPlatform } from './harness/platform.ts';

const MINUTES = 60_000;
const NO_COLOURS = { NO_COLOR: '1', FORCE_COLOR: undefined };
/** npm takes longer to start than the command. One block shows that npm finds it. */
const WITHOUT_NPM = 'npx() { shift; node packages/cli/bin/qafila.js "$@"; }\n';

let platform: SharedPlatform;
let clone: string;
let ports: number[];
const terminals: Terminal[] = [];

beforeAll(async () => {
  [platform, clone, ports] = await Promise.all([
    openPlatform('one-process'),
    mkdtemp(join(tmpdir(), 'qafila-readme-')),
    freePorts(2),
  ]);
  for (const name of ['node_modules', 'packages', 'tools', 'package.json'])
    await symlink(join(root, name), join(clone, name));
  await symlink(platform.merchantDir, join(clone, '.data'));
}, 4 * MINUTES);
afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.end('SIGKILL');
});
afterAll(() => rm(clone, { recursive: true, force: true }));

/** A terminal into which a reader pastes a block of the README. */
class Terminal {
  text = '';
  readonly #shell: ChildProcess;

  constructor(block: string, usesNpm: boolean) {
    const [server, store] = ports;
    const here = block.replaceAll('9000', String(server)).replaceAll('9001', String(store));
    const commands = usesNpm ? here : WITHOUT_NPM + here;
    this.#shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', commands], {
      cwd: clone,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...NO_COLOURS,
        DATA_DIR: platform.dataDir,
        PORT: String(server),
        QAFILA_CONFIG_DIR: join(clone, 'config'),
      },
    });
    for (const stream of [this.#shell.stdout, this.#shell.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.text += text));
    terminals.push(this);
  }

  /** Waits for a text, and returns it with its groups. */
  shows(pattern: RegExp): Promise<RegExpExecArray> {
    return eventually(
      () => {
        const found = pattern.exec(this.text);
        if (found === null) throw new Error(`the terminal shows: ${this.text}`);
        return found;
      },
      { timeoutMs: 2 * MINUTES, intervalMs: 50, what: String(pattern) },
    );
  }

  /** Waits until the last command has ended, and returns what is on the screen. */
  async finished(): Promise<string> {
    if (this.#shell.exitCode === null) await once(this.#shell, 'close');
    expect([this.#shell.exitCode, this.text]).toEqual([0, this.text]);
    return this.text;
  }

  /** Ctrl-C goes to the shell and to the command that runs in it. */
  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    process.kill(-(this.#shell.pid as number), signal);
    await once(this.#shell, 'close');
  }
}

/** The blocks of commands of a section. */
async function blocksOf(title: string): Promise<string[]> {
  const sections = (await readFile(join(root, 'README.md'), 'utf8')).split(/^## /m);
  const section = sections.find((part) => part.startsWith(title));
  return [...(section ?? '').matchAll(/^```sh\n([^]*?)^```/gm)].map(([, commands]) => commands as string);
}

describe.each(['first', 'second'])('the sections of the README, pasted for the %s time', (time) => {
  const paste = async (title: string, index: number): Promise<Terminal> =>
    new Terminal((await blocksOf(title))[index] as string, time === 'first' && title === 'Real usage');

  test(
    'A first session',
    async () => {
      const session = await (await paste('A first session', 0)).finished();
      expect(session).toMatch(/large +0 +0\n.*small +12 +12\n/);
      const byHand = await (await paste('A first session', 1)).finished();
      expect(byHand).toContain('"aggregation_type":"count"');
      expect(byHand).toContain('The signature is right.');
    },
    3 * MINUTES,
  );

  test(
    'Webhooks in five minutes',
    async () => {
      const listening = await paste('Webhooks', 0);
      await listening.shows(/listening|Listening/);
      await (await paste('Webhooks', 1)).finished();
      await listening.shows(/#1 +meter\.created +✓ signature ✓ X-Signature/);
      await listening.shows(/#2 +meter\.updated +✓ signature ✓ X-Signature/);
      await listening.end();
      const forwarding = await paste('Webhooks', 2);
      await forwarding.shows(/listening|Listening/);
      const log = await paste('Webhooks', 3);
      await log.shows(/(?:! retrying[^]*?){7}/);
      const server = await paste('Webhooks', 4);
      await server.shows(/(?:verified +#[^]*?){7}/);
      await log.shows(/(?:✓ delivered[^]*?){7}/);
      expect(server.text).not.toContain('REFUSED');
      for (const terminal of [log, server, forwarding]) await terminal.end();
    },
    5 * MINUTES,
  );

  test(
    'A payment in five minutes',
    async () => {
      const listening = await paste('A payment', 0);
      await listening.shows(/listening|Listening/);
      const paying = await paste('A payment', 1);
      const [page] = await paying.shows(/http:\S+\/pay\/\S+/);
      const { gatewayUrl, sandboxUrl } = platform.merchant;
      const customer = await new Customer([gatewayUrl, sandboxUrl]).open(page);
      await customer.send(new URL(page).pathname, { method: 'card' });
      await customer.send('', { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' });
      const output = await paying.finished();
      expect(output).toMatch(/^succeeded$/m);
      // Other suites have payments at the sandbox's gateways too: their lines are exceptions here.
      expect(output).toMatch(/\d+ lines: \d+ new, (?:[3-9]|\d{2,}) matched/);
      expect(output).toMatch(/"closing": ?-?\d/);
      expect(output).toMatch(/postings in .* books.*: balanced/);
      await listening.shows(/(?:PAYMENT_INTENT_NOTIFICATION[^]*?){2}/);
      await listening.end();
    },
    3 * MINUTES,
  );

  test(
    'A parcel in five minutes',
    async () => {
      const output = await (await paste('A parcel', 0)).finished();
      expect(output).toContain('DELIVERED');
      expect(output).toContain('100 of 100 SAR');
      expect((await stat(join(clone, '.data/label.pdf'))).size).toBeGreaterThan(1_000);
    },
    3 * MINUTES,
  );

  test(
    'Real usage',
    async () => {
      const output = await (await paste('Real usage', 0)).finished();
      expect(output).toMatch(time === 'first' ? /300 .*accepted/ : /300 .*received before/);
    },
    3 * MINUTES,
  );
});
