import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { TOPICS, deadLetterTopic } from '@qafila/contracts/topics';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const APPS = ['gateway', 'identity', 'metering', 'payment', 'sandbox', 'shipment', 'webhooks'] as const;
/** The outside world of stage. Live has the real one. */
const STAGE_ONLY = 'sandbox';

const sourcesUnder = (...folders: string[]): string[] => folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts')).map((path) => join(folder, path)));

interface Setting { name: string; required: boolean }

/** The settings that these files read. A text without a fallback is required; so is what a helper reads for its caller. */
function settingsIn(paths: string[]): Setting[] {
  const READ = /(?:settings\.(text|optional|integer|oneOf)\(|\bread\(|\(settings, )'([A-Z][A-Z0-9_]*)'(\)?)/g;
  // libs/auth: the public half of each service that may ask for itself.
  const CALLERS = /readOpener\([^[\]()]*\[([^\]]*)\]\)/g;
  const found = new Map<string, boolean>();
  for (const text of paths.map(read)) {
    for (const [, reader, name, closed] of text.matchAll(READ)) {
      const required = (reader === 'text' && closed === ')') || reader === undefined;
      found.set(name as string, required || found.get(name as string) === true);
    }
    for (const [, callers = ''] of text.matchAll(CALLERS)) {
      for (const [, caller = ''] of callers.matchAll(/'(\w+)'/g)) found.set(`${caller.toUpperCase()}_PUBLIC_KEY`, true);
    }
  }
  return [...found].map(([name, required]) => ({ name, required }));
}

/** What a service reads: its own settings, the runtime's, and those of the libraries' files that it imports. */
function settingsOf(app: string): Setting[] {
  const own = sourcesUnder(`apps/${app}/src`);
  const text = own.map(read).join('\n');
  const imported = [...new Set([...text.matchAll(/@qafila\/(\w+)\/([\w-]+)'/g)].map(([, lib, file]) => `libs/${lib}/src/${file}.ts`))].filter((path) => existsSync(join(root, path)));
  return settingsIn([...own, ...sourcesUnder('libs/runtime/src'), ...imported]).filter(({ name }) => /\bdatabase:/.test(text) || !name.startsWith('DATABASE_'));
}

interface Env { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }
interface Container {
  name: string; image: string; env?: Env[]; envFrom?: { configMapRef: { name: string } }[]; securityContext?: object;
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> }; ports?: { name: string; containerPort: number }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } } | undefined;
}
interface PodSpec {
  containers: Container[]; initContainers?: Container[]; securityContext?: object; automountServiceAccountToken?: boolean;
  serviceAccountName?: string; terminationGracePeriodSeconds?: number;
}
interface Labels { [name: string]: string }
interface PolicyPeer { podSelector?: { matchLabels: Labels }; namespaceSelector?: object; ipBlock?: { cidr: string; except?: string[] } }
interface PolicyRule { from?: PolicyPeer[]; to?: PolicyPeer[]; ports: { protocol: string; port: number }[] }
interface KubeObject {
  apiVersion: string; kind: string; metadata: { name: string }; automountServiceAccountToken?: boolean;
  spec: {
    template: { metadata: { labels: Labels }; spec: PodSpec }; selector: { matchLabels: Labels }; policyTypes: string[];
    podSelector: { matchLabels: Labels }; minReplicas: number; maxReplicas: number; scaleTargetRef: { name: string };
    ingress?: PolicyRule[]; egress?: PolicyRule[];
  };
}
interface Kustomization {
  resources?: string[]; components?: string[]; patches?: { path?: string; target?: { kind: string; name: string }; patch?: string }[]; images?: { name: string; digest: string }[];
  configMapGenerator?: { name: string; literals: string[] }[];
}

const yamlFiles = readdirSync(join(root, 'k8s'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml')).map((path) => join('k8s', path));
const kustomizations = yamlFiles.filter((path) => path.endsWith('kustomization.yaml'));
const objects: KubeObject[] = yamlFiles.filter((path) => !kustomizations.includes(path))
  .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS() as KubeObject));
const ofKind = (kind: string): KubeObject[] => objects.filter((object) => object.kind === kind);
const named = (kind: string, name: string): KubeObject => {
  const found = ofKind(kind).find((object) => object.metadata.name === name);
  if (found === undefined) throw new Error(`k8s/ has no ${kind} ${name}`);
  return found;
};
const pods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job').map((object) => ({ name: object.metadata.name, spec: object.spec.template.spec }));
const containers = pods.flatMap(({ name, spec }) => [...spec.containers, ...(spec.initContainers ?? [])].map((container) => ({ pod: name, container })));
const deployed = (app: string): Container => named('Deployment', `qafila-${app}`).spec.template.spec.containers[0] as Container;

const kustomizationAt = (path: string): Kustomization => parse(read(path)) as Kustomization;
/** The literals of a generated ConfigMap: the base's, overlaid. */
function literals(name: string, overlay?: string): Map<string, string> {
  const paths = ['k8s/base/kustomization.yaml', ...(overlay === undefined ? [] : [`k8s/overlays/${overlay}/kustomization.yaml`])];
  const lines = paths.flatMap((path) => kustomizationAt(path).configMapGenerator ?? []).filter((one) => one.name === name).flatMap((one) => one.literals);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

const image = read('Dockerfile');
const ofImage = new Map([...(/^ENV (.+)$/m.exec(image)?.[1] ?? '').matchAll(/(\S+)=(\S+)/g)].map((match) => [match[1] as string, match[2] as string]));

interface ComposeService { environment?: Record<string, string>; healthcheck?: object; mem_limit?: string; image: string; read_only?: boolean; cap_drop?: string[] }
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, ComposeService>; configs: Record<string, { content: string }> };

describe('the files of k8s/', () => {
  test.each(yamlFiles)('%s is YAML without repeated keys', (path) => {
    for (const document of parseAllDocuments(read(path), { uniqueKeys: true })) expect(document.errors).toEqual([]);
  });

  test.each(kustomizations)('%s names files that exist', (path) => {
    const { resources = [], components = [], patches = [] } = kustomizationAt(path);
    const wanted = [...resources, ...components, ...patches.flatMap((patch) => patch.path ?? [])].map((one) => join(dirname(path), one));
    expect(wanted.filter((one) => !existsSync(join(root, one)))).toEqual([]);
  });

  test('every file belongs to a kustomization', () => {
    const owned = kustomizations.flatMap((path) => (kustomizationAt(path).resources ?? []).map((one) => relative(root, join(root, dirname(path), one))));
    expect(yamlFiles.filter((path) => !kustomizations.includes(path) && !owned.includes(path))).toEqual([]);
  });

  test('no Secret is kept in the repository', () => {
    expect(ofKind('Secret')).toEqual([]);
  });
});

describe.each(APPS)('the objects of %s', (app) => {
  const name = `qafila-${app}`;

  test('has a service account without a token, a service, a disruption budget and a network policy of both directions', () => {
    expect(named('ServiceAccount', name).automountServiceAccountToken).toBe(false);
    expect(named('Service', name).spec.selector).toEqual({ 'app.kubernetes.io/name': app });
    expect(named('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': app });
    expect(named('NetworkPolicy', name).spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'], podSelector: { matchLabels: { 'app.kubernetes.io/name': app } } });
  });

  test('its pods carry the label that its selector wants', () => {
    const { selector, template } = named('Deployment', name).spec;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.spec.serviceAccountName).toBe(name);
  });

  test('is probed on the internal port, alive apart from ready', () => {
    const container = deployed(app);
    expect(container.ports?.find((port) => port.name === 'internal')?.containerPort).toBe(Number(ofImage.get('INTERNAL_PORT')));
    expect(container.ports?.find((port) => port.name === 'http')?.containerPort).toBe(Number(ofImage.get('PORT')));
    expect(container.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'internal' });
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'internal' });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'internal' });
  });

  test('the kubelet waits longer than the drain may last, and the drain longer than its notice', () => {
    const deadlineMs = Number(/STOP_DEADLINE_MS = ([\d_]+)/.exec(read('libs/runtime/src/main.ts'))?.[1]?.replaceAll('_', ''));
    const graceMs = (named('Deployment', name).spec.template.spec.terminationGracePeriodSeconds ?? 0) * 1000;
    expect(graceMs).toBeGreaterThan(deadlineMs);
    expect(deadlineMs).toBeGreaterThan(Number(literals('qafila').get('DRAIN_NOTICE_MS')) + 10_000);
  });
});

test.each(['gateway', 'metering', 'payment', 'shipment', 'webhooks'])('%s is scaled by CPU, so its Deployment sets no replicas', (app) => {
  expect(named('HorizontalPodAutoscaler', `qafila-${app}`).spec.scaleTargetRef.name).toBe(`qafila-${app}`);
  expect(named('Deployment', `qafila-${app}`).spec).not.toHaveProperty('replicas');
});

test('whatever is not named by a policy is denied, in and out, for every pod', () => {
  const { podSelector, policyTypes } = named('NetworkPolicy', 'qafila-default-deny').spec;
  expect(named('NetworkPolicy', 'qafila-default-deny').spec).not.toHaveProperty('ingress');
  expect(named('NetworkPolicy', 'qafila-default-deny').spec).not.toHaveProperty('egress');
  expect({ podSelector, policyTypes }).toEqual({ podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'qafila' } }, policyTypes: ['Ingress', 'Egress'] });
  for (const path of ['k8s/base/kustomization.yaml', 'k8s/components/topics/kustomization.yaml', 'k8s/components/sandbox/kustomization.yaml']) {
    expect(parse(read(path))).toMatchObject({ labels: [{ pairs: { 'app.kubernetes.io/part-of': 'qafila' }, includeTemplates: true }] });
  }
});

describe('who may talk to whom', () => {
  const callers = (app: string): string[] => (named('NetworkPolicy', `qafila-${app}`).spec.ingress ?? []).flatMap(({ from = [] }) => from)
    .map((peer) => String(peer.podSelector?.matchLabels['app.kubernetes.io/name'])).sort();
  const called = (app: string): string[] => (named('NetworkPolicy', `qafila-${app}`).spec.egress ?? []).flatMap(({ to = [] }) => to)
    .flatMap((peer) => peer.podSelector?.matchLabels['app.kubernetes.io/name'] ?? []).sort();
  /** By the addresses that a Deployment is given. */
  const addressed = (app: string): string[] => (deployed(app).env ?? []).flatMap(({ value = '' }) => /^http:\/\/qafila-(\w+):8080$/.exec(value)?.[1] ?? []).sort();

  test.each(APPS)('%s reaches exactly the services whose addresses it has, and each lets it in', (app) => {
    expect(called(app)).toEqual(addressed(app));
    expect(APPS.filter((other) => other !== 'gateway' && callers(other).includes(app))).toEqual(addressed(app).filter((other) => other !== 'gateway'));
  });

  test('the gateway, and in stage the outside world, are the only doors that are open to anyone', () => {
    expect(APPS.filter((app) => (named('NetworkPolicy', `qafila-${app}`).spec.ingress ?? []).some((rule) => rule.from === undefined))).toEqual(['gateway', STAGE_ONLY]);
  });

  /** What stage's component changes in the objects of others. */
  const patched = (kustomizationAt('k8s/components/sandbox/kustomization.yaml').patches ?? []).flatMap(({ target, patch }) => (parse(patch ?? '') as { path: string; value: Env & PolicyRule }[]).map((one) => ({ of: target, ...one })));

  test('the sandbox is in stage alone, where payment and shipment are told of it', () => {
    expect(['stage', 'live'].map((overlay) => kustomizationAt(`k8s/overlays/${overlay}/kustomization.yaml`).components?.includes('../../components/sandbox'))).toEqual([true, false]);
    expect(new Set(patched.map(({ of }) => of?.name))).toEqual(new Set(['qafila-payment', 'qafila-shipment']));
  });

  test.each([['payment', 'PAYMENT_CALLBACK_URL'], ['shipment', 'SHIPMENT_CALLBACK_URL']])('where the sandbox is, %s is let through to it, and called by way of the gateway', (app, callbackUrl) => {
    const ofApp = patched.filter(({ of }) => of?.name === `qafila-${app}`);
    const env = ofApp.filter(({ path }) => path.endsWith('/env/-')).map(({ value }) => value);
    expect(env.map(({ name }) => name)).toEqual(['SANDBOX_URL', callbackUrl, 'SANDBOX_SECRET']);
    expect(env.filter(({ name }) => !settingsOf(app).some((setting) => setting.name === name))).toEqual([]);
    expect(env.slice(0, 2).map(({ value }) => value)).toEqual([`http://qafila-${STAGE_ONLY}:8080`, 'http://qafila-gateway:8080']);
    expect(env.at(-1)?.valueFrom?.secretKeyRef).toEqual({ name: `qafila-${app}`, key: 'SANDBOX_SECRET' });
    expect(ofApp.filter(({ of }) => of?.kind === 'NetworkPolicy').map(({ value }) => value.to)).toEqual([[{ podSelector: { matchLabels: { 'app.kubernetes.io/name': STAGE_ONLY } } }]]);
    expect(called(STAGE_ONLY)).toContain('gateway');
  });
});

describe('the wall behind the guard of webhooks', () => {
  const guard = read('apps/webhooks/src/egress/address-rules.ts');
  const ranges = (constant: string): string[] => [...(new RegExp(`${constant} = ([^;]*);`).exec(guard)?.[1] ?? '').matchAll(/'([\d.:a-f]+\/\d+)'/g)].map((match) => match[1] as string);
  const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
  const toTheInternet = ({ to }: PolicyRule): boolean => to === undefined || to.some(({ ipBlock }) => ipBlock !== undefined && !PRIVATE.includes(ipBlock.cidr));

  test('excepts the networks that the guard denies, and opens two ports', () => {
    const rules = (named('NetworkPolicy', 'qafila-webhooks').spec.egress ?? []).filter(toTheInternet);
    expect(ranges('DENIED_V4')).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '168.63.129.16/32']));
    expect(rules).toEqual([{
      to: [
        { ipBlock: { cidr: '0.0.0.0/0', except: ranges('DENIED_V4') } },
        { ipBlock: { cidr: ranges('GLOBAL_V6')[0], except: ranges('DENIED_V6') } },
      ],
      ports: [{ protocol: 'TCP', port: 443 }, { protocol: 'TCP', port: 80 }],
    }]);
  });

  test('no other pod reaches the internet', () => {
    expect(ofKind('NetworkPolicy').filter(({ spec }) => (spec.egress ?? []).some(toTheInternet)).map(({ metadata }) => metadata.name)).toEqual(['qafila-webhooks']);
  });
});

test('there are no more dispatchers than lanes', () => {
  const lanes = Number(/lanes: (\d+)/.exec(read('apps/webhooks/src/limits.ts'))?.[1]);
  const live = kustomizationAt('k8s/overlays/live/kustomization.yaml').patches?.find(({ target }) => target?.name === 'qafila-webhooks')?.patch ?? '';
  expect(named('HorizontalPodAutoscaler', 'qafila-webhooks').spec.maxReplicas).toBeLessThanOrEqual(lanes);
  expect(Number(/maxReplicas, value: (\d+)/.exec(live)?.[1])).toBeLessThanOrEqual(lanes);
});

describe('Pod Security "restricted", limits and images', () => {
  test.each(pods)('the pod of $name runs as nobody, with the default seccomp profile and no token', ({ spec }) => {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } });
    expect(spec.automountServiceAccountToken).toBe(false);
  });

  test.each(containers)('the container $container.name can neither write its files nor gain rights, and is bounded', ({ container }) => {
    expect(container.securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    for (const amounts of [container.resources?.limits, container.resources?.requests]) {
      expect(Object.keys(amounts ?? {})).toEqual(expect.arrayContaining(['cpu', 'memory', 'ephemeral-storage']));
    }
  });

  test.each(['stage', 'live'])('the overlay %s sets its mode, names every image by digest and leaves topics to their Job', (overlay) => {
    const { images = [] } = kustomizationAt(`k8s/overlays/${overlay}/kustomization.yaml`);
    expect(images.map((one) => one.name).sort()).toEqual(APPS.filter((app) => overlay === 'stage' || app !== STAGE_ONLY).map((app) => `qafila/${app}`));
    for (const one of images) expect(one.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(literals('qafila', overlay).get('MODE')).toBe(overlay);
    expect(Object.fromEntries(literals('qafila-kafka', overlay))).toMatchObject({ KAFKA_REPLICATION_FACTOR: '3', KAFKA_CREATE_TOPICS: 'no' });
  });

  test('the Job makes every topic, and the dead letters of each that is consumed', () => {
    const script = JSON.stringify(named('Job', 'qafila-topics').spec.template.spec.containers[0]);
    const sources = sourcesUnder(...APPS.map((app) => `apps/${app}/src`)).map(read).join('\n');
    const consumed = [...sources.matchAll(/ConsumesBatch\(TOPICS\.(\w+)\)/g)].map((match) => deadLetterTopic(TOPICS[match[1] as keyof typeof TOPICS]));
    const made = / in ([\w. -]+); do/.exec(script)?.[1]?.split(' ').sort();
    expect(made).toEqual([...Object.values(TOPICS), ...consumed].sort());
  });
});

describe.each(APPS)('the settings of %s', (app) => {
  const settings = settingsOf(app);
  const required = settings.filter((setting) => setting.required).map((setting) => setting.name);
  const known = new Set(settings.map((setting) => setting.name));

  const inCompose = Object.keys(compose.services[app]?.environment ?? {});
  const fromMaps = (deployed(app).envFrom ?? []).flatMap(({ configMapRef }) => [...literals(configMapRef.name, 'live').keys()]);
  const inKubernetes = [...fromMaps, ...(deployed(app).env ?? []).map((env) => env.name)];

  /** Some that only the whole of the search finds: in a library, behind a helper, by a service's name. */
  const hidden = {
    gateway: ['PRINCIPAL_PRIVATE_KEY', 'WEBHOOKS_URL'], identity: ['PRINCIPAL_PUBLIC_KEY', 'WEBHOOKS_PUBLIC_KEY', 'MASTER_KEY'], metering: ['PRINCIPAL_PUBLIC_KEY', 'KAFKA_BROKERS'],
    payment: ['PRINCIPAL_PUBLIC_KEY', 'MASTER_KEY', 'KAFKA_BROKERS', 'DATABASE_URL', 'PAYMENT_PUBLIC_URL'], sandbox: ['SANDBOX_SECRET', 'DATABASE_URL'],
    shipment: ['PRINCIPAL_PUBLIC_KEY', 'MASTER_KEY', 'KAFKA_BROKERS', 'DATABASE_URL', 'SHIPMENT_PUBLIC_URL'],
    webhooks: ['PRINCIPAL_PUBLIC_KEY', 'WEBHOOKS_PRIVATE_KEY', 'MASTER_KEY', 'KAFKA_BROKERS', 'DATABASE_URL'],
  };

  test('are found in the code', () => {
    expect(required).toEqual(expect.arrayContaining(hidden[app]));
    expect(known).toContain('LOG_LEVEL');
  });

  test.each([['docker-compose.yml', inCompose], ['k8s/', inKubernetes]])('%s gives all that are required', (_, given) => {
    expect(required.filter((name) => !given.includes(name))).toEqual([]);
  });

  test.each([['docker-compose.yml', inCompose], ['k8s/', inKubernetes], ['Dockerfile', [...ofImage.keys()].filter((name) => name !== 'NODE_ENV')]])(
    '%s gives none that the service does not read', (_, given) => {
      expect(given.filter((name) => !known.has(name))).toEqual([]);
    });

  test('what is secret comes from a Secret of the service, or from .env', () => {
    const isSecret = (name: string): boolean => /^(DATABASE_URL|KEY_PEPPER|MASTER_KEY|SANDBOX_SECRET|(PRINCIPAL|WEBHOOKS)_\w+_KEY)$/.test(name);
    for (const env of (deployed(app).env ?? []).filter((one) => isSecret(one.name))) {
      expect(env.valueFrom?.secretKeyRef).toEqual({ name: `qafila-${app}`, key: env.name });
    }
    for (const [name, value] of Object.entries(compose.services[app]?.environment ?? {})) if (isSecret(name)) expect(value).toMatch(/\$\{[A-Z_]+:-\}/);
  });

  test('the compose service is bounded, read-only, without capabilities, and watched', () => {
    expect(compose.services[app]).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: expect.any(String), healthcheck: expect.any(Object) });
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
  const services = references.flatMap(({ path }) => /^apps\/(\w+)$/.exec(path)?.[1] ?? []).filter((app) => app !== 'standalone' && existsSync(join(root, 'apps', app, 'src/main.ts'))).sort();
  expect(services).toEqual([...APPS]);
  expect([...image.matchAll(/^# {3}docker build --build-arg APP=(\w+) +-t qafila\/\1 \.$/gm)].map((match) => match[1])).toEqual(services);
  expect(/APP must be ([^"]+)"/.exec(image)?.[1]?.split(/, | or /)).toEqual(services);
  expect(services.map((app) => compose.services[app]?.image)).toEqual(services.map((app) => `qafila/${app}`));
});

describe('the Dockerfile', () => {
  test('runs one process as nobody, in exec form, told to stop by SIGTERM', () => {
    expect(image).toMatch(/^USER 65532:65532$/m);
    expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(image).toMatch(/^ENTRYPOINT \["node", .*"main\.js"\]$/m);
    expect(ofImage.get('HOST')).toBe('0.0.0.0');
    expect(image).toContain(`EXPOSE ${ofImage.get('PORT')} ${ofImage.get('INTERNAL_PORT')}`);
  });

  test('runs no package\'s script', () => {
    const installs = image.split('\n').filter((line) => /npm (install|ci)/.test(line) && !line.startsWith('#'));
    expect(installs.length).toBeGreaterThan(0);
    for (const line of installs) expect(line).toContain('--ignore-scripts');
  });
});

test('docs/operations.md tells every setting that is read, and no other', () => {
  const rows = read('docs/operations.md').split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.flatMap((line) => [...(line.split('|')[1] as string).matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] as string));
  const inCode = settingsIn(sourcesUnder('libs', 'apps').filter((path) => path.includes('/src/') && !path.includes('node_modules'))).map((setting) => setting.name);
  // Read by the PostgreSQL driver and by Node, not by us.
  const ofOthers = ['PGSSLMODE', 'NODE_EXTRA_CA_CERTS'];
  expect(inCode.filter((name) => !told.includes(name))).toEqual([]);
  expect(told.filter((name) => !inCode.includes(name) && !ofOthers.includes(name))).toEqual([]);
});

test('docs/operations.md tells every setting that standalone passes on', () => {
  const passedOn = /PASSED_ON = \[([^\]]*)\]/.exec(read('apps/standalone/src/deployment.ts'))?.[1] ?? '';
  const told = /^Standalone passes on [^]*?\n\n/m.exec(read('docs/operations.md'))?.[0] ?? '';
  const names = [...passedOn.matchAll(/'([A-Z_]+)'/g)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(told) && !name.startsWith('WEBHOOK_'))).toEqual([]);
});
