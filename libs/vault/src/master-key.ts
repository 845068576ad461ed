import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';

const MASTER_KEY_BYTES = 32;

/** The key under which a service's stored secrets lie. Call the answer once all settings are read: what is missing is then told all at once. */
export function readMasterKey(settings: Settings): () => KeyObject {
  const text = settings.text('MASTER_KEY');
  return () => {
    settings.check();
    const bytes = Buffer.from(text, 'base64');
    // Node skips what is not base64; only a text that comes out the same again was meant. The rule is told without the value.
    if (bytes.length !== MASTER_KEY_BYTES || bytes.toString('base64') !== text) {
      throw new BadSetting(`MASTER_KEY must be ${MASTER_KEY_BYTES} bytes in base64 (openssl rand -base64 ${MASTER_KEY_BYTES})`);
    }
    return createSecretKey(bytes);
  };
}
