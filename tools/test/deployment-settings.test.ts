import { describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  APPS,
  compose,
  deployed,
  image,
  literals,
  ofImage,
  read,
  root,
  settingsIn,
  settingsOf,
  sourcesUnder,
  switchesOf,
} from './deployment-files.ts';

describe.each(APPS)('the settings of %s', (app) => {
  const settings = settingsOf(app);
  const required = settings.filter((setting) => setting.required).map((setting) => setting.name);
  const known = new Set(settings.map((setting) => setting.name));

  const inCompose = Object.keys(compose.services[app]?.environment ?? {});
  const fromMaps = (deployed(app).envFrom ?? []).flatMap(({ configMapRef }) => [
    ...literals(configMapRef.name, 'live').keys(),
  ]);
  const inKubernetes = [...fromMaps, ...(deployed(app).env ?? []).map((env) => env.name)];

  /** Some that only the whole of the search finds: in a library, behind a helper, by a service's name. */
  const hidden = {
    gateway: ['PRINCIPAL_PRIVATE_KEY', 'WEBHOOKS_URL'],
    identity: ['PRINCIPAL_PUBLIC_KEY', 'WEBHOOKS_PUBLIC_KEY', 'MASTER_KEY'],
    metering: ['PRINCIPAL_PUBLIC_KEY', 'KAFKA_BROKERS'],
    payment: ['PRINCIPAL_PUBLIC_KEY', 'MASTER_KEY', 'KAFKA_BROKERS', 'DATABASE_URL', 'PAYMENT_PUBLIC_URL'],
    sandbox: ['SANDBOX_SECRET', 'DATABASE_URL'],
    shipment: ['PRINCIPAL_PUBLIC_KEY', 'MASTER_KEY', 'KAFKA_BROKERS', 'DATABASE_URL', 'SHIPMENT_PUBLIC_URL'],
    webhooks: ['PRINCIPAL_PUBLIC_KEY', 'WEBHOOKS_PRIVATE_KEY', 'MASTER_KEY', 'KAFKA_BROKERS', 'DATABASE_URL'],
  };

  test('are found in the code', () => {
    expect(required).toEqual(expect.arrayContaining(hidden[app]));
    expect(known).toContain('LOG_LEVEL');
  });

  test.each([
    ['docker-compose.yml', inCompose],
    ['k8s/', inKubernetes],
  ])('%s gives all required settings', (_, given) => {
    expect(required.filter((name) => !given.includes(name))).toEqual([]);
  });

  test.each([
    ['docker-compose.yml', inCompose],
    ['k8s/', inKubernetes],
    ['Dockerfile', [...ofImage.keys()].filter((name) => name !== 'NODE_ENV')],
  ])('%s gives no setting that the service does not read', (_, given) => {
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  /** Settings that a deployment need not offer, and why. */
  const NOT_OFFERED: Readonly<Record<string, string>> = {
    STRIPE_API_URL: 'only for tests',
    SMSA_API_URL: 'only for tests',
    WEBHOOK_RETRY_SCHEDULE_SECONDS: 'has a schedule without it',
    WEBHOOK_ALLOWED_ADDRESSES: 'standalone sets it, and an overlay that has receivers inside',
    PAYMENT_CALLBACK_URL: 'is the public address without it',
    SHIPMENT_CALLBACK_URL: 'is the public address without it',
  };
  const switches = switchesOf(app).filter((name) => !Object.hasOwn(NOT_OFFERED, name));
  test.each([
    ['docker-compose.yml', inCompose],
    // Those of the sandbox are set by the component that stage adds.
    ['k8s/', [...inKubernetes, ...switches.filter((name) => name.startsWith('SANDBOX_'))]],
    ['standalone', [...read('apps/standalone/src/deployment.ts').matchAll(/\b[A-Z][A-Z0-9_]+\b/g)].map(String)],
  ])('%s can turn on everything that is off without a setting', (_, given) => {
    expect(switches.filter((name) => !given.includes(name))).toEqual([]);
  });

  test('what is secret comes from a Secret of the service, or from .env', () => {
    const isSecret = (name: string): boolean =>
      isOptionalSecret(name) ||
      /^(DATABASE_URL|KEY_PEPPER|MASTER_KEY|SANDBOX_SECRET|(PRINCIPAL|WEBHOOKS)_\w+_KEY)$/.test(name);
    const isOptionalSecret = (name: string): boolean =>
      /^(NATIONAL_ADDRESS_KEY|NOTICE_SMTP_URL|NOTICE_HOOK_SECRET|WEBHOOK_EGRESS_PROXY)$/.test(name);
    for (const env of (deployed(app).env ?? []).filter((one) => isSecret(one.name))) {
      const optional = isOptionalSecret(env.name) ? { optional: true } : {};
      expect(env.valueFrom?.secretKeyRef).toEqual({ name: `qafila-${app}`, key: env.name, ...optional });
    }
    for (const [name, value] of Object.entries(compose.services[app]?.environment ?? {}))
      if (isSecret(name)) expect(value).toMatch(/\$\{[A-Z_]+:-\}/);
  });

  test('the compose service is bounded, read-only, without capabilities, and watched', () => {
    expect(compose.services[app]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      mem_limit: expect.any(String),
      healthcheck: expect.any(Object),
    });
  });
});

test('docker-compose.yml gives each service with a database a role and a schema of its own', () => {
  for (const app of APPS.filter((one) => one !== 'gateway')) {
    expect(compose.services[app]?.environment?.DATABASE_URL).toContain(`//qafila_${app}:`);
    expect(compose.configs['postgres-roles']?.content).toContain(`CREATE SCHEMA ${app} AUTHORIZATION qafila_${app};`);
    expect(compose.configs['postgres-roles']?.content).toContain(`CREATE ROLE qafila_${app} LOGIN PASSWORD :'${app}';`);
    expect(compose.services['postgres']?.environment).toHaveProperty(`${app.toUpperCase()}_DB_PASSWORD`);
  }
});

test('APPS are the services that tsconfig.json builds, and so do the Dockerfile and docker-compose.yml', () => {
  const { references } = JSON.parse(read('tsconfig.json')) as { references: { path: string }[] };
  const services = references
    .flatMap(({ path }) => /^apps\/(\w+)$/.exec(path)?.[1] ?? [])
    .filter((app) => app !== 'standalone' && existsSync(join(root, 'apps', app, 'src/main.ts')))
    .sort();
  expect(services).toEqual([...APPS]);
  expect(
    [...image.matchAll(/^# {3}docker build --build-arg APP=(\w+) +-t qafila\/\1 \.$/gm)].map((match) => match[1]),
  ).toEqual(services);
  expect(/APP must be ([^"]+)"/.exec(image)?.[1]?.split(/, | or /)).toEqual(services);
  expect(services.map((app) => compose.services[app]?.image)).toEqual(services.map((app) => `qafila/${app}`));
});

describe('the Dockerfile', () => {
  test('runs one process as an unprivileged user, in exec form, and SIGTERM stops it', () => {
    expect(image).toMatch(/^USER 65532:65532$/m);
    expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(image).toMatch(/^ENTRYPOINT \["node", .*"main\.js"\]$/m);
    expect(ofImage.get('HOST')).toBe('0.0.0.0');
    expect(image).toContain(`EXPOSE ${ofImage.get('PORT')} ${ofImage.get('INTERNAL_PORT')}`);
  });

  test('has the guides, which the gateway reads beside the apps', () => {
    expect(image).toContain('COPY docs/api docs/api\n');
    expect(image).toContain('cp -a docs/api /qafila/docs/');
    expect(read('.dockerignore')).toContain('\n!docs/api\n');
  });

  test("runs no package's script", () => {
    const installs = image.split('\n').filter((line) => /npm (install|ci)/.test(line) && !line.startsWith('#'));
    expect(installs.length).toBeGreaterThan(0);
    for (const line of installs) expect(line).toContain('--ignore-scripts');
  });
});

test('docs/operations.md lists every setting that is read, and no other', () => {
  const rows = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((line) =>
    [...(line.split('|')[1] as string).matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] as string),
  );
  const inCode = settingsIn(
    sourcesUnder('libs', 'apps').filter((path) => path.includes('/src/') && !path.includes('node_modules')),
  ).map((setting) => setting.name);
  // Read by the PostgreSQL driver and by Node, not by us.
  const ofOthers = ['PGSSLMODE', 'NODE_EXTRA_CA_CERTS'];
  expect(inCode.filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !inCode.includes(name) && !ofOthers.includes(name))).toEqual([]);
});

test('docs/operations.md lists every setting that standalone passes on', () => {
  const passedOn = /PASSED_ON = \[([^\]]*)\]/.exec(read('apps/standalone/src/deployment.ts'))?.[1] ?? '';
  const listed = /^Standalone passes on [^]*?\n\n/m.exec(read('docs/operations.md'))?.[0] ?? '';
  const names = [...passedOn.matchAll(/'([A-Z_]+)'/g)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed) && !name.startsWith('WEBHOOK_'))).toEqual([]);
  const deployment = read('apps/standalone/src/deployment.ts') + read('apps/standalone/src/main.ts');
  const claimed = [...listed.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(String);
  expect(claimed.filter((name) => !new RegExp(`\\b${name}\\b`).test(deployment))).toEqual([]);
});
