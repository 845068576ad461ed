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
  event_type_exists: {
    status: 409,
    cause: 'The store has registered an event type of this name.',
    remedy: 'Change it with PATCH, or choose another name.',
    example: 'The event type custom.order.shipped is registered; change it with PATCH.',
  },
  too_many_event_types: {
    status: 409,
    cause: 'The store has 500 event types of its own.',
    remedy: 'Delete one of them first.',
    example: 'A store may have 500 event types of its own; delete one first.',
  },
  event_id_reused: {
    status: 409,
    cause: 'Another event was published with this `event_id`.',
    remedy: 'Send each event under an id of its own. The same event sent again is answered with 202.',
    example: 'Another event has the event_id "order-1001-shipped"; send this one under an id of its own.',
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
