import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';

const MASTER_KEY_BYTES = 32;

/** The keys of a service while its master key changes. Only `current` seals; all of them open. */
export interface MasterKeys {
  current: KeyObject;
  /** The one before: boxes that are not sealed again yet. */
  previous: KeyObject | undefined;
  /** The one after: boxes of processes that have it already. */
  next: KeyObject | undefined;
}

/**
 * Reads the key that encrypts the stored secrets of a service. Call the returned function after all settings are read.
 */
export function readMasterKey(settings: Settings): () => KeyObject {
  const text = settings.text('MASTER_KEY');
  return () => {
    settings.check();
    return keyOf('MASTER_KEY', text);
  };
}

/** The same for a service whose master key can change while it runs. */
export function readMasterKeys(settings: Settings): () => MasterKeys {
  const current = readMasterKey(settings);
  const previous = settings.optional('MASTER_KEY_PREVIOUS');
  const next = settings.optional('MASTER_KEY_NEXT');
  return () => {
    const keys = {
      current: current(),
      previous: previous === undefined ? undefined : keyOf('MASTER_KEY_PREVIOUS', previous),
      next: next === undefined ? undefined : keyOf('MASTER_KEY_NEXT', next),
    };
    if (keys.previous !== undefined && keys.next !== undefined)
      throw new BadSetting('MASTER_KEY_PREVIOUS and MASTER_KEY_NEXT must not both be set: finish one change first');
    return keys;
  };
}

function keyOf(name: string, text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64');
  // Node ignores characters that are not base64, so compare with the canonical text. The message must not contain the
  // value.
  if (bytes.length !== MASTER_KEY_BYTES || bytes.toString('base64') !== text)
    throw new BadSetting(
      `${name} must be ${MASTER_KEY_BYTES} bytes in base64 (openssl rand -base64 ${MASTER_KEY_BYTES})`,
    );
  return createSecretKey(bytes);
}
