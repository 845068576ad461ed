import { Refusal } from '@qafila/envelopes/refusal';
import type { ProviderName } from '../companies.ts';
import { walletCode } from '../levers/wallet-levers.ts';

export function unknownReference(): Refusal {
  return new Refusal(404, 'not_found', 'Nothing exists under this reference.', { param: 'reference' });
}

export function duplicateReference(): Refusal {
  return new Refusal(
    409,
    'duplicate_reference',
    'This reference was used before with other values. Nothing was changed.',
    { param: 'reference' },
  );
}

export function illegalStatus(status: string): Refusal {
  return new Refusal(409, 'illegal_status', `Not possible while the status is ${status}.`);
}

/** ISO codes 91 and 96. Nothing is done and nothing is stored, so an inquiry answers 404. */
export function unavailableRefusal(provider: ProviderName, isoCode: string): Refusal {
  return new Refusal(402, 'unavailable', 'Unavailable. Nothing was done.', {
    details: { code: provider === 'walletprovider' ? walletCode(isoCode) : isoCode },
  });
}
