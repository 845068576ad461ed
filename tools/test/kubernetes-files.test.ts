import { describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { TOPICS, deadLetterTopic } from '@qafila/contracts/topics';
import {
  APPS,
  STAGE_ONLY,
  containers,
  deployed,
  kustomizationAt,
  kustomizations,
  literals,
  named,
  ofImage,
  ofKind,
  pods,
  read,
  root,
  settingsOf,
  sourcesUnder,
  yamlFiles,
} from './deployment-files.ts';
import type { Env, PolicyRule } from './deployment-files.ts';

describe('the files of k8s/', () => {
  test.each(yamlFiles)('%s is YAML without repeated keys', (path) => {
    for (const document of parseAllDocuments(read(path), { uniqueKeys: true })) expect(document.errors).toEqual([]);
  });

  test.each(kustomizations)('%s names files that exist', (path) => {
    const { resources = [], components = [], patches = [] } = kustomizationAt(path);
    const wanted = [...resources, ...components, ...patches.flatMap((patch) => patch.path ?? [])].map((one) =>
      join(dirname(path), one),
    );
    expect(wanted.filter((one) => !existsSync(join(root, one)))).toEqual([]);
  });

  test('every file belongs to a kustomization', () => {
    const owned = kustomizations.flatMap((path) =>
      (kustomizationAt(path).resources ?? []).map((one) => relative(root, join(root, dirname(path), one))),
    );
    expect(yamlFiles.filter((path) => !kustomizations.includes(path) && !owned.includes(path))).toEqual([]);
  });

  test('no Secret is kept in the repository', () => {
    expect(ofKind('Secret')).toEqual([]);
  });
});

describe.each(APPS)('the objects of %s', (app) => {
  const name = `qafila-${app}`;

  test('has a service account without a token, a service, a disruption budget and a network policy', () => {
    expect(named('ServiceAccount', name).automountServiceAccountToken).toBe(false);
    expect(named('Service', name).spec.selector).toEqual({ 'app.kubernetes.io/name': app });
    expect(named('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': app });
    expect(named('NetworkPolicy', name).spec).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      podSelector: { matchLabels: { 'app.kubernetes.io/name': app } },
    });
  });

  test('its pods carry the label that its selector wants', () => {
    const { selector, template } = named('Deployment', name).spec;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.spec.serviceAccountName).toBe(name);
  });

  test('is probed on the internal port, alive apart from ready', () => {
    const container = deployed(app);
    expect(container.ports?.find((port) => port.name === 'internal')?.containerPort).toBe(
      Number(ofImage.get('INTERNAL_PORT')),
    );
    expect(container.ports?.find((port) => port.name === 'http')?.containerPort).toBe(Number(ofImage.get('PORT')));
    expect(container.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'internal' });
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'internal' });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'internal' });
  });

  test('the kubelet waits longer than the drain may last, and the drain longer than its notice', () => {
    const deadlineMs = Number(
      /STOP_DEADLINE_MS = ([\d_]+)/.exec(read('libs/runtime/src/main.ts'))?.[1]?.replaceAll('_', ''),
    );
    const graceMs = (named('Deployment', name).spec.template.spec.terminationGracePeriodSeconds ?? 0) * 1000;
    expect(graceMs).toBeGreaterThan(deadlineMs);
    expect(deadlineMs).toBeGreaterThan(Number(literals('qafila').get('DRAIN_NOTICE_MS')) + 10_000);
  });
});

test.each(['gateway', 'metering', 'payment', 'shipment', 'webhooks'])(
  '%s is scaled by CPU, so its Deployment sets no replicas',
  (app) => {
    expect(named('HorizontalPodAutoscaler', `qafila-${app}`).spec.scaleTargetRef.name).toBe(`qafila-${app}`);
    expect(named('Deployment', `qafila-${app}`).spec).not.toHaveProperty('replicas');
  },
);

test('traffic that no policy names is denied, in and out, for every pod', () => {
  const { podSelector, policyTypes } = named('NetworkPolicy', 'qafila-default-deny').spec;
  expect(named('NetworkPolicy', 'qafila-default-deny').spec).not.toHaveProperty('ingress');
  expect(named('NetworkPolicy', 'qafila-default-deny').spec).not.toHaveProperty('egress');
  expect({ podSelector, policyTypes }).toEqual({
    podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'qafila' } },
    policyTypes: ['Ingress', 'Egress'],
  });
  for (const path of [
    'k8s/base/kustomization.yaml',
    'k8s/components/topics/kustomization.yaml',
    'k8s/components/sandbox/kustomization.yaml',
  ]) {
    expect(parse(read(path))).toMatchObject({
      labels: [{ pairs: { 'app.kubernetes.io/part-of': 'qafila' }, includeTemplates: true }],
    });
  }
});

describe('who may talk to whom', () => {
  const callers = (app: string): string[] =>
    (named('NetworkPolicy', `qafila-${app}`).spec.ingress ?? [])
      .flatMap(({ from = [] }) => from)
      .map((peer) => String(peer.podSelector?.matchLabels['app.kubernetes.io/name']))
      .sort();
  const called = (app: string): string[] =>
    (named('NetworkPolicy', `qafila-${app}`).spec.egress ?? [])
      .flatMap(({ to = [] }) => to)
      .flatMap((peer) => peer.podSelector?.matchLabels['app.kubernetes.io/name'] ?? [])
      .sort();
  /** By the addresses that a Deployment is given. */
  const addressed = (app: string): string[] =>
    (deployed(app).env ?? []).flatMap(({ value = '' }) => /^http:\/\/qafila-(\w+):8080$/.exec(value)?.[1] ?? []).sort();

  test.each(APPS)('%s reaches exactly the services whose addresses it has, and each lets it in', (app) => {
    expect(called(app)).toEqual(addressed(app));
    expect(APPS.filter((other) => other !== 'gateway' && callers(other).includes(app))).toEqual(
      addressed(app).filter((other) => other !== 'gateway'),
    );
  });

  test('the gateway, and in stage the outside world, are the only services that anyone may call', () => {
    expect(
      APPS.filter((app) =>
        (named('NetworkPolicy', `qafila-${app}`).spec.ingress ?? []).some((rule) => rule.from === undefined),
      ),
    ).toEqual(['gateway', STAGE_ONLY]);
  });

  /** What stage's component changes in the objects of others. */
  const patched = (kustomizationAt('k8s/components/sandbox/kustomization.yaml').patches ?? []).flatMap(
    ({ target, patch }) =>
      (parse(patch ?? '') as { path: string; value: Env & PolicyRule }[]).map((one) => ({ of: target, ...one })),
  );

  test('the sandbox is in stage alone, where payment and shipment have its address', () => {
    expect(
      ['stage', 'live'].map((overlay) =>
        kustomizationAt(`k8s/overlays/${overlay}/kustomization.yaml`).components?.includes('../../components/sandbox'),
      ),
    ).toEqual([true, false]);
    expect(new Set(patched.map(({ of }) => of?.name))).toEqual(new Set(['qafila-payment', 'qafila-shipment']));
  });

  test.each([
    ['payment', 'PAYMENT_CALLBACK_URL'],
    ['shipment', 'SHIPMENT_CALLBACK_URL'],
  ])('where the sandbox is, %s is let through to it, and called by way of the gateway', (app, callbackUrl) => {
    const ofApp = patched.filter(({ of }) => of?.name === `qafila-${app}`);
    const env = ofApp.filter(({ path }) => path.endsWith('/env/-')).map(({ value }) => value);
    expect(env.map(({ name }) => name)).toEqual(['SANDBOX_URL', callbackUrl, 'SANDBOX_SECRET']);
    expect(env.filter(({ name }) => !settingsOf(app).some((setting) => setting.name === name))).toEqual([]);
    expect(env.slice(0, 2).map(({ value }) => value)).toEqual([
      `http://qafila-${STAGE_ONLY}:8080`,
      'http://qafila-gateway:8080',
    ]);
    expect(env.at(-1)?.valueFrom?.secretKeyRef).toEqual({ name: `qafila-${app}`, key: 'SANDBOX_SECRET' });
    expect(ofApp.filter(({ of }) => of?.kind === 'NetworkPolicy').map(({ value }) => value.to)).toEqual([
      [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': STAGE_ONLY } } }],
    ]);
    expect(called(STAGE_ONLY)).toContain('gateway');
  });
});

describe('the network policy behind the address rules of webhooks', () => {
  const guard = read('apps/webhooks/src/egress/address-rules.ts');
  const ranges = (constant: string): string[] =>
    [...(new RegExp(`${constant} = ([^;]*);`).exec(guard)?.[1] ?? '').matchAll(/'([\d.:a-f]+\/\d+)'/g)].map(
      (match) => match[1] as string,
    );
  const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
  const toTheInternet = ({ to }: PolicyRule): boolean =>
    to === undefined || to.some(({ ipBlock }) => ipBlock !== undefined && !PRIVATE.includes(ipBlock.cidr));

  test('excepts the networks that the guard denies, and opens two ports', () => {
    const rules = (named('NetworkPolicy', 'qafila-webhooks').spec.egress ?? []).filter(toTheInternet);
    expect(ranges('DENIED_V4')).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '168.63.129.16/32']));
    expect(rules).toEqual([
      {
        to: [
          { ipBlock: { cidr: '0.0.0.0/0', except: ranges('DENIED_V4') } },
          { ipBlock: { cidr: ranges('GLOBAL_V6')[0], except: ranges('DENIED_V6') } },
        ],
        ports: [
          { protocol: 'TCP', port: 443 },
          { protocol: 'TCP', port: 80 },
        ],
      },
    ]);
  });

  test('no other pod reaches the internet', () => {
    expect(
      ofKind('NetworkPolicy')
        .filter(({ spec }) => (spec.egress ?? []).some(toTheInternet))
        .map(({ metadata }) => metadata.name),
    ).toEqual(['qafila-webhooks']);
  });
});

test('there are no more dispatchers than endpoint partitions', () => {
  const partitions = Number(
    /(?:lanes|partitions|endpointPartitions): (\d+)/.exec(read('apps/webhooks/src/limits.ts'))?.[1],
  );
  const live =
    kustomizationAt('k8s/overlays/live/kustomization.yaml').patches?.find(
      ({ target }) => target?.name === 'qafila-webhooks',
    )?.patch ?? '';
  expect(named('HorizontalPodAutoscaler', 'qafila-webhooks').spec.maxReplicas).toBeLessThanOrEqual(partitions);
  expect(Number(/maxReplicas, value: (\d+)/.exec(live)?.[1])).toBeLessThanOrEqual(partitions);
});

describe('Pod Security "restricted", limits and images', () => {
  test.each(pods)(
    'the pod of $name runs as an unprivileged user, with the default seccomp profile and no token',
    ({ spec }) => {
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(spec.automountServiceAccountToken).toBe(false);
    },
  );

  test.each(containers)(
    'the container $container.name cannot write its files or gain rights, and has limits',
    ({ container }) => {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      for (const amounts of [container.resources?.limits, container.resources?.requests]) {
        expect(Object.keys(amounts ?? {})).toEqual(expect.arrayContaining(['cpu', 'memory', 'ephemeral-storage']));
      }
    },
  );

  test.each(['stage', 'live'])(
    'the overlay %s sets its mode, names every image by digest and leaves topics to their Job',
    (overlay) => {
      const { images = [] } = kustomizationAt(`k8s/overlays/${overlay}/kustomization.yaml`);
      expect(images.map((one) => one.name).sort()).toEqual(
        APPS.filter((app) => overlay === 'stage' || app !== STAGE_ONLY).map((app) => `qafila/${app}`),
      );
      for (const one of images) expect(one.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(literals('qafila', overlay).get('MODE')).toBe(overlay);
      expect(Object.fromEntries(literals('qafila-kafka', overlay))).toMatchObject({
        KAFKA_REPLICATION_FACTOR: '3',
        KAFKA_CREATE_TOPICS: 'no',
      });
    },
  );

  test('the Job makes every topic, and the dead letters of each that is consumed', () => {
    const script = JSON.stringify(named('Job', 'qafila-topics').spec.template.spec.containers[0]);
    const sources = sourcesUnder(...APPS.map((app) => `apps/${app}/src`))
      .map(read)
      .join('\n');
    const consumed = [...sources.matchAll(/ConsumesBatch\(TOPICS\.(\w+)\)/g)].map((match) =>
      deadLetterTopic(TOPICS[match[1] as keyof typeof TOPICS]),
    );
    const made = / in ([\w. -]+); do/.exec(script)?.[1]?.split(' ').sort();
    expect(made).toEqual([...Object.values(TOPICS), ...consumed].sort());
  });
});
