import type { KeyObject } from 'node:crypto';
import { readOpener } from '@qafila/auth/opener-from-settings';
import { Sealer } from '@qafila/auth/seal';
import type { Opener } from '@qafila/auth/seal';
import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';
import type { ServiceContext } from '@qafila/runtime/service';
import { readMasterKey } from '@qafila/vault/master-key';
import { RETRY_SCHEDULE_SECONDS, scheduleTotalMs } from './delivery/retry-schedule.ts';
import { readEgressRules } from './egress/egress-rules.ts';
import type { EgressRules } from './egress/egress-rules.ts';

const HOUR_MS = 3_600_000;

export interface WebhooksSettings {
  databaseUrl: string;
  identityUrl: string;
  masterKey: KeyObject;
  sealer: Sealer;
  opener: Opener;
  egress: EgressRules;
  connectTimeoutMs: number;
  timeoutMs: number;
  scheduleSeconds: readonly number[];
  disableAfterMs: number;
  retentionDays: number;
  concurrencyDefault: number;
}

/** The operator's settings of this service. Call the returned function after all settings are read. */
export function readSettings({ settings, mode }: ServiceContext): () => WebhooksSettings {
  const [masterKey, opener] = [readMasterKey(settings), readOpener(settings, 'webhooks')];
  const privateKey = settings.text('WEBHOOKS_PRIVATE_KEY').replaceAll('\\n', '\n');
  const own = {
    databaseUrl: settings.text('DATABASE_URL'),
    identityUrl: settings.text('IDENTITY_URL'),
    egress: readEgressRules(settings, mode),
    connectTimeoutMs: settings.integer('WEBHOOK_CONNECT_TIMEOUT_MS', 5_000, { min: 100, max: 60_000 }),
    timeoutMs: settings.integer('WEBHOOK_TIMEOUT_MS', 15_000, { min: 100, max: 60_000 }),
    disableAfterMs: settings.integer('WEBHOOK_DISABLE_AFTER_HOURS', 120, { min: 1, max: 24 * 365 }) * HOUR_MS,
    // Longer than an outbox can be published again: an event repeated after its day was dropped would be delivered
    // twice.
    retentionDays: settings.integer('WEBHOOK_RETENTION_DAYS', 30, { min: 9, max: 3_650 }),
    concurrencyDefault: settings.integer('WEBHOOK_CONCURRENCY_DEFAULT', 64, { min: 1, max: 1_000 }),
  };
  const readScheduleSeconds = readSchedule(settings);
  return () => ({
    ...own,
    scheduleSeconds: withinRetention(readScheduleSeconds(), own.retentionDays),
    masterKey: masterKey(),
    opener: opener(),
    sealer: sealerFrom(privateKey),
  });
}

function readSchedule(settings: Settings): () => readonly number[] {
  const text = settings.optional('WEBHOOK_RETRY_SCHEDULE_SECONDS');
  return () => {
    if (text === undefined) return RETRY_SCHEDULE_SECONDS;
    const seconds = text.split(',').map(Number);
    if (
      seconds.length <= 50 &&
      seconds[0] === 0 &&
      seconds.every((delay) => Number.isFinite(delay) && delay >= 0 && delay <= 7 * 86_400)
    )
      return seconds;
    throw new BadSetting(
      'WEBHOOK_RETRY_SCHEDULE_SECONDS must be up to 50 delays in seconds, the first of which is 0, ' +
        'such as 0,5,300,1800',
    );
  };
}

/** A delivery must end before its event expires. */
function withinRetention(scheduleSeconds: readonly number[], retentionDays: number): readonly number[] {
  const daysMax = retentionDays - 1;
  if (scheduleTotalMs(scheduleSeconds) <= daysMax * 24 * HOUR_MS) return scheduleSeconds;
  throw new BadSetting(
    `WEBHOOK_RETRY_SCHEDULE_SECONDS must add up to less than WEBHOOK_RETENTION_DAYS (${retentionDays} days): ` +
      'shorten the schedule, or keep events longer',
  );
}

function sealerFrom(privateKey: string): Sealer {
  try {
    return new Sealer(privateKey, 'webhooks');
  } catch {
    throw new BadSetting('WEBHOOKS_PRIVATE_KEY must be the PEM of an Ed25519 private key');
  }
}
