import type { DatabaseSpec } from '@qafila/runtime/database';
import { DeletedEndpoint, Endpoint, EndpointSecret } from './endpoints/endpoint.entity.ts';
import { Attempt, Delivery, StoredEvent } from './log/log.entity.ts';
import { DeadLetter, EndpointHead, EndpointTail, PartitionLease, Retry, RunningDispatcher } from './log/work.entity.ts';
import { Webhooks1700000000001 } from './migrations/0001-webhooks.ts';
// eslint-disable-next-line qafila/retired-words -- a released migration: the class name is stored
import { HealthBeginsAnew1700000000002 as HealthReset1700000000002 } from './migrations/0002-health-begins-anew.ts';
import { DeliveriesEnd1700000000003 } from './migrations/0003-deliveries-end.ts';
import { OutboxDeferred1700000000004 } from './migrations/0004-outbox-deferred.ts';
import { OwnEvents1700000000005 } from './migrations/0005-own-events.ts';
import { Filters1700000000006 } from './migrations/0006-filters.ts';
import { ClaimedRetries1700000000007 } from './migrations/0007-claimed-retries.ts';
import { OwnEvent, OwnEventType } from './own-events/own-event.entity.ts';
import { Replay } from './replays/replay.entity.ts';

/** The schema of this service. */
export const WEBHOOKS_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'webhooks',
  entities: [
    Attempt,
    DeadLetter,
    DeletedEndpoint,
    Delivery,
    Endpoint,
    EndpointHead,
    EndpointSecret,
    EndpointTail,
    OwnEvent,
    OwnEventType,
    PartitionLease,
    Replay,
    Retry,
    RunningDispatcher,
    StoredEvent,
  ],
  migrations: [
    Webhooks1700000000001,
    HealthReset1700000000002,
    DeliveriesEnd1700000000003,
    OutboxDeferred1700000000004,
    OwnEvents1700000000005,
    Filters1700000000006,
    ClaimedRetries1700000000007,
  ],
};
