import type { ErrorKinds } from './error-kind.ts';

/** Codes of the webhooks service. */
export const WEBHOOKS_ERRORS = {
  too_many_endpoints: {
    status: 409,
    cause: 'The store has 10,000 webhook endpoints.',
    remedy: 'Delete one of them first.',
    example: 'A store may have 10000 endpoints; delete one first.',
  },
  endpoint_disabled: {
    status: 409,
    cause: 'The webhook endpoint is disabled: nothing is sent to it.',
    remedy: 'Resume the endpoint, then send the same request again.',
    example: 'This webhook endpoint is disabled (failing); resume it first, then send again.',
  },
  attempts_used_up: {
    status: 409,
    cause: 'The delivery has made 10,000 attempts, resends included.',
    remedy: "Read its event from the endpoint's events (`GET …/events`).",
    example:
      "This delivery has made 10000 attempts, as many as a delivery may; read its event from the endpoint's events " +
      'instead.',
  },
  too_many_replays: {
    status: 409,
    cause: 'Five replays of the webhook endpoint are running.',
    remedy: 'Wait until one is completed, or cancel one.',
    example: '5 replays of this webhook endpoint are running; wait for one, or cancel it.',
  },
  replay_completed: {
    status: 409,
    cause: 'The replay is completed.',
    remedy: 'There is nothing left to cancel.',
    example: 'This replay is completed: there is nothing left to cancel.',
  },
} as const satisfies ErrorKinds;
