import { beforeAll, describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const long = `export function long() {\n${"  console.log('line');\n".repeat(80)}}\n`;

/** One file each that a rule must refuse (or, where the expectation is empty, allow). */
const cases: { says: string; path: string; text: string; refusedBy?: RegExp }[] = [
  {
    says: 'a contract library importing a platform library',
    path: 'libs/contracts/src/lint-case.ts',
    text: "import '@qafila/envelopes/refusal';\n",
    refusedBy: /enforce-module-boundaries/,
  },
  {
    says: 'a circle of projects',
    path: 'libs/contracts/src/lint-case.ts',
    text: "import '@qafila/envelopes/refusal';\n",
    refusedBy: /enforce-module-boundaries: Circular dependency/,
  },
  {
    says: 'a service importing a test tool',
    path: 'apps/metering/src/lint-case.ts',
    text: "import '@qafila/local/postgres';\n",
    refusedBy: /enforce-module-boundaries.*layer:service/,
  },
  {
    says: 'an app importing another app',
    path: 'apps/metering/src/lint-case.ts',
    text: "import '@qafila/identity/dist/app.js';\n",
    refusedBy: /no-restricted-imports.*never by import/,
  },
  {
    says: 'a journey whose call is not compared with the document',
    path: 'test/lint-case-journey.test.ts',
    text: "import { httpCall } from '@qafila/testing/http-call';\nawait httpCall('/');\n",
    refusedBy: /no-restricted-imports.*compare each answer/,
  },
  {
    says: 'a relative path into another project',
    path: 'apps/metering/src/lint-case.ts',
    text: "import '../../identity/src/main.ts';\n",
    refusedBy: /enforce-module-boundaries/,
  },
  {
    says: 'the standalone app importing an app',
    path: 'apps/standalone/src/lint-case.ts',
    text: "import '@qafila/identity/app';\n",
  },
  {
    says: 'a service importing a platform library',
    path: 'apps/metering/src/lint-case.ts',
    text: "import '@qafila/runtime/env';\n",
  },
  {
    says: 'a circle of files',
    path: 'libs/local/lint-case.ts',
    text: "import './lint-other.ts';\n",
    refusedBy: /no-import-cycles: Import cycle: .*lint-case\.ts → .*lint-other\.ts → .*lint-case\.ts/,
  },
  {
    says: 'a circle of types',
    path: 'libs/local/lint-case.ts',
    text: "import type { Other } from './lint-other.ts';\nexport type Case = Other;\n",
  },
  {
    says: 'a cycle of folders, of values',
    path: 'apps/metering/src/time/lint-case.ts',
    text: "import '../events/parse-event.ts';\n",
    refusedBy: /folder-direction: Folder cycle: time → events → .*time/,
  },
  {
    says: 'a cycle of folders, of types',
    path: 'apps/metering/src/time/lint-case.ts',
    text: "import type { A } from '../events/parse-event.ts';\nexport type B = A;\n",
    refusedBy: /folder-direction: Folder cycle: time → events → .*time/,
  },
  {
    says: 'an import of a folder below',
    path: 'apps/metering/src/events/lint-case.ts',
    text: "import '../time/timestamp.ts';\n",
  },
  {
    says: 'a retired word in a comment',
    path: 'libs/runtime/src/lint-case.ts',
    text: '// The merchant is told.\n',
    refusedBy: /retired-words: Retired word "told": use publish/,
  },
  {
    says: 'a retired word in an identifier',
    path: 'libs/runtime/src/lint-case.ts',
    text: 'export const laneOf = 1;\n',
    refusedBy: /retired-words: Retired word "laneOf"/,
  },
  {
    says: 'a retired word in a text',
    path: 'libs/runtime/src/lint-case.ts',
    text: "export const text = 'the wrong door';\n",
    refusedBy: /retired-words: Retired word "door"/,
  },
  {
    says: 'a section of the contract in a text',
    path: 'apps/metering/src/lint-case.ts',
    text: 'export const text = (id: string): string => `${id} is one-time only (§2.7).`;\n',
    refusedBy: /no-restricted-syntax: Merchants read this text/,
  },
  {
    says: 'a section of an RFC in a text, and one of the contract in a comment',
    path: 'apps/metering/src/lint-case.ts',
    text: "/** §2.2 */\nexport const text = 'RFC 6749 §3.2';\n",
  },
  {
    says: 'the name of a stored column in SQL',
    path: 'libs/runtime/src/lint-case.ts',
    text: "export const sql = 'SELECT lane FROM endpoint_head';\n",
  },
  {
    says: 'a line of 121 columns',
    path: 'libs/runtime/src/lint-case.ts',
    text: `// ${'x'.repeat(118)}\n`,
    refusedBy: /max-len/,
  },
  {
    says: 'a nested conditional expression',
    path: 'libs/runtime/src/lint-case.ts',
    text: 'export const sign = (n: number) => (n < 0 ? -1 : n > 0 ? 1 : 0);\n',
    refusedBy: /no-nested-ternary/,
  },
  {
    says: 'a complexity of 16',
    path: 'libs/runtime/src/lint-case.ts',
    text: `export function count(n: number) {\n${'  if (n > 1) n++;\n'.repeat(15)}  return n;\n}\n`,
    refusedBy: /complexity/,
  },
  {
    says: 'a function of over 70 lines',
    path: 'libs/runtime/src/lint-case.ts',
    text: long,
    refusedBy: /max-lines-per-function/,
  },
  {
    says: 'a file of over 400 lines',
    path: 'libs/runtime/src/lint-case.ts',
    text: '//\n'.repeat(401),
    refusedBy: /max-lines:/,
  },
  {
    says: 'five parameters',
    path: 'libs/runtime/src/lint-case.ts',
    text: 'export const sum = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e;\n',
    refusedBy: /no-restricted-syntax: More than 4/,
  },
  {
    says: 'five injected dependencies',
    path: 'libs/runtime/src/lint-case.ts',
    text:
      'type A = string;\nexport class Case {\n' +
      '  constructor(readonly a: A, readonly b: A, readonly c: A, readonly d: A, readonly e: A) {}\n}\n',
  },
  {
    says: 'five parameters that Nest passes in',
    path: 'libs/runtime/src/lint-case.ts',
    text:
      'export class Case {\n  get(@A() a: B, @A() b: B, @A() c: B, @A() d: B, @A() e: B) {\n' +
      '    return [a, b, c, d, e];\n  }\n}\ntype B = string;\ndeclare function A(): ParameterDecorator;\n',
  },
  {
    says: 'kafkajs outside libs/messaging',
    path: 'apps/metering/src/lint-case.ts',
    text: "import 'kafkajs';\n",
    refusedBy: /no-restricted-imports.*kafkajs/,
  },
  { says: 'kafkajs inside libs/messaging', path: 'libs/messaging/src/lint-case.ts', text: "import 'kafkajs';\n" },
  {
    says: 'process.env in a service',
    path: 'apps/metering/src/lint-case.ts',
    text: "export const port = process.env['PORT'];\n",
    refusedBy: /no-restricted-syntax: Configuration is read/,
  },
  {
    says: 'a retired word in a message that is no SQL statement',
    path: 'apps/metering/src/lint-case.ts',
    text: "export const message = 'it was told';\n",
    refusedBy: /retired-words/,
  },
  {
    says: 'a stored column in an SQL statement',
    path: 'apps/metering/src/lint-case.ts',
    text: "export const sql = 'SELECT count(*) FROM scan WHERE told';\n",
  },
  {
    says: 'process.env in libs/runtime',
    path: 'libs/runtime/src/lint-case.ts',
    text: "export const port = process.env['PORT'];\n",
  },
];

const refusals = new Map<string, string[]>();

beforeAll(async () => {
  const other = `${root}libs/local/lint-other.ts`;
  // The one case that needs a second file on disk: the way back of the circle. Outside src, where no build looks.
  writeFileSync(other, "import './lint-case.ts';\nexport type Other = string;\n");
  try {
    const eslint = new ESLint({ cwd: root });
    for (const { says, path, text } of cases) {
      const [result] = await eslint.lintText(text, { filePath: path });
      const messages = (result as ESLint.LintResult).messages;
      refusals.set(
        says,
        messages.map(({ ruleId, message }) => `${ruleId}: ${message.split('\n')[0]}`),
      );
    }
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
