import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';
import { Opener } from './seal.ts';

/** The public half of the gateway's sealing key. Environment files keep a PEM on one line. Call the answer once all settings are read. */
export function readOpener(settings: Settings, audience: string): () => Opener {
  const pem = settings.text('PRINCIPAL_PUBLIC_KEY').replaceAll('\\n', '\n');
  return () => {
    settings.check();
    try {
      return new Opener(pem, audience);
    } catch {
      throw new BadSetting('PRINCIPAL_PUBLIC_KEY must be the PEM of an Ed25519 public key');
    }
  };
}
