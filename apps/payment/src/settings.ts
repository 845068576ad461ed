import { readOpener } from '@qafila/auth/opener-from-settings';
import type { Opener } from '@qafila/auth/seal';
import { currencyExponent, MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import { BadSetting, httpOrigin } from '@qafila/runtime/env';
import type { ServiceContext } from '@qafila/runtime/service';
import { readMasterKeys } from '@qafila/vault/master-key';
import type { MasterKeys } from '@qafila/vault/master-key';

export interface SandboxSettings {
  url: string;
  /** The sandbox's address for customers' browsers. */
  publicUrl: string;
  secret: string;
}

export interface PaymentSettings {
  opener: Opener;
  masterKeys: MasterKeys;
  publicUrl: string;
  walletCurrency: string;
  feeBasisPoints: number;
  /** By currency, in minor units: a decision about more than this needs a second key. Without an entry it is zero. */
  secondKeyAbove: ReadonlyMap<string, bigint>;
  /** Undefined when there are no sandbox providers. Live mode never has them. */
  sandbox: SandboxSettings | undefined;
  /** Where Stripe is simulated. Undefined: Stripe itself. Live mode never simulates it. */
  stripeApiUrl: string | undefined;
}

/** Reads the operator's settings. Call the returned function once all settings are read. */
export function readSettings({ settings, mode }: ServiceContext): () => PaymentSettings {
  const [masterKeys, opener] = [readMasterKeys(settings), readOpener(settings, 'payment')];
  const publicUrl = settings.text('PAYMENT_PUBLIC_URL');
  const walletCurrency = settings.text('PAYMENT_WALLET_CURRENCY', 'PKR');
  const feeBasisPoints = settings.integer('PAYMENT_FEE_BASIS_POINTS', 0, { max: 10_000 });
  const secondKeyAbove = settings.optional('PAYMENT_REVIEW_SECOND_KEY_ABOVE');
  const sandboxUrl = settings.optional('SANDBOX_URL');
  const sandboxPublicUrl = settings.optional('SANDBOX_PUBLIC_URL') ?? sandboxUrl;
  const secret = settings.optional('SANDBOX_SECRET');
  const stripeApiUrl = settings.optional('STRIPE_API_URL');
  return () => {
    settings.check();
    if (sandboxUrl !== undefined && mode === 'live')
      throw new BadSetting('SANDBOX_URL must not be set where MODE is live, because its providers move no money');
    if (stripeApiUrl !== undefined && mode === 'live')
      throw new BadSetting('STRIPE_API_URL must not be set where MODE is live, because a simulation moves no money');
    if (sandboxUrl !== undefined && secret === undefined)
      throw new BadSetting("SANDBOX_SECRET must be set with SANDBOX_URL, because it verifies the sandbox's calls");
    if (currencyExponent(walletCurrency) === undefined)
      throw new BadSetting('PAYMENT_WALLET_CURRENCY must be an ISO 4217 currency code');
    return {
      masterKeys: masterKeys(),
      opener: opener(),
      publicUrl: httpOrigin('PAYMENT_PUBLIC_URL', publicUrl),
      walletCurrency,
      feeBasisPoints,
      stripeApiUrl: stripeApiUrl === undefined ? undefined : httpOrigin('STRIPE_API_URL', stripeApiUrl),
      secondKeyAbove: readLimits('PAYMENT_REVIEW_SECOND_KEY_ABOVE', secondKeyAbove),
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

/** Reads `SAR=1000,KWD=75.500`: amounts in major units by currency. */
function readLimits(name: string, text = ''): ReadonlyMap<string, bigint> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return new Map(
    entries.map((entry) => {
      const [currency = '', amount = ''] = entry.split('=').map((part) => part.trim());
      if (currencyExponent(currency) === undefined || !/^\d+(\.\d+)?$/.test(amount)) throw badLimit(name, entry);
      try {
        return [currency, toMinorUnits(amount, currency)];
      } catch (error) {
        throw error instanceof MoneyRefusal ? badLimit(name, entry) : error;
      }
    }),
  );
}

function badLimit(name: string, entry: string): BadSetting {
  return new BadSetting(
    `${name} must be amounts in major units by currency, such as SAR=1000,KWD=75.500, not ${JSON.stringify(entry)}`,
  );
}
