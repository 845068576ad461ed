import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';
import { readMasterKey } from '@qafila/vault/master-key';
import { LIMITS } from './limits.ts';
import { keyRing } from './vault/key-ring.ts';
import type { KeyRing } from './vault/key-ring.ts';

/**
 * Reads the service's keys. Call the result after all settings are read, so that one error names every missing setting.
 */
export function readKeyRing(settings: Settings): () => KeyRing {
  const pepper = settings.text('KEY_PEPPER');
  const master = readMasterKey(settings);
  return () => {
    settings.check();
    // The error names the rule and never the value.
    if (pepper.length < LIMITS.pepperCharactersMin) {
      throw new BadSetting(`KEY_PEPPER must be at least ${LIMITS.pepperCharactersMin} characters long`);
    }
    return keyRing(pepper, master());
  };
}

export function readRateLimit(settings: Settings): number {
  return settings.integer('KEY_RATE_LIMIT_PER_SECOND', LIMITS.rateLimitPerSecondDefault, {
    min: 1,
    max: LIMITS.rateLimitPerSecondMax,
  });
}

export function readTokenSeconds(settings: Settings): number {
  return settings.integer('ACCESS_TOKEN_SECONDS', LIMITS.accessTokenSecondsDefault, {
    min: LIMITS.accessTokenSecondsMin,
    max: LIMITS.accessTokenSecondsMax,
  });
}
