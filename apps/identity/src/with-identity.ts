import type { Principal } from '@qafila/auth/principal';
import { openDatabase } from '@qafila/runtime/database';
import { MODES, Settings } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { LOG_LEVELS, createLogger } from '@qafila/runtime/log';
import { IDENTITY_DATABASE } from './database.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import { readKeyRing, readRateLimit } from './settings.ts';

/** What a command gives to every key that it creates. */
export interface KeySettings {
  mode: Principal['mode'];
  rateLimitPerSecond: number;
}

/** Runs a command with its own connections, in the environment of the service. */
export async function withIdentity<T>(
  environment: Environment,
  work: (dependencies: IdentityDependencies, key: KeySettings) => Promise<T>,
): Promise<T> {
  const settings = new Settings(environment);
  const mode = settings.oneOf('MODE', MODES, 'stage');
  const log = createLogger('identity', settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'));
  const url = settings.text('DATABASE_URL');
  const rateLimitPerSecond = readRateLimit(settings);
  const ring = readKeyRing(settings)();
  const { source, close } = await openDatabase({ ...IDENTITY_DATABASE, url, poolSize: 2 }, log);
  try {
    return await work({ source, ring, mode }, { mode, rateLimitPerSecond });
  } finally {
    await close();
  }
}
