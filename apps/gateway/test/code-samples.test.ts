import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { operationsOf } from './missing-parts.ts';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';
import { codeSamples } from '../src/documents/code-samples.ts';

type Language = 'bash' | 'typescript' | 'php' | 'python';
const INTERPRETERS: Record<Language, string> = { bash: 'bash', typescript: 'node', php: 'php', python: 'python3' };
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const isThere = (language: Language): boolean => spawnSync(INTERPRETERS[language], ['--version']).error === undefined;

/** Like test; without the interpreter the test is skipped with a message. */
function testWith(language: Language, name: string, work: () => Promise<void>): void {
  if (isThere(language)) return void test(`${language}: ${name}`, work, 60_000);
  process.stderr.write(`\n*** ${INTERPRETERS[language]} is not on the PATH: "${language}: ${name}" is SKIPPED ***\n`);
  test.skip(`${language}: ${name}`, work);
}

describe('samples and guides run as they are printed', () => {
  let harness: OpenApiHarness;
  let folder: string;
  let token: string;
  beforeAll(async () => {
    harness = await startOpenApiHarness();
    folder = await mkdtemp(join(tmpdir(), 'samples-'));
    const { clientId, clientSecret, companyCode } = harness.demo;
    const answer = await fetch(`${harness.gateway.url}/v1/admin/service-account/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret, companyCode, grantType: 'client_credentials' }),
    });
    token = ((await answer.json()) as { access_token: string }).access_token;
  }, 120_000);
  afterAll(async () => {
    await harness?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  /** Runs a program with the credentials in its environment, and returns all that it prints. */
  async function run(language: Language, source: string, prefix = ''): Promise<string> {
    const { apiKey, accountId, hmacSecret, clientId, clientSecret, companyCode } = harness.demo;
    const suffix = { bash: 'sh', typescript: 'mjs', php: 'php', python: 'py' }[language];
    const file = join(folder, `sample.${suffix}`);
    await writeFile(file, prefix + (language === 'typescript' ? javaScript(source) : source));
    const child = spawn(INTERPRETERS[language], [file], {
      env: {
        PATH: process.env['PATH'],
        QAFILA_BASE_URL: harness.gateway.url,
        QAFILA_API_KEY: apiKey,
        QAFILA_ACCOUNT_ID: accountId,
        QAFILA_HMAC_SECRET: hmacSecret,
        QAFILA_CLIENT_ID: clientId,
        QAFILA_CLIENT_SECRET: clientSecret,
        QAFILA_COMPANY_CODE: companyCode,
        QAFILA_TOKEN: token,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    await new Promise((resolve) => child.once('close', resolve));
    return output;
  }

  async function sampleOf(operationId: string, language: Language): Promise<string> {
    const document = (await (await fetch(`${harness.gateway.url}/openapi.json`)).json()) as object;
    const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
    const samples = found?.operation['x-codeSamples'] as { lang: string; source: string }[];
    return samples.find(({ lang }) => lang === language)?.source as string;
  }

  const LANGUAGES = Object.keys(INTERPRETERS) as Language[];
  for (const language of LANGUAGES) {
    testWith(language, 'a signed body, an idempotency key', async () => {
      expect(await run(language, await sampleOf('createCheckout', language))).toMatch(/pi_|payment_intent_id/);
    });
    testWith(language, 'a list that needs only a key', async () => {
      expect(await run(language, await sampleOf('listMeters', language))).toMatch(/next_cursor/);
    });
    testWith(language, 'a list that needs a token', async () => {
      expect(await run(language, await sampleOf('listCouriers', language))).toMatch(/couriers"?:/);
    });
    testWith(language, 'the guide on signing', async () => {
      const output = await run(language, await fromGuide('signing', language));
      expect(output).toMatch(/"aggregation_type":"count"/);
    });
  }

  test('bash: the guide exports the keys of the demo store for the samples', async () => {
    const { gateway, demo } = harness;
    await mkdir(join(folder, '.data'), { recursive: true });
    await writeFile(join(folder, '.data/demo.json'), JSON.stringify({ gatewayUrl: gateway.url, ...demo }));
    const { stdout } = spawnSync('bash', ['-c', `${await fromGuide('getting-started', 'sh')}\nenv`], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    const { apiKey, accountId, hmacSecret, clientId, clientSecret, companyCode } = demo;
    const exported = Object.fromEntries(stdout.split('\n').map((line) => line.split('=', 2)));
    expect(exported).toMatchObject({
      QAFILA_BASE_URL: gateway.url,
      QAFILA_API_KEY: apiKey,
      QAFILA_ACCOUNT_ID: accountId,
      QAFILA_HMAC_SECRET: hmacSecret,
      QAFILA_CLIENT_ID: clientId,
      QAFILA_CLIENT_SECRET: clientSecret,
      QAFILA_COMPANY_CODE: companyCode,
    });
  });

  test('the guide explains every variable that a sample reads', async () => {
    const document = await (await fetch(`${harness.gateway.url}/openapi.json`)).text();
    const guide = await readFile(join(ROOT, 'docs/api/getting-started.md'), 'utf8');
    const read = new Set(document.match(/QAFILA_[A-Z_]+[A-Z]/g));
    expect([...read].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  test('bash: the guides on the first request, tokens and pages', async () => {
    expect(await run('bash', await fromGuide('getting-started', 'bash'))).toContain('"next_cursor"');
    expect(await run('bash', await fromGuide('authentication', 'bash'))).toContain('"access_token"');
    expect((await run('bash', await fromGuide('pagination', 'bash'))).match(/"next_cursor"/g)?.length).toBe(1);
  });

  const WEBHOOK = {
    id: 'evt_1',
    type: 'meter.created',
    body: '{"name":"قافلة"}',
    key: Buffer.from('0123456789abcdef0123456789abcdef'),
  };
  const CHECKS: Partial<Record<Language, (headers: string, body: string, secret: string) => string>> = {
    typescript: (headers, body, secret) => `\nconsole.log(isAuthentic(${headers}, ${body}, '${secret}'));`,
    python: (headers, body, secret) => `\nprint(str(is_authentic(${headers}, ${body}.encode(), "${secret}")).lower())`,
    php: (headers, body, secret) =>
      `\necho var_export(is_authentic(json_decode('${headers}', true), ${body}, '${secret}'), true);`,
  };
  for (const [language, check] of Object.entries(CHECKS) as [Language, NonNullable<(typeof CHECKS)[Language]>][])
    testWith(language, 'the guide on webhooks accepts an authentic one, and refuses any other', async () => {
      const { id, body, key, type } = WEBHOOK;
      const now = Math.floor(Date.now() / 1000);
      const guide = await fromGuide('webhooks', language);
      const verdict = async (timestamp: number, received: string, changed: object = {}): Promise<string> => {
        const signed = (text: string): string =>
          `v1,AAAA v1,${createHmac('sha256', key).update(text).digest('base64')}`;
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signed(`${id}.${timestamp}.${body}`),
          'webhook-event-type': type,
          'webhook-event-type-signature': signed(`${id}:${timestamp}:${type}`),
          ...changed,
        };
        const secret = `whsec_${key.toString('base64')}`;
        return (await run(language, guide + check(JSON.stringify(headers), JSON.stringify(received), secret))).trim();
      };
      expect([
        await verdict(now, body),
        await verdict(now, body.replace('name', 'mane')),
        await verdict(now - 400, body),
        await verdict(now, body, { 'webhook-event-type': 'meter.deactivated' }),
      ]).toEqual(['true', 'false', 'false', 'false']);
      // JSON leaves out what is undefined.
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-event-type'])
        expect([name, await verdict(now, body, { [name]: undefined })]).toEqual([name, 'false']);
    });
});

/** The first block of a language in a guide. */
async function fromGuide(name: string, language: Language | 'sh'): Promise<string> {
  const text = await readFile(join(ROOT, `docs/api/${name}.md`), 'utf8');
  const fence = language === 'typescript' ? 'ts' : language;
  const block = new RegExp(`^ *\`\`\`${fence}\\n([^]*?)^ *\`\`\``, 'm').exec(text)?.[1];
  if (block === undefined) throw new Error(`docs/api/${name}.md has no block of ${fence}`);
  return block.replace(/^ {3}/gm, (indent) => (/^ {3}\S/m.test(block.split('\n')[0] as string) ? '' : indent));
}

/** Without types; the SDK is the one of this repository. */
function javaScript(source: string): string {
  const sdk = join(ROOT, 'packages/sdk/dist/index.js');
  if (source.includes('@qafila/sdk') && !existsSync(sdk)) throw new Error('packages/sdk is not built');
  const text = source.replace("'@qafila/sdk'", `'${pathToFileURL(sdk).href}'`);
  return ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } })
    .outputText;
}

describe('every language writes the same JSON', () => {
  const body = {
    text: `it's a "quote" \\ $HOME \`id\` \n سريع 😀`,
    'name-with-dash': [true, false, null, 1.5, -3, 1e21],
    empty: {},
    list: [],
    nested: { a: [{ b: '' }] },
  };
  const sample = (language: Language): string =>
    codeSamples({
      method: 'post',
      path: '/x/{id}',
      operation: {
        operationId: 'x',
        tags: [],
        parameters: [{ name: 'id', in: 'path', required: true, example: "a b'c" }],
        requestBody: { content: { 'application/json': { examples: { one: { value: body } } } } },
        security: [{ apiKey: [], signature: [] }],
      },
    }).find(({ lang }) => lang === language)?.source as string;
  /** The literal between two marks, printed by the language as JSON. */
  const PRINTED: Record<Language, [RegExp, (literal: string) => string]> = {
    bash: [/^BODY=([^]*?)\nSIGNATURE=/, (literal) => `BODY=${literal}\nprintf %s "$BODY"`],
    typescript: [/api\.x\(([^]*)\);\n/, (literal) => `console.log(JSON.stringify((${literal}).body))`],
    php: [/json_encode\(([^]*?)\);\n\$signature/, (literal) => `<?php echo json_encode(${literal});`],
    python: [/json\.dumps\(([^]*?)\)\.encode/, (literal) => `import json\nprint(json.dumps(${literal}))`],
  };
  for (const [language, [pattern, program]] of Object.entries(PRINTED) as [Language, (typeof PRINTED)[Language]][])
    testWith(language, 'the literal is the example', async () => {
      const source = program(pattern.exec(sample(language))?.[1] as string);
      const option = { bash: '-c', typescript: '-e', php: '-r', python: '-c' }[language];
      const { stdout, stderr } = spawnSync(INTERPRETERS[language], [option, source.replace(/^<\?php /, '')], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual(body);
      expect(sample(language)).toMatch(language === 'typescript' ? /id: 'a b\\'c'/ : /\/x\/a%20b%27c/);
    });
});
