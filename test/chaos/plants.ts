import type { Attempt, Delivery, Facts, Request } from './facts.ts';
import type { Difference } from './judge.ts';

interface Plain { delivery: Delivery; request: Request; attempt: Attempt; path: string }

/** A delivery that went as it should: one attempt, one request, in the middle of its endpoint's line. */
function plain(facts: Facts, path = '/filtered', skip = 10): Plain {
  const endpoint = facts.endpoints.find((one) => one.path === path);
  for (const delivery of facts.deliveries.filter(({ endpointNo }) => endpointNo === endpoint?.no).slice(skip)) {
    const attempts = facts.attempts.filter((one) => one.endpointNo === delivery.endpointNo && one.sequence === delivery.sequence);
    const requests = facts.requests.filter((one) => one.path === path && one.id === delivery.eventId);
    const [attempt, request] = [attempts[0], requests[0]];
    if (attempts.length === 1 && requests.length === 1 && attempt?.status === 200 && request !== undefined) return { delivery, request, attempt, path };
  }
  throw new Error(`nothing at ${path} went as it should`);
}

function remove<Item>(list: Item[], item: Item): void {
  list.splice(list.indexOf(item), 1);
}

function endpointOf(facts: Facts, { delivery }: Plain): Facts['endpoints'][number] {
  return facts.endpoints.find(({ no }) => no === delivery.endpointNo) as Facts['endpoints'][number];
}

/** One wrong each, planted in balanced facts: the judge must find it and name it so. */
export const PLANTS: Record<Difference['kind'], (facts: Facts) => void> = {
  'commit lost': (facts) => { facts.acknowledged.set('an event that nobody has', 0); },
  'no delivery': (facts) => {
    const { rows } = facts;
    rows.push({ ...(rows.find(({ type, store }) => type === 'meter.created' && store === 'main') as Facts['rows'][number]), id: 'an event that nobody got', n: rows.length + 1 });
  },
  'phantom': (facts) => {
    const { eventId } = plain(facts).delivery;
    facts.rows = facts.rows.filter(({ id }) => id !== eventId);
  },
  'two deliveries': (facts) => {
    const one = plain(facts);
    const endpoint = endpointOf(facts, one);
    facts.deliveries.push({ ...one.delivery, sequence: ++endpoint.head });
    endpoint.settled++;
  },
  'lost': (facts) => {
    const { request, attempt } = plain(facts);
    remove(facts.requests, request);
    remove(facts.attempts, attempt);
  },
  'stuck': (facts) => { facts.retries.push({ ...plain(facts).delivery, epoch: 0, parked: true, overdueMs: 0 }); },
  'sequence': (facts) => { endpointOf(facts, plain(facts)).head++; },
  'sequence told': (facts) => { plain(facts).request.sequence++; },
  'key order': (facts) => {
    const first = plain(facts, '/ordered');
    first.request.place = facts.requests.length;
  },
  'sent unlogged': (facts) => { facts.requests.push({ ...plain(facts).request, status: 500 }); },
  'answer invented': (facts) => { plain(facts).request.status = 500; },
  'attempt numbers': (facts) => { plain(facts).attempt.attempt = 2; },
  'duplicate': (facts) => {
    const { request, attempt } = plain(facts);
    facts.requests.push({ ...request });
    facts.attempts.push({ ...attempt, attempt: 2, cause: 'retry' });
  },
  'signature': (facts) => { plain(facts).request.valid = false; },
  'exhausted told': (facts) => { remove(facts.dead, facts.dead.find(({ reason }) => reason === 'exhausted') as Facts['dead'][number]); },
  'dead and waiting': (facts) => { facts.retries.push({ ...(facts.dead[0] as Facts['dead'][number]), epoch: 0, parked: false, overdueMs: 0 }); },
};
