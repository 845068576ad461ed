import { createHash } from 'node:crypto';
import { wants } from './endpoints.ts';
import type { Attempt, DeadLetter, Delivery, Endpoint, Facts, Request, Retry } from './facts.ts';

export const VIOLATIONS = [
  /** An acknowledged commit is not in the database. */ 'commit lost',
  /** A committed event has no delivery to an endpoint that subscribes to it. */ 'no delivery',
  /** A delivery has no committed event, or its endpoint does not subscribe to it. */ 'phantom',
  /** An endpoint has several deliveries of one event. */ 'two deliveries',
  /** A delivery is neither delivered nor dead nor waiting. */ 'lost',
  /** A delivery waits although nothing delays it. */ 'stuck',
  'sequence',
  'sequence header',
  'key order',
  /** The server received more requests than the log has attempts. */ 'sent unlogged',
  /** The log has an answer that the server did not give. */ 'answer invented',
  /** The attempt numbers have a gap. */ 'attempt numbers',
  /** The server accepted a delivery twice, and no attempt with an unknown result explains it. */ 'duplicate',
  'signature',
  'exhausted notification',
  'dead and waiting',
] as const;

export type Violation = { kind: (typeof VIOLATIONS)[number]; detail: string };

/** Everything about one delivery, from the log and from the merchant's server. */
interface DeliveryHistory {
  endpoint: Endpoint;
  delivery: Delivery;
  attempts: Attempt[];
  requests: Request[];
  dead?: DeadLetter;
  retry?: Retry;
}

/**
 * Checks that committed events × matching endpoints = delivered ∪ dead ∪ waiting, and all other invariants. Pure.
 * `mayWait` contains the paths where deliveries may wait now.
 */
export function checkInvariants(facts: Facts, mayWait: ReadonlySet<string>): Violation[] {
  const histories = historiesOf(facts);
  return [
    ...checkFanOut(facts, histories),
    ...facts.endpoints.flatMap((endpoint) =>
      checkOrder(
        endpoint,
        histories.filter((history) => history.endpoint === endpoint),
      ),
    ),
    ...histories.flatMap((history) => checkHistory(history, mayWait)),
    ...checkRequests(facts, histories),
    ...checkExhausted(facts, histories),
  ];
}

export function historiesOf({ endpoints, deliveries, attempts, dead, retries, requests }: Facts): DeliveryHistory[] {
  const deliveryKey = (row: { endpointNo: number; sequence: number }): string => `${row.endpointNo} ${row.sequence}`;
  const attemptsByDelivery = groupBy(attempts, deliveryKey);
  const requestsByEvent = groupBy(requests, ({ path, id }) => `${path} ${id}`);
  const deadByDelivery = new Map(dead.map((row) => [deliveryKey(row), row]));
  const retryByDelivery = new Map(retries.map((row) => [deliveryKey(row), row]));
  const byNo = new Map(endpoints.map((endpoint) => [endpoint.no, endpoint]));
  return deliveries.map((delivery) => {
    const endpoint = byNo.get(delivery.endpointNo) as Endpoint;
    const key = deliveryKey(delivery);
    return {
      endpoint,
      delivery,
      attempts: attemptsByDelivery.get(key) ?? [],
      requests: requestsByEvent.get(`${endpoint.path} ${delivery.eventId}`) ?? [],
      dead: deadByDelivery.get(key),
      retry: retryByDelivery.get(key),
    };
  });
}

const nameOf = ({ endpoint, delivery }: DeliveryHistory): string =>
  `${endpoint.path} #${delivery.sequence} ${delivery.eventId}`;
const isAccepted = (request: Request): boolean => request.status === 200;

function checkFanOut({ rows, acknowledged, endpoints }: Facts, histories: DeliveryHistory[]): Violation[] {
  const found: Violation[] = [];
  const committed = new Map(rows.map((row) => [row.id, row]));
  for (const id of acknowledged.keys()) if (!committed.has(id)) found.push({ kind: 'commit lost', detail: id });
  const made = new Map<string, number>();
  for (const history of histories) {
    const { endpoint, delivery } = history;
    const pair = `${endpoint.path} ${delivery.eventId}`;
    made.set(pair, (made.get(pair) ?? 0) + 1);
    if (made.get(pair) === 2) found.push({ kind: 'two deliveries', detail: nameOf(history) });
    const row = committed.get(delivery.eventId);
    if (!delivery.type.startsWith('webhook.') && (row === undefined || !wants(endpoint, row)))
      found.push({ kind: 'phantom', detail: nameOf(history) });
  }
  for (const row of rows) {
    for (const endpoint of endpoints) {
      if (wants(endpoint, row) && !made.has(`${endpoint.path} ${row.id}`))
        found.push({ kind: 'no delivery', detail: `${endpoint.path} ${row.id} (${row.type}, n ${row.n})` });
    }
  }
  // A later commit for a key has a higher sequence: Kafka, the fan-out and its repetitions keep the order.
  const numberOf = (history: DeliveryHistory): number => committed.get(history.delivery.eventId)?.n as number;
  for (const [, sameKey] of groupBy(
    histories.filter((history) => committed.has(history.delivery.eventId)),
    (history) => `${history.endpoint.path} ${history.delivery.key}`,
  )) {
    sameKey.reduce((before, history) => {
      if (numberOf(history) < numberOf(before))
        found.push({
          kind: 'key order',
          detail: `${nameOf(history)} was committed before ${nameOf(before)} and numbered after it`,
        });
      return history;
    });
  }
  return found;
}

/** Sequences of an endpoint have no gap; with `ordering: key` the first acceptances are in order. */
function checkOrder(endpoint: Endpoint, histories: DeliveryHistory[]): Violation[] {
  const found: Violation[] = [];
  histories.forEach((history, index) => {
    if (history.delivery.sequence !== index + 1)
      found.push({ kind: 'sequence', detail: `${nameOf(history)} is at position ${index + 1}` });
  });
  if (endpoint.head !== histories.length)
    found.push({
      kind: 'sequence',
      detail: `${endpoint.path} has ${histories.length} deliveries and its head is ${endpoint.head}`,
    });
  if (endpoint.ordering !== 'key') return found;
  for (const sameKey of groupBy(histories, (history) => history.delivery.key).values()) {
    let last: { history: DeliveryHistory; place: number } | undefined;
    for (const history of sameKey) {
      const first = history.requests.find(isAccepted);
      if (first === undefined) continue;
      const { place } = first;
      if (last !== undefined && place < last.place)
        found.push({
          kind: 'key order',
          detail: `${nameOf(history)} was accepted before ${nameOf(last.history)}, key ${history.delivery.key}`,
        });
      else last = { history, place };
    }
  }
  return found;
}

function checkHistory(history: DeliveryHistory, mayWait: ReadonlySet<string>): Violation[] {
  const { endpoint, delivery, attempts, requests, dead, retry } = history;
  const isWaiting = retry !== undefined || delivery.sequence > endpoint.settled;
  const isDelivered = attempts.some(({ outcome }) => outcome === 'delivered') && requests.some(isAccepted);
  const kinds: Violation['kind'][] = [];
  if (dead !== undefined && retry !== undefined) kinds.push('dead and waiting');
  if (dead === undefined && !isWaiting && !isDelivered) kinds.push('lost');
  if (isWaiting && dead === undefined && !mayWait.has(endpoint.path)) kinds.push('stuck');
  if (requests.some(({ sequence }) => sequence !== delivery.sequence)) kinds.push('sequence header');
  return [...kinds, ...checkAttempts(history, isWaiting)].map((kind) => ({
    kind,
    detail: `${nameOf(history)}: ${describeHistory(history)}`,
  }));
}

/** Compares the attempts in the log with the requests that the server received. */
function checkAttempts({ attempts, requests }: DeliveryHistory, isWaiting: boolean): Violation['kind'][] {
  const kinds: Violation['kind'][] = [];
  // A reset on a reused connection before any byte is repeated once on a new connection, within the same attempt.
  const repeated = requests.filter(({ answered, reused }) => !answered && reused).length;
  // If the delivery waits, one more attempt may have started since the log was read.
  if (requests.length > attempts.length + repeated + (isWaiting ? 1 : 0)) kinds.push('sent unlogged');
  const countOf = (list: { status: number | null }[], status: number | null): number =>
    list.filter((item) => item.status === status).length;
  for (const status of new Set(attempts.map((attempt) => attempt.status)))
    if (status !== null && countOf(requests, status) < countOf(attempts, status)) kinds.push('answer invented');
  if (attempts.some(({ attempt }, index) => attempt !== index + 1)) kinds.push('attempt numbers');
  // An attempt whose result was unknown when the next one started may have been accepted.
  const unknown = attempts.filter(({ status, cause }) => status === null || cause === 'interrupted').length;
  if (requests.filter(isAccepted).length - 1 > unknown + repeated) kinds.push('duplicate');
  return kinds;
}

function describeHistory({ attempts, requests, retry }: DeliveryHistory): string {
  const logged = attempts.map(
    ({ attempt, cause, outcome, status }) => `${attempt} ${cause} ${outcome} ${status ?? '-'}`,
  );
  const received = requests.map(({ sequence, status }) => `#${sequence} ${status}`);
  return `attempts ${logged.join(', ')}; requests ${received.join(', ')}; retry ${JSON.stringify(retry)}`;
}

function checkRequests({ requests, endpoints }: Facts, histories: DeliveryHistory[]): Violation[] {
  const known = new Set(histories.map(({ endpoint, delivery }) => `${endpoint.path} ${delivery.eventId}`));
  const paths = new Set(endpoints.map(({ path }) => path));
  return requests.flatMap((request): Violation[] => [
    ...(request.valid ? [] : [{ kind: 'signature' as const, detail: `${request.path} ${request.id}` }]),
    ...(known.has(`${request.path} ${request.id}`) || !paths.has(request.path)
      ? []
      : [{ kind: 'sent unlogged' as const, detail: `${request.path} ${request.id} has no delivery` }]),
  ]);
}

/** Each exhausted retry schedule has exactly one notification, whose id follows from the delivery and its attempts. */
function checkExhausted({ endpoints, dead, deliveries }: Facts, histories: DeliveryHistory[]): Violation[] {
  const operations = endpoints.find(({ path }) => path === '/operations') as Endpoint;
  const notified = new Set(
    histories.filter(({ endpoint }) => endpoint === operations).map(({ delivery }) => delivery.eventId),
  );
  const byNo = new Map(endpoints.map((endpoint) => [endpoint.no, endpoint]));
  const types = new Map(deliveries.map(({ endpointNo, sequence, type }) => [`${endpointNo} ${sequence}`, type]));
  const needsNotification = ({ endpointNo, sequence, reason }: DeadLetter): boolean =>
    reason === 'exhausted' &&
    byNo.get(endpointNo)?.store === 'main' &&
    !types.get(`${endpointNo} ${sequence}`)?.startsWith('webhook.');
  const expected = new Map(
    dead.filter(needsNotification).map(({ endpointNo, sequence, attempts }) => {
      const { id, path } = byNo.get(endpointNo) as Endpoint;
      const hash = createHash('sha256').update(`exhausted ${id} ${sequence} ${attempts}`).digest('hex');
      return [hash.slice(0, 32), `${path} #${sequence}`];
    }),
  );
  const kind = 'exhausted notification';
  return [
    ...[...expected]
      .filter(([id]) => !notified.has(id))
      .map(([, delivery]): Violation => ({ kind, detail: `${delivery} is dead, without a notification` })),
    ...[...notified]
      .filter((id) => !expected.has(id))
      .map((id): Violation => ({ kind, detail: `${id} reports a dead letter that does not exist` })),
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

/** The first violations of each kind. */
export function summary(violations: Violation[], perKindMax = 5): string {
  return [...groupBy(violations, ({ kind }) => kind)]
    .map(([kind, all]) =>
      [`${kind}: ${all.length}`, ...all.slice(0, perKindMax).map(({ detail }) => `    ${detail}`)].join('\n'),
    )
    .join('\n');
}
