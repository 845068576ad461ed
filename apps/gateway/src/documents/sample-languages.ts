import { jsonLines, phpLiteral, pythonLiteral } from './sample-literals.ts';

export type Credential = 'key' | 'token' | 'none';

/** What a sample sends. */
export interface SampleRequest {
  operationId: string;
  method: string;
  /** With `{id}`. */
  path: string;
  pathValues: [name: string, value: string][];
  query: [name: string, value: unknown][];
  credential: Credential;
  isSigned: boolean;
  takesIdempotencyKey: boolean;
  body?: unknown;
}

export interface SampleWriter {
  lang: string;
  label: string;
  write(request: SampleRequest): string;
}

export const SAMPLE_WRITERS: readonly SampleWriter[] = [
  { lang: 'bash', label: 'curl', write: curl },
  { lang: 'typescript', label: 'TypeScript', write: typescript },
  { lang: 'php', label: 'PHP', write: php },
  { lang: 'python', label: 'Python', write: python },
];

/** Each header as a text, with the name of an environment variable or of a variable of the sample in it. */
type Value = { text: string } | { environment: string } | { variable: 'signature' | 'idempotencyKey' };

function headersOf(request: SampleRequest): [name: string, value: Value][] {
  return [
    ...(request.credential === 'key'
      ? ([
          ['x-api-key', { environment: 'QAFILA_API_KEY' }],
          ['x-account-id', { environment: 'QAFILA_ACCOUNT_ID' }],
        ] as [string, Value][])
      : []),
    ...(request.credential === 'token' ? [['Token', { environment: 'QAFILA_TOKEN' }] as [string, Value]] : []),
    ...(request.isSigned ? [['x-signature', { variable: 'signature' }] as [string, Value]] : []),
    ...(request.takesIdempotencyKey ? [['idempotency-key', { variable: 'idempotencyKey' }] as [string, Value]] : []),
    ...(request.body === undefined ? [] : [['content-type', { text: 'application/json' }] as [string, Value]]),
  ];
}

function targetOf({ path, pathValues, query }: SampleRequest): string {
  // A quote would end the text of a language.
  const encode = (value: string): string => encodeURIComponent(value).replaceAll("'", '%27');
  const filled = pathValues.reduce((text, [name, value]) => text.replace(`{${name}}`, encode(value)), path);
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function curl(request: SampleRequest): string {
  const { method, body, isSigned, takesIdempotencyKey } = request;
  const written = (value: Value): string => {
    if ('environment' in value) return `$${value.environment}`;
    if ('text' in value) return value.text;
    return value.variable === 'signature' ? '$SIGNATURE' : '$IDEMPOTENCY_KEY';
  };
  const text = body === undefined ? "''" : `'${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`;
  const call = [
    `curl -sS -X ${method} "$QAFILA_BASE_URL${targetOf(request)}"`,
    ...headersOf(request).map(([name, value]) => `-H "${name}: ${written(value)}"`),
    ...(body === undefined ? [] : ['--data-binary "$BODY"']),
  ];
  return [
    ...(isSigned || body !== undefined ? [`BODY=${text}`] : []),
    ...(isSigned
      ? [`SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$QAFILA_HMAC_SECRET" | sed 's/^.* //')`]
      : []),
    // The same key again when the request is repeated.
    ...(takesIdempotencyKey ? ['IDEMPOTENCY_KEY=$(openssl rand -hex 16)'] : []),
    call.join(' \\\n  '),
  ].join('\n');
}

const SDK_OPTIONS: Record<Credential, string[]> = {
  key: [
    '  apiKey: process.env.QAFILA_API_KEY!,',
    '  accountId: process.env.QAFILA_ACCOUNT_ID!,',
    '  hmacSecret: process.env.QAFILA_HMAC_SECRET!,',
  ],
  token: [
    '  serviceAccount: {',
    '    clientId: process.env.QAFILA_CLIENT_ID!,',
    '    clientSecret: process.env.QAFILA_CLIENT_SECRET!,',
    '    companyCode: process.env.QAFILA_COMPANY_CODE!,',
    '  },',
  ],
  none: [],
};

function typescript({ operationId, pathValues, query, body, credential }: SampleRequest): string {
  const input = {
    ...(pathValues.length === 0 ? {} : { path: Object.fromEntries(pathValues) }),
    ...(query.length === 0 ? {} : { query: Object.fromEntries(query) }),
    ...(body === undefined ? {} : { body }),
  };
  return [
    "import { Qafila } from '@qafila/sdk';",
    '',
    'const qafila = new Qafila({',
    '  baseUrl: process.env.QAFILA_BASE_URL!,',
    ...SDK_OPTIONS[credential],
    '});',
    `const answer = await qafila.api.${operationId}(${Object.keys(input).length === 0 ? '' : jsonLines(input)});`,
    'console.log(answer);',
  ].join('\n');
}

function php(request: SampleRequest): string {
  const { method, body, isSigned, takesIdempotencyKey } = request;
  const written = (name: string, value: Value): string => {
    if ('text' in value) return `'${name}: ${value.text}'`;
    if ('environment' in value) return `'${name}: ' . getenv('${value.environment}')`;
    return `'${name}: ' . $${value.variable === 'signature' ? 'signature' : 'idempotency_key'}`;
  };
  return [
    '<?php',
    ...(isSigned || body !== undefined
      ? [body === undefined ? "$body = '';" : `$body = json_encode(${phpLiteral(body)});`]
      : []),
    ...(isSigned ? ["$signature = hash_hmac('sha256', $body, getenv('QAFILA_HMAC_SECRET'));"] : []),
    ...(takesIdempotencyKey ? ['$idempotency_key = bin2hex(random_bytes(16));'] : []),
    `$url = getenv('QAFILA_BASE_URL') . '${targetOf(request)}';`,
    "echo file_get_contents($url, false, stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    "    'header' => [",
    ...headersOf(request).map(([name, value]) => `        ${written(name, value)},`),
    '    ],',
    ...(body === undefined ? [] : ["    'content' => $body,"]),
    "    'ignore_errors' => true,",
    ']]));',
  ].join('\n');
}

function python(request: SampleRequest): string {
  const { method, body, isSigned, takesIdempotencyKey, credential } = request;
  const written = (value: Value): string => {
    if ('text' in value) return `"${value.text}"`;
    if ('environment' in value) return `os.environ["${value.environment}"]`;
    return value.variable === 'signature' ? 'signature' : 'str(uuid.uuid4())';
  };
  const modules = [
    ...(isSigned ? ['hashlib', 'hmac'] : []),
    ...(body === undefined ? [] : ['json']),
    'os',
    'urllib.error',
    'urllib.request',
    ...(takesIdempotencyKey ? ['uuid'] : []),
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(isSigned || body !== undefined
      ? [body === undefined ? 'body = b""' : `body = json.dumps(${pythonLiteral(body)}).encode()`]
      : []),
    ...(isSigned
      ? ['signature = hmac.new(os.environ["QAFILA_HMAC_SECRET"].encode(), body, hashlib.sha256).hexdigest()']
      : []),
    'request = urllib.request.Request(',
    `    os.environ["QAFILA_BASE_URL"] + "${targetOf(request)}",`,
    `    method="${method}",`,
    ...(body === undefined ? [] : ['    data=body,']),
    ...(credential === 'none' && body === undefined
      ? []
      : [
          '    headers={',
          ...headersOf(request).map(([name, value]) => `        "${name}": ${written(value)},`),
          '    },',
        ]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as answer:',
    '        print(answer.status, answer.read().decode())',
    'except urllib.error.HTTPError as error:',
    '    print(error.code, error.read().decode())',
  ].join('\n');
}
