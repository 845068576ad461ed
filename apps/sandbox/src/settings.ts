import { BadSetting, httpOrigin } from '@qafila/runtime/env';
import type { ServiceContext } from '@qafila/runtime/service';
import { Keys } from './keys.ts';
import { LIMITS } from './limits.ts';

export interface SandboxSettings {
  keys: Keys;
  /** The origin for customers' browsers; null: the address that the service listens on. */
  publicUrl: string | null;
  platformUrl: string;
  callbackOrigins: readonly string[];
  /** Null: every caller may use the control API. */
  controlKey: string | null;
  /** The length of a couriers' hour by the sandbox's clock. */
  courierHourMs: number;
  /** How long payments and parcels are kept after their last change. */
  retentionMs: number;
}

/** Reads the operator's settings. MODE live is refused before anything is opened. */
export function readSettings({ settings, mode }: ServiceContext): SandboxSettings {
  if (mode === 'live')
    throw new BadSetting('MODE is live: the sandbox moves no money and runs in stage only; do not deploy it here');
  const secret = settings.text('SANDBOX_SECRET');
  const platformUrl = settings.text('SANDBOX_PLATFORM_URL', 'http://127.0.0.1:8080');
  const publicUrl = settings.optional('SANDBOX_PUBLIC_URL');
  const origins = (settings.optional('SANDBOX_CALLBACK_ORIGINS') ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const controlKey = settings.optional('SANDBOX_CONTROL_KEY') ?? null;
  const courierHourMs = settings.integer('SANDBOX_COURIER_HOUR_MS', LIMITS.courierHourMsDefault, {
    min: 1,
    max: LIMITS.courierHourMsMax,
  });
  const retentionDays = settings.integer('SANDBOX_RETENTION_DAYS', LIMITS.retentionDaysDefault, {
    min: 1,
    max: LIMITS.retentionDaysMax,
  });
  settings.check();
  if (secret.length < LIMITS.secretCharactersMin)
    throw new BadSetting(`SANDBOX_SECRET must be at least ${LIMITS.secretCharactersMin} characters long`);
  return {
    keys: new Keys(secret),
    controlKey,
    courierHourMs,
    retentionMs: retentionDays * 24 * 3_600_000,
    platformUrl: httpOrigin('SANDBOX_PLATFORM_URL', platformUrl),
    publicUrl: publicUrl === undefined ? null : httpOrigin('SANDBOX_PUBLIC_URL', publicUrl),
    callbackOrigins: origins.map((text) => httpOrigin('SANDBOX_CALLBACK_ORIGINS', text)),
  };
}
