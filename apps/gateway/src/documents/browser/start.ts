/// <reference lib="dom" />
// The script of /docs. It runs in the reader's browser and is served as it is built.

/** A request before it leaves the page. */
interface Outgoing {
  request: Request;
}
type Credential = 'apiKey' | 'accountId' | 'hmacSecret' | 'token';
type Credentials = Partial<Record<Credential, string>>;
interface Operation {
  security?: Record<string, string[]>[];
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes?: unknown };
}
declare const Scalar: { createApiReference(selector: string, configuration: object): unknown };

const dialog = document.querySelector('dialog') as HTMLDialogElement;
const form = dialog.querySelector('form') as HTMLFormElement;
/** In the memory of this page only: nothing is written to the browser's storage. */
let credentials: Credentials = {};

refuseCompilation();
document.querySelector('#credentials')?.addEventListener('click', () => dialog.showModal());
dialog.addEventListener('close', () => {
  const entries = [...new FormData(form)].map(([name, value]) => [name, (value as string).trim()] as const);
  credentials = Object.fromEntries(entries.filter(([, value]) => value !== ''));
});
await start();

async function start(): Promise<void> {
  const answer = await fetch('/openapi.json');
  const api = (await answer.json()) as ApiDocument;
  await load('/docs/scalar.js');
  Scalar.createApiReference('#reference', {
    content: withoutSecurity(api),
    onBeforeRequest: (outgoing: Outgoing) => authenticate(outgoing, api),
    // Nothing is loaded from, or sent to, another origin.
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    persistAuth: false,
    documentDownloadType: 'none',
    hideModels: true,
    orderSchemaPropertiesBy: 'preserve',
    operationTitleSource: 'summary',
    hiddenClients: true,
    metaData: { title: 'Qafila API' },
  });
}

function load(path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = path;
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

/**
 * A library of the reference tries `new Function('')` to see whether it may compile code. The policy of this page
 * refuses that and reports a violation, so it is refused here first.
 */
function refuseCompilation(): void {
  const refuse = (): never => {
    throw new EvalError('This page compiles no code.');
  };
  globalThis.Function = new Proxy(Function, { apply: refuse, construct: refuse });
}

/** The dialog of this page takes the place of the form that the reference makes of security schemes. */
function withoutSecurity({ components, ...api }: ApiDocument): object {
  const paths = Object.entries(api.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, { ...operation, security: [] }])),
  ]);
  return {
    ...api,
    paths: Object.fromEntries(paths) as object,
    components: { ...components, securitySchemes: undefined },
  };
}

/** Adds the headers that the operation needs, and signs the body exactly as it is sent. */
async function authenticate({ request }: Outgoing, api: ApiDocument): Promise<void> {
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  const security = operationAt(api, request.method, pathname)?.security ?? [];
  if (security.length === 0) return;
  if (security.some((one) => 'token' in one)) {
    const { token } = await ask(['token']);
    if (token !== undefined) request.headers.set('Token', token);
    return;
  }
  const mustBeSigned = security.every((one) => 'signature' in one);
  const { apiKey, accountId, hmacSecret } = await ask([
    'apiKey',
    'accountId',
    ...(mustBeSigned ? ['hmacSecret' as const] : []),
  ]);
  if (apiKey !== undefined) request.headers.set('x-api-key', apiKey);
  if (accountId !== undefined) request.headers.set('x-account-id', accountId);
  if (hmacSecret !== undefined && request.method !== 'GET')
    request.headers.set('x-signature', await sign(await request.clone().arrayBuffer(), hmacSecret));
}

/** Shows the dialog if something is missing. What the reader leaves empty stays missing, and the answer says so. */
async function ask(needed: readonly Credential[]): Promise<Credentials> {
  if (needed.some((name) => credentials[name] === undefined)) {
    for (const input of form.querySelectorAll('input'))
      input.closest('label')?.classList.toggle('needed', needed.includes(input.name as Credential));
    dialog.showModal();
    await new Promise((resolve) => {
      dialog.addEventListener('close', resolve, { once: true });
    });
  }
  return credentials;
}

async function sign(body: ArrayBuffer, secret: string): Promise<string> {
  // Browsers offer WebCrypto on https and on this machine only.
  if (!isSecureContext) throw new Error('Open this page with https to sign requests.');
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, body));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A fixed path wins over one with parameters. */
function operationAt({ paths }: ApiDocument, method: string, path: string): Operation | undefined {
  const given = path.split('/');
  const matching = Object.keys(paths)
    .filter((pattern) => {
      const parts = pattern.split('/');
      return parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at]);
    })
    .sort((one, other) => one.split('{').length - other.split('{').length);
  return paths[matching[0] ?? '']?.[method.toLowerCase()];
}
