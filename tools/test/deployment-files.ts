/** The deployment files, parsed, and the settings that the services read. For the tests beside it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const APPS = ['gateway', 'identity', 'metering', 'payment', 'sandbox', 'shipment', 'webhooks'] as const;
/** The outside world of stage. Live has the real one. */
export const STAGE_ONLY = 'sandbox';

export const sourcesUnder = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
  );

interface Setting {
  name: string;
  required: boolean;
}

/**
 * The settings that these files read. A text without a fallback is required; so is what a helper reads for its caller.
 */
export function settingsIn(paths: string[]): Setting[] {
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

/** Settings of a service's own sources without which something of it is off: an operator must be able to set them. */
export function switchesOf(app: string): string[] {
  const SWITCH = /settings\.(?:optional\('([A-Z][A-Z0-9_]*)'\)|oneOf\('([A-Z][A-Z0-9_]*)', \[[^\]]*\], 'off'\))/g;
  const texts = sourcesUnder(`apps/${app}/src`).map(read);
  return texts.flatMap((text) => [...text.matchAll(SWITCH)].map(([, name, other]) => (name ?? other) as string));
}

/** What a service reads: its own settings, the runtime's, and those of the libraries' files that it imports. */
export function settingsOf(app: string): Setting[] {
  const own = sourcesUnder(`apps/${app}/src`);
  const text = own.map(read).join('\n');
  const imported = [
    ...new Set([...text.matchAll(/@qafila\/(\w+)\/([\w-]+)'/g)].map(([, lib, file]) => `libs/${lib}/src/${file}.ts`)),
  ].filter((path) => existsSync(join(root, path)));
  return settingsIn([...own, ...sourcesUnder('libs/runtime/src'), ...imported]).filter(
    ({ name }) => /\bdatabase:/.test(text) || !name.startsWith('DATABASE_'),
  );
}

export interface Env {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } };
}
interface Container {
  name: string;
  image: string;
  env?: Env[];
  envFrom?: { configMapRef: { name: string } }[];
  securityContext?: object;
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
  ports?: { name: string; containerPort: number }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } } | undefined;
}
interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  securityContext?: object;
  automountServiceAccountToken?: boolean;
  serviceAccountName?: string;
  terminationGracePeriodSeconds?: number;
}
interface Labels {
  [name: string]: string;
}
interface PolicyPeer {
  podSelector?: { matchLabels: Labels };
  namespaceSelector?: object;
  ipBlock?: { cidr: string; except?: string[] };
}
export interface PolicyRule {
  from?: PolicyPeer[];
  to?: PolicyPeer[];
  ports: { protocol: string; port: number }[];
}
interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  automountServiceAccountToken?: boolean;
  spec: {
    template: { metadata: { labels: Labels }; spec: PodSpec };
    selector: { matchLabels: Labels };
    policyTypes: string[];
    podSelector: { matchLabels: Labels };
    minReplicas: number;
    maxReplicas: number;
    scaleTargetRef: { name: string };
    ingress?: PolicyRule[];
    egress?: PolicyRule[];
  };
}
interface Kustomization {
  resources?: string[];
  components?: string[];
  patches?: { path?: string; target?: { kind: string; name: string }; patch?: string }[];
  images?: { name: string; digest: string }[];
  configMapGenerator?: { name: string; literals: string[] }[];
}

export const yamlFiles = readdirSync(join(root, 'k8s'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => join('k8s', path));
export const kustomizations = yamlFiles.filter((path) => path.endsWith('kustomization.yaml'));
const objects: KubeObject[] = yamlFiles
  .filter((path) => !kustomizations.includes(path))
  .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS() as KubeObject));
export const ofKind = (kind: string): KubeObject[] => objects.filter((object) => object.kind === kind);
export const named = (kind: string, name: string): KubeObject => {
  const found = ofKind(kind).find((object) => object.metadata.name === name);
  if (found === undefined) throw new Error(`k8s/ has no ${kind} ${name}`);
  return found;
};
export const pods = objects
  .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  .map((object) => ({ name: object.metadata.name, spec: object.spec.template.spec }));
export const containers = pods.flatMap(({ name, spec }) =>
  [...spec.containers, ...(spec.initContainers ?? [])].map((container) => ({ pod: name, container })),
);
export const deployed = (app: string): Container =>
  named('Deployment', `qafila-${app}`).spec.template.spec.containers[0] as Container;

export const kustomizationAt = (path: string): Kustomization => parse(read(path)) as Kustomization;
/** The literals of a generated ConfigMap: the base's, overlaid. */
export function literals(name: string, overlay?: string): Map<string, string> {
  const paths = [
    'k8s/base/kustomization.yaml',
    ...(overlay === undefined ? [] : [`k8s/overlays/${overlay}/kustomization.yaml`]),
  ];
  const lines = paths
    .flatMap((path) => kustomizationAt(path).configMapGenerator ?? [])
    .filter((one) => one.name === name)
    .flatMap((one) => one.literals);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

export const image = read('Dockerfile');
export const ofImage = new Map(
  [...(/^ENV (.+)$/m.exec(image)?.[1] ?? '').matchAll(/(\S+)=(\S+)/g)].map((match) => [
    match[1] as string,
    match[2] as string,
  ]),
);

interface ComposeService {
  environment?: Record<string, string>;
  healthcheck?: object;
  mem_limit?: string;
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
}
export const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  configs: Record<string, { content: string }>;
};
