import { createPublicKey } from 'node:crypto';
import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';
import { Opener } from './seal.ts';

/**
 * Reads the public key of the gateway, and those of services that call for themselves (`WEBHOOKS_PUBLIC_KEY`).
 * Environment files contain a PEM on one line. Call the returned function after all settings are read.
 */
export function readOpener(settings: Settings, audience: string, callers: readonly string[] = []): () => Opener {
  const read = (name: string): string => settings.text(name).replaceAll('\\n', '\n');
  const gateway = read('PRINCIPAL_PUBLIC_KEY');
  const services = callers.map((caller) => ({ caller, name: keyName(caller), pem: read(keyName(caller)) }));
  return () => {
    settings.check();
    checkKey('PRINCIPAL_PUBLIC_KEY', gateway);
    for (const { name, pem } of services) checkKey(name, pem);
    return new Opener(gateway, audience, Object.fromEntries(services.map(({ caller, pem }) => [caller, pem])));
  };
}

function keyName(service: string): string {
  return `${service.toUpperCase()}_PUBLIC_KEY`;
}

function checkKey(name: string, pem: string): void {
  try {
    createPublicKey(pem);
  } catch {
    throw new BadSetting(`${name} must be the PEM of an Ed25519 public key`);
  }
}
