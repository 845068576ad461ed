import { beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const long = `export function long() {\n${"  console.log('line');\n".repeat(80)}}\n`;

/** One file each that a rule must refuse (or, where the expectation is empty, allow). */
const cases: { says: string; path: string; text: string; refusedBy?: RegExp }[] = [
  {
    says: 'a contract library importing a platform library', path: 'libs/contracts/src/lint-case.ts',
    text: "import '@qafila/envelopes/refusal';\n", refusedBy: /enforce-module-boundaries/,
  },
  {
    says: 'a circle of projects', path: 'libs/contracts/src/lint-case.ts',
    text: "import '@qafila/runtime/env';\n", refusedBy: /enforce-module-boundaries: Circular dependency/,
  },
  {
    says: 'a service importing a test tool', path: 'apps/metering/src/lint-case.ts',
    text: "import '@qafila/local/postgres';\n", refusedBy: /enforce-module-boundaries.*layer:service/,
  },
  {
    says: 'an app importing another app', path: 'apps/metering/src/lint-case.ts',
    text: "import '@qafila/identity/dist/app.js';\n", refusedBy: /no-restricted-imports.*never by import/,
  },
  {
    says: 'a relative path into another project', path: 'apps/metering/src/lint-case.ts',
    text: "import '../../identity/src/main.ts';\n", refusedBy: /enforce-module-boundaries/,
  },
  { says: 'the standalone app importing an app', path: 'apps/standalone/src/lint-case.ts', text: "import '@qafila/identity/app';\n" },
  { says: 'a service importing a platform library', path: 'apps/metering/src/lint-case.ts', text: "import '@qafila/runtime/env';\n" },
  {
    says: 'a circle of files', path: 'libs/local/lint-case.ts',
    text: "import './lint-other.ts';\n", refusedBy: /no-import-cycles: Import cycle: .*lint-case\.ts → .*lint-other\.ts → .*lint-case\.ts/,
  },
  { says: 'a circle of types', path: 'libs/local/lint-case.ts', text: "import type { Other } from './lint-other.ts';\nexport type Case = Other;\n" },
  { says: 'a function of over 70 lines', path: 'libs/runtime/src/lint-case.ts', text: long, refusedBy: /max-lines-per-function/ },
  { says: 'a file of over 400 lines', path: 'libs/runtime/src/lint-case.ts', text: '//\n'.repeat(401), refusedBy: /max-lines:/ },
  {
    says: 'five parameters', path: 'libs/runtime/src/lint-case.ts',
    text: 'export const sum = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e;\n', refusedBy: /no-restricted-syntax: More than 4/,
  },
  {
    says: 'five injected dependencies', path: 'libs/runtime/src/lint-case.ts',
    text: 'export class Case {\n  constructor(readonly a: A, readonly b: A, readonly c: A, readonly d: A, readonly e: A) {}\n}\ntype A = string;\n',
  },
  {
    says: 'five parameters that Nest passes in', path: 'libs/runtime/src/lint-case.ts',
    text: 'export class Case {\n  get(@A() a: B, @A() b: B, @A() c: B, @A() d: B, @A() e: B) { return [a, b, c, d, e]; }\n}\ntype B = string;\ndeclare function A(): ParameterDecorator;\n',
  },
  { says: 'kafkajs outside libs/messaging', path: 'apps/metering/src/lint-case.ts', text: "import 'kafkajs';\n", refusedBy: /no-restricted-imports.*kafkajs/ },
  { says: 'kafkajs inside libs/messaging', path: 'libs/messaging/src/lint-case.ts', text: "import 'kafkajs';\n" },
  {
    says: 'process.env in a service', path: 'apps/metering/src/lint-case.ts',
    text: "export const port = process.env['PORT'];\n", refusedBy: /no-restricted-syntax: Configuration is read/,
  },
  { says: 'process.env in libs/runtime', path: 'libs/runtime/src/lint-case.ts', text: "export const port = process.env['PORT'];\n" },
];

const refusals = new Map<string, string[]>();

beforeAll(() => {
  const other = `${root}libs/local/lint-other.ts`;
  // The one case that needs a second file on disk: the way back of the circle. Outside src, where no build looks.
  writeFileSync(other, "import './lint-case.ts';\nexport type Other = string;\n");
  try {
    const printed = execFileSync(process.execPath, ['tools/test/lint-texts.mjs'], {
      cwd: root, encoding: 'utf8', input: JSON.stringify(cases.map(({ path, text }) => ({ path, text }))),
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const answers = JSON.parse(printed.slice(printed.lastIndexOf('\n'))) as string[][];
    cases.forEach(({ says }, index) => refusals.set(says, answers[index]!));
  } finally {
    rmSync(other);
  }
});

describe('the lint refuses', () => {
  test.each(cases.filter(({ refusedBy }) => refusedBy))('$says', ({ says, refusedBy }) => {
    expect(refusals.get(says)).toEqual([expect.stringMatching(refusedBy!)]);
  });
});

describe('the lint allows', () => {
  test.each(cases.filter(({ refusedBy }) => !refusedBy))('$says', ({ says }) => {
    expect(refusals.get(says)).toEqual([]);
  });
});
