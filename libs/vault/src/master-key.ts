import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';

const MASTER_KEY_BYTES = 32;

/**
 * Reads the key that encrypts the stored secrets of a service. Call the returned function after all settings are read.
 */
export function readMasterKey(settings: Settings): () => KeyObject {
  const text = settings.text('MASTER_KEY');
  return () => {
    settings.check();
    const bytes = Buffer.from(text, 'base64');
    // Node ignores characters that are not base64, so compare with the canonical text. The message must not contain the
    // value.
    if (bytes.length !== MASTER_KEY_BYTES || bytes.toString('base64') !== text) {
      throw new BadSetting(
        `MASTER_KEY must be ${MASTER_KEY_BYTES} bytes in base64 (openssl rand -base64 ${MASTER_KEY_BYTES})`,
      );
    }
    return createSecretKey(bytes);
  };
}
