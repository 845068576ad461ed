import { readOpener } from '@qafila/auth/opener-from-settings';
import type { Opener } from '@qafila/auth/seal';
import { BadSetting, httpOrigin } from '@qafila/runtime/env';
import type { ServiceContext } from '@qafila/runtime/service';
import { readMasterKey } from '@qafila/vault/master-key';
import type { KindSettings } from './couriers/courier-kinds.ts';
import type { AddressDirectory } from './addresses/address-directory.ts';
import { OfficialDirectory } from './addresses/official-directory.ts';
import { StageDirectory } from './addresses/stage-directory.ts';
import type { NoticeSenders } from './notices/channels.ts';
import { readSenders } from './notices/read-senders.ts';
import { Keys } from './keys.ts';

export interface ShipmentSettings {
  opener: Opener;
  keys: Keys;
  publicUrl: string;
  callbackUrl: string;
  nationalAddress: boolean;
  /** Resolves short addresses; undefined: none does. */
  addressDirectory: AddressDirectory | undefined;
  noticeSenders: NoticeSenders;
  courierKinds: KindSettings;
  /** Undefined: no sandbox couriers; always so in live mode. */
  sandbox: { url: string; secret: string } | undefined;
}

/**
 * Reads this service's settings. Call the returned function once all settings are read: it reports every error at once.
 */
export function readSettings({ settings, mode }: ServiceContext): () => ShipmentSettings {
  const [masterKey, opener] = [readMasterKey(settings), readOpener(settings, 'shipment')];
  const publicUrl = settings.text('SHIPMENT_PUBLIC_URL');
  // Couriers may need another origin than the printers that open labels.
  const callbackUrl = settings.optional('SHIPMENT_CALLBACK_URL');
  const nationalAddress =
    settings.oneOf('SHIPMENT_NATIONAL_ADDRESS', ['required', 'optional'], 'required') === 'required';
  const directory = settings.oneOf('NATIONAL_ADDRESS_DIRECTORY', ['off', 'stage', 'official'], 'off');
  const directoryKey = settings.optional('NATIONAL_ADDRESS_KEY');
  const directoryUrl = settings.text('NATIONAL_ADDRESS_URL', 'https://apina.address.gov.sa');
  const senders = readSenders(settings, mode);
  const karrioUrls = settings.optional('KARRIO_URLS');
  const smsaApiUrl = settings.optional('SMSA_API_URL');
  const sandboxUrl = settings.optional('SANDBOX_URL');
  const secret = settings.optional('SANDBOX_SECRET');
  return () => {
    settings.check();
    if (sandboxUrl !== undefined && mode === 'live')
      throw new BadSetting('SANDBOX_URL must not be set where MODE is live: its couriers move no goods');
    if (smsaApiUrl !== undefined && mode === 'live')
      throw new BadSetting('SMSA_API_URL must not be set where MODE is live: a simulation moves no goods');
    if (sandboxUrl !== undefined && secret === undefined)
      throw new BadSetting('SANDBOX_SECRET must be set with SANDBOX_URL: the sandbox signs its calls with it');
    return {
      opener: opener(),
      keys: new Keys(masterKey()),
      nationalAddress,
      addressDirectory: readDirectory({ directory, mode, key: directoryKey, url: directoryUrl }),
      noticeSenders: senders(),
      courierKinds: {
        karrioUrls: (karrioUrls ?? '')
          .split(',')
          .flatMap((url) => (url === '' ? [] : [httpOrigin('KARRIO_URLS', url.trim())])),
        smsaApiUrl: smsaApiUrl === undefined ? undefined : httpOrigin('SMSA_API_URL', smsaApiUrl),
      },
      publicUrl: httpOrigin('SHIPMENT_PUBLIC_URL', publicUrl),
      callbackUrl: httpOrigin('SHIPMENT_CALLBACK_URL', callbackUrl ?? publicUrl),
      sandbox:
        sandboxUrl === undefined ? undefined : { url: httpOrigin('SANDBOX_URL', sandboxUrl), secret: secret as string },
    };
  };
}

function readDirectory(given: {
  directory: 'off' | 'stage' | 'official';
  mode: string;
  key: string | undefined;
  url: string;
}): AddressDirectory | undefined {
  const { directory, mode, key, url } = given;
  if (directory === 'off') return undefined;
  if (directory === 'stage') {
    if (mode === 'live') throw new BadSetting('NATIONAL_ADDRESS_DIRECTORY must not be stage where MODE is live');
    return new StageDirectory();
  }
  if (key === undefined)
    throw new BadSetting('NATIONAL_ADDRESS_KEY must be set with NATIONAL_ADDRESS_DIRECTORY=official');
  return new OfficialDirectory({ url: httpOrigin('NATIONAL_ADDRESS_URL', url), key });
}
