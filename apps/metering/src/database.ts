import type { DatabaseSpec } from '@qafila/runtime/database';
import { LIMITS } from './limits.ts';
import { Bulk, BulkOutcome } from './bulk/bulk.entity.ts';
import { KeptQuarters } from './events/kept-quarters.entity.ts';
import { RankedUsage } from './events/ranked-usage.entity.ts';
import { ShortDigests } from './events/short-digests.entity.ts';
import { StoredUsageEvent } from './events/usage-event.entity.ts';
import { UsageRollup } from './events/usage-rollup.entity.ts';
import { Account } from './meter-definitions/account.entity.ts';
import { Meter, MeterVersion } from './meter-definitions/meter.entity.ts';
import { Metering1700000000001 } from './migrations/0001-metering.ts';
import { Charges1700000000002 } from './migrations/0002-charges.ts';
import { IdleMonths } from './periods/idle-months.entity.ts';
import { RankedUsage1700000000003 } from './migrations/0003-ranked-usage.ts';
import { OutboxDeferred1700000000004 } from './migrations/0004-outbox-deferred.ts';
import { ClosedMeanwhile1700000000005 } from './migrations/0005-closed-meanwhile.ts';
import { Retention1700000000006 } from './migrations/0006-retention.ts';
import { ShortDigests1700000000007 } from './migrations/0007-short-digests.ts';
import { UsagePeriod } from './periods/usage-period.entity.ts';
import { Plan, PlanMeter } from './plans/plan.entity.ts';
import { Subscription } from './plans/subscription.entity.ts';
import { PastSubscriptionStatus } from './plans/subscription-status.entity.ts';

/** The schema of this service. */
export const METERING_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'metering',
  entities: [
    Account,
    Bulk,
    BulkOutcome,
    IdleMonths,
    KeptQuarters,
    Meter,
    MeterVersion,
    PastSubscriptionStatus,
    Plan,
    PlanMeter,
    RankedUsage,
    ShortDigests,
    StoredUsageEvent,
    Subscription,
    UsagePeriod,
    UsageRollup,
  ],
  readers: { poolSize: LIMITS.readersMax, statementTimeoutMs: LIMITS.readTimeoutMs },
  migrations: [
    Metering1700000000001,
    Charges1700000000002,
    RankedUsage1700000000003,
    OutboxDeferred1700000000004,
    ClosedMeanwhile1700000000005,
    Retention1700000000006,
    ShortDigests1700000000007,
  ],
};
