import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLength } from '@qafila/testing/run-length';
import { root } from './platform.ts';

const REAL = join(root, '../shared/data/llm-inference-trace-code.csv');
const GENERATED_ROWS = 8_819;
/** The tests send each row to four meters and three times, as single requests. */
const ROWS = runLength(GENERATED_ROWS, 600);

export interface Row {
  stamp: string;
  context: bigint;
  generated: bigint;
}

/**
 * The trace of a production LLM service (CC-BY, Microsoft Azure) if the file exists, else a generated one of the same
 * shape from a fixed seed. `kind` says which one it is.
 */
export async function usageTrace(): Promise<{ path: string; kind: 'real' | 'generated'; rows: Row[] }> {
  const kind = existsSync(REAL) ? 'real' : 'generated';
  const whole = kind === 'real' ? await readFile(REAL, 'utf8') : generate(20260501);
  const text = everyNth(whole.trim().split('\n'));
  const path = join(await mkdtemp(join(tmpdir(), 'qafila-trace-')), 'trace.csv');
  await writeFile(path, text);
  return { path, kind, rows: parse(text) };
}

/** The heading and ROWS of the lines, spread over the whole trace, so that every hour has rows. */
function everyNth([heading, ...lines]: string[]): string {
  const stride = Math.max(1, Math.floor(lines.length / ROWS));
  return `${[heading, ...lines.filter((_, index) => index % stride === 0)].join('\n')}\n`;
}

function parse(text: string): Row[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [stamp, context, generated] = line.trim().split(',') as [string, string, string];
      return { stamp, context: BigInt(context), generated: BigInt(generated) };
    });
}

/** Bursts over about an hour. Timestamps have seven decimals and are unique. */
function generate(seed: number): string {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let micros = Date.UTC(2023, 10, 16, 18, 17, 3) * 1000 + 979_960;
  const lines = ['TIMESTAMP,ContextTokens,GeneratedTokens'];
  for (let row = 0; row < GENERATED_ROWS; row++) {
    micros += 1 + Math.floor((random() < 0.02 ? 15e6 : 0.1e6) * random());
    const milliseconds = new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1).replace('T', ' ');
    const stamp = `${milliseconds}${String(micros % 1000).padStart(3, '0')}0`;
    lines.push(`${stamp},${1 + Math.floor(random() * 7_000)},${1 + Math.floor(random() ** 3 * 500)}`);
  }
  return `${lines.join('\n')}\n`;
}

export interface Totals {
  requests: string;
  generated: string;
  max: string;
  latest: string;
}

/** The totals of the file per window, computed by text cutting and BigInt without any code of the product. */
export function totalsBy(rows: Row[], stampLength: number): Map<string, Totals> {
  const windows = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row.stamp.slice(0, stampLength);
    windows.set(key, [...(windows.get(key) ?? []), row]);
  }
  return new Map(
    [...windows].map(([key, members]) => [
      key,
      {
        requests: String(members.length),
        generated: String(members.reduce((sum, row) => sum + row.generated, 0n)),
        max: String(members.reduce((most, row) => (row.context > most ? row.context : most), -1n)),
        latest: String(members.reduce((last, row) => (row.stamp >= last.stamp ? row : last)).context),
      },
    ]),
  );
}
