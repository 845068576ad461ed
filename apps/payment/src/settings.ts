import { readOpener } from '@qafila/auth/opener-from-settings';
import type { Opener } from '@qafila/auth/seal';
import { currencyExponent } from '@qafila/money/minor-units';
import { BadSetting, httpOrigin } from '@qafila/runtime/env';
import type { ServiceContext } from '@qafila/runtime/service';
import { readMasterKey } from '@qafila/vault/master-key';
import { Keys } from './keys.ts';

export interface SandboxSettings {
  url: string;
  /** The sandbox's address for customers' browsers. */
  publicUrl: string;
  secret: string;
}

export interface PaymentSettings {
  opener: Opener;
  keys: Keys;
  publicUrl: string;
  walletCurrency: string;
  feeBasisPoints: number;
  /** Undefined when there are no sandbox providers. Live mode never has them. */
  sandbox: SandboxSettings | undefined;
}

/** Reads the operator's settings. Call the returned function once all settings are read. */
export function readSettings({ settings, mode }: ServiceContext): () => PaymentSettings {
  const [masterKey, opener] = [readMasterKey(settings), readOpener(settings, 'payment')];
  const publicUrl = settings.text('PAYMENT_PUBLIC_URL');
  const walletCurrency = settings.text('PAYMENT_WALLET_CURRENCY', 'PKR');
  const feeBasisPoints = settings.integer('PAYMENT_FEE_BASIS_POINTS', 0, { max: 10_000 });
  const sandboxUrl = settings.optional('SANDBOX_URL');
  const sandboxPublicUrl = settings.optional('SANDBOX_PUBLIC_URL') ?? sandboxUrl;
  const secret = settings.optional('SANDBOX_SECRET');
  return () => {
    settings.check();
    if (sandboxUrl !== undefined && mode === 'live')
      throw new BadSetting('SANDBOX_URL must not be set where MODE is live, because its providers move no money');
    if (sandboxUrl !== undefined && secret === undefined)
      throw new BadSetting("SANDBOX_SECRET must be set with SANDBOX_URL, because it verifies the sandbox's calls");
    if (currencyExponent(walletCurrency) === undefined)
      throw new BadSetting('PAYMENT_WALLET_CURRENCY must be an ISO 4217 currency code');
    return {
      keys: new Keys(masterKey()),
      opener: opener(),
      publicUrl: httpOrigin('PAYMENT_PUBLIC_URL', publicUrl),
      walletCurrency,
      feeBasisPoints,
      sandbox:
        sandboxUrl === undefined
          ? undefined
          : {
              url: httpOrigin('SANDBOX_URL', sandboxUrl),
              publicUrl: httpOrigin('SANDBOX_PUBLIC_URL', sandboxPublicUrl as string),
              secret: secret as string,
            },
    };
  };
}
