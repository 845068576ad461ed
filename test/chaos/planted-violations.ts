import type { Attempt, Delivery, Facts, Request } from './facts.ts';
import type { Violation } from './check-invariants.ts';

interface SuccessfulDelivery {
  delivery: Delivery;
  request: Request;
  attempt: Attempt;
  path: string;
}

/** A delivery with one attempt and one successful request, not among the first of its endpoint. */
function successfulDelivery(
  facts: Facts,
  path = '/filtered',
  isCandidate: (delivery: Delivery) => boolean = () => true,
): SuccessfulDelivery {
  const endpoint = facts.endpoints.find((candidate) => candidate.path === path);
  for (const delivery of facts.deliveries.filter(({ endpointNo }) => endpointNo === endpoint?.no).slice(10)) {
    if (!isCandidate(delivery)) continue;
    const attempts = facts.attempts.filter(
      ({ endpointNo, sequence }) => endpointNo === delivery.endpointNo && sequence === delivery.sequence,
    );
    const requests = facts.requests.filter((request) => request.path === path && request.id === delivery.eventId);
    const [attempt, request] = [attempts[0], requests[0]];
    if (attempts.length === 1 && requests.length === 1 && attempt?.status === 200 && request !== undefined)
      return { delivery, request, attempt, path };
  }
  throw new Error(`${path} has no successful delivery`);
}

function remove<Item>(list: Item[], item: Item): void {
  list.splice(list.indexOf(item), 1);
}

function endpointOf(facts: Facts, { delivery }: SuccessfulDelivery): Facts['endpoints'][number] {
  return facts.endpoints.find(({ no }) => no === delivery.endpointNo) as Facts['endpoints'][number];
}

/** Each function plants one violation in correct facts. The check must report it under this kind. */
export const PLANTED_VIOLATIONS: Record<Violation['kind'], (facts: Facts) => void> = {
  'commit lost': (facts) => {
    facts.acknowledged.set('an event that is not stored', 0);
  },
  'no delivery': (facts) => {
    const { rows } = facts;
    rows.push({
      ...(rows.find(({ type, store }) => type === 'meter.created' && store === 'main') as Facts['rows'][number]),
      id: 'an event that was not delivered',
      n: rows.length + 1,
    });
  },
  phantom: (facts) => {
    const { eventId } = successfulDelivery(facts).delivery;
    facts.rows = facts.rows.filter(({ id }) => id !== eventId);
  },
  'two deliveries': (facts) => {
    const successful = successfulDelivery(facts);
    const endpoint = endpointOf(facts, successful);
    facts.deliveries.push({ ...successful.delivery, sequence: ++endpoint.head });
    endpoint.settled++;
  },
  lost: (facts) => {
    const { request, attempt } = successfulDelivery(facts);
    remove(facts.requests, request);
    remove(facts.attempts, attempt);
  },
  stuck: (facts) => {
    facts.retries.push({ ...successfulDelivery(facts).delivery, epoch: 0, parked: true, overdueMs: 0 });
  },
  sequence: (facts) => {
    endpointOf(facts, successfulDelivery(facts)).head++;
  },
  'sequence header': (facts) => {
    successfulDelivery(facts).request.sequence++;
  },
  'key order': (facts) => {
    const hasSuccessor = ({ endpointNo, sequence, key }: Delivery): boolean =>
      facts.deliveries.some(
        (other) => other.endpointNo === endpointNo && other.key === key && other.sequence > sequence,
      );
    const first = successfulDelivery(facts, '/ordered', hasSuccessor);
    first.request.place = facts.requests.length;
  },
  'sent unlogged': (facts) => {
    facts.requests.push({ ...successfulDelivery(facts).request, status: 500 });
  },
  'answer invented': (facts) => {
    successfulDelivery(facts).request.status = 500;
  },
  'attempt numbers': (facts) => {
    successfulDelivery(facts).attempt.attempt = 2;
  },
  duplicate: (facts) => {
    const { request, attempt } = successfulDelivery(facts);
    facts.requests.push({ ...request });
    facts.attempts.push({ ...attempt, attempt: 2, cause: 'retry' });
  },
  signature: (facts) => {
    successfulDelivery(facts).request.valid = false;
  },
  'exhausted notification': (facts) => {
    remove(facts.dead, facts.dead.find(({ reason }) => reason === 'exhausted') as Facts['dead'][number]);
  },
  'dead and waiting': (facts) => {
    facts.retries.push({ ...(facts.dead[0] as Facts['dead'][number]), epoch: 0, parked: false, overdueMs: 0 });
  },
};
