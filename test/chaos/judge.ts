import { createHash } from 'node:crypto';
import { wants } from './endpoints.ts';
import type { Attempt, DeadLetter, Delivery, Endpoint, Facts, Request, Retry } from './facts.ts';

export const DIFFERENCES = [
  /** Acknowledged, and not in the database. */ 'commit lost',
  /** Committed, and an endpoint that asked for it has no delivery of it. */ 'no delivery',
  /** Delivered to be, and never committed, or to an endpoint that did not ask. */ 'phantom',
  /** More than one delivery of one event to one endpoint. */ 'two deliveries',
  /** Neither delivered, nor dead, nor waiting. */ 'lost',
  /** Waiting, though nothing holds it up. */ 'stuck',
  'sequence', 'sequence told', 'key order',
  /** Sent more often than the log has attempts. */ 'sent unlogged',
  /** The log has an answer that the server did not give. */ 'answer invented',
  /** Attempt numbers with a hole. */ 'attempt numbers',
  /** Taken twice, and no attempt of unknown end explains it. */ 'duplicate',
  'signature', 'exhausted told', 'dead and waiting',
] as const;

export type Difference = { kind: (typeof DIFFERENCES)[number]; detail: string };

/** Everything of one delivery, as the log and the merchant's server have it. */
interface Story { endpoint: Endpoint; delivery: Delivery; attempts: Attempt[]; requests: Request[]; dead?: DeadLetter; retry?: Retry }

/**
 * committed × matching endpoints = delivered ∪ dead ∪ waiting, and everything else that must hold. Pure: facts in, differences out.
 * `held`: paths where deliveries may wait now.
 */
export function judge(facts: Facts, held: ReadonlySet<string>): Difference[] {
  const stories = storiesOf(facts);
  return [...judgeFanOut(facts, stories), ...facts.endpoints.flatMap((endpoint) => judgeOrder(endpoint, stories.filter((story) => story.endpoint === endpoint))),
    ...stories.flatMap((story) => judgeStory(story, held)), ...judgeRequests(facts, stories), ...judgeExhausted(facts, stories)];
}

export function storiesOf({ endpoints, deliveries, attempts, dead, retries, requests }: Facts): Story[] {
  const place = (row: { endpointNo: number; sequence: number }): string => `${row.endpointNo} ${row.sequence}`;
  const [tried, sent] = [groupBy(attempts, place), groupBy(requests, ({ path, id }) => `${path} ${id}`)];
  const [buried, waiting] = [new Map(dead.map((row) => [place(row), row])), new Map(retries.map((row) => [place(row), row]))];
  const byNo = new Map(endpoints.map((endpoint) => [endpoint.no, endpoint]));
  return deliveries.map((delivery) => {
    const endpoint = byNo.get(delivery.endpointNo) as Endpoint;
    const at = place(delivery);
    return { endpoint, delivery, attempts: tried.get(at) ?? [], requests: sent.get(`${endpoint.path} ${delivery.eventId}`) ?? [], dead: buried.get(at), retry: waiting.get(at) };
  });
}

const nameOf = ({ endpoint, delivery }: Story): string => `${endpoint.path} #${delivery.sequence} ${delivery.eventId}`;
const took = (request: Request): boolean => request.status === 200;

function judgeFanOut({ rows, acknowledged, endpoints }: Facts, stories: Story[]): Difference[] {
  const found: Difference[] = [];
  const committed = new Map(rows.map((row) => [row.id, row]));
  for (const id of acknowledged.keys()) if (!committed.has(id)) found.push({ kind: 'commit lost', detail: id });
  const made = new Map<string, number>();
  for (const story of stories) {
    const { endpoint, delivery } = story;
    const pair = `${endpoint.path} ${delivery.eventId}`;
    made.set(pair, (made.get(pair) ?? 0) + 1);
    if (made.get(pair) === 2) found.push({ kind: 'two deliveries', detail: nameOf(story) });
    const row = committed.get(delivery.eventId);
    if (!delivery.type.startsWith('webhook.') && (row === undefined || !wants(endpoint, row))) found.push({ kind: 'phantom', detail: nameOf(story) });
  }
  for (const row of rows) {
    for (const endpoint of endpoints) {
      if (wants(endpoint, row) && !made.has(`${endpoint.path} ${row.id}`)) found.push({ kind: 'no delivery', detail: `${endpoint.path} ${row.id} (${row.type}, n ${row.n})` });
    }
  }
  // What was committed later for a key has the higher number: Kafka, fan-out and its repeats kept the order.
  const numberOf = (story: Story): number => committed.get(story.delivery.eventId)?.n as number;
  for (const [, line] of groupBy(stories.filter((story) => committed.has(story.delivery.eventId)), (story) => `${story.endpoint.path} ${story.delivery.key}`)) {
    line.reduce((before, story) => {
      if (numberOf(story) < numberOf(before)) found.push({ kind: 'key order', detail: `${nameOf(story)} was committed before ${nameOf(before)} and numbered after it` });
      return story;
    });
  }
  return found;
}

/** Of one endpoint: sequences without a gap, and for `ordering: key` first takings in order. */
function judgeOrder(endpoint: Endpoint, stories: Story[]): Difference[] {
  const found: Difference[] = [];
  stories.forEach((story, index) => {
    if (story.delivery.sequence !== index + 1) found.push({ kind: 'sequence', detail: `${nameOf(story)} stands at ${index + 1}` });
  });
  if (endpoint.head !== stories.length) found.push({ kind: 'sequence', detail: `${endpoint.path} has ${stories.length} deliveries and its head is ${endpoint.head}` });
  if (endpoint.ordering !== 'key') return found;
  for (const line of groupBy(stories, (story) => story.delivery.key).values()) {
    let last: { story: Story; place: number } | undefined;
    for (const story of line) {
      const first = story.requests.find(took);
      if (first === undefined) continue;
      const { place } = first;
      if (last !== undefined && place < last.place) found.push({ kind: 'key order', detail: `${nameOf(story)} was taken before ${nameOf(last.story)} of the same key ${story.delivery.key}` });
      else last = { story, place };
    }
  }
  return found;
}

function judgeStory(story: Story, held: ReadonlySet<string>): Difference[] {
  const { endpoint, delivery, attempts, requests, dead, retry } = story;
  const found: Difference[] = [];
  const tell = (kind: Difference['kind'], detail: string): void => void found.push({ kind, detail: `${nameOf(story)}: ${detail}` });
  const [logged, taken] = [attempts.filter((one) => one.outcome === 'delivered').length, requests.filter(took).length];
  const isWaiting = retry !== undefined || delivery.sequence > endpoint.settled;
  const told = `attempts ${attempts.map((one) => `${one.attempt} ${one.cause} ${one.outcome} ${one.status ?? '-'}`).join(', ')}; requests ${requests.map((one) => one.status).join(', ')}; retry ${JSON.stringify(retry)}`;
  if (dead !== undefined && retry !== undefined) tell('dead and waiting', told);
  if (dead === undefined && !isWaiting && (logged === 0 || taken === 0)) tell('lost', told);
  if (isWaiting && dead === undefined && !held.has(endpoint.path)) tell('stuck', told);
  if (requests.some((one) => one.sequence !== delivery.sequence)) tell('sequence told', `the server was told ${requests.map((one) => one.sequence).join(', ')}`);
  // A connection that had served before and is reset without a byte is tried once more by itself, on a new one: the same attempt.
  const resent = requests.filter((one) => !one.answered && one.reused).length;
  // One more may be under way, or have been since the log was read.
  if (requests.length > attempts.length + resent + (isWaiting ? 1 : 0)) tell('sent unlogged', told);
  for (const status of new Set(attempts.map((one) => one.status))) {
    const times = attempts.filter((one) => one.status === status).length;
    if (status !== null && requests.filter((one) => one.status === status).length < times) tell('answer invented', `${times} times ${status}; ${told}`);
  }
  if (attempts.some((one, index) => one.attempt !== index + 1)) tell('attempt numbers', told);
  // An end that we do not know, or did not know when the next attempt was made, may have been a yes.
  const unknown = attempts.filter((one) => one.status === null || one.cause === 'interrupted').length;
  if (taken - 1 > unknown + resent) tell('duplicate', told);
  return found;
}

function judgeRequests({ requests, endpoints }: Facts, stories: Story[]): Difference[] {
  const known = new Set(stories.map(({ endpoint, delivery }) => `${endpoint.path} ${delivery.eventId}`));
  const paths = new Set(endpoints.map(({ path }) => path));
  return requests.flatMap((request): Difference[] => [
    ...(request.valid ? [] : [{ kind: 'signature' as const, detail: `${request.path} ${request.id}` }]),
    ...(known.has(`${request.path} ${request.id}`) || !paths.has(request.path) ? [] : [{ kind: 'sent unlogged' as const, detail: `${request.path} ${request.id} has no delivery` }]),
  ]);
}

/** Every used-up schedule is told once, and no other: the ids of these events follow from what they tell of. */
function judgeExhausted({ endpoints, dead, deliveries }: Facts, stories: Story[]): Difference[] {
  const operations = endpoints.find(({ path }) => path === '/operations') as Endpoint;
  const told = new Set(stories.filter(({ endpoint }) => endpoint === operations).map(({ delivery }) => delivery.eventId));
  const byNo = new Map(endpoints.map((endpoint) => [endpoint.no, endpoint]));
  const types = new Map(deliveries.map((one) => [`${one.endpointNo} ${one.sequence}`, one.type]));
  const due = new Map(dead.filter((one) => one.reason === 'exhausted' && byNo.get(one.endpointNo)?.store === 'main' && !types.get(`${one.endpointNo} ${one.sequence}`)?.startsWith('webhook.')).map((one) => {
    const { id, path } = byNo.get(one.endpointNo) as Endpoint;
    return [createHash('sha256').update(`exhausted ${id} ${one.sequence} ${one.attempts}`).digest('hex').slice(0, 32), `${path} #${one.sequence}`];
  }));
  return [
    ...[...due].filter(([id]) => !told.has(id)).map(([, what]): Difference => ({ kind: 'exhausted told', detail: `${what} is dead and nobody was told` })),
    ...[...told].filter((id) => !due.has(id)).map((id): Difference => ({ kind: 'exhausted told', detail: `${id} tells of a dead letter that is none` })),
  ];
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** A few of each kind: enough to begin with. */
export function summary(differences: Difference[], perKindMax = 5): string {
  return [...groupBy(differences, ({ kind }) => kind)].map(([kind, all]) =>
    [`${kind}: ${all.length}`, ...all.slice(0, perKindMax).map(({ detail }) => `    ${detail}`)].join('\n')).join('\n');
}
