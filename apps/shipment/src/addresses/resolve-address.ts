import { conflict, invalid, Refusal, unavailable } from '@qafila/envelopes/refusal';
import { SHORT_ADDRESS } from '../body/national-address.ts';
import { foldDigits, normalise } from '../body/text.ts';
import type { AddressBook } from './address-book.ts';
import type { NationalAddressAnswer } from './address.schema.ts';

/** What a short address stands for. Reads the text as the body of create is read. */
export async function resolveAddress(
  book: AddressBook,
  text: string,
  clock: () => number,
): Promise<NationalAddressAnswer> {
  const shortAddress = foldDigits(normalise(text));
  if (!SHORT_ADDRESS.is.test(shortAddress))
    throw invalid('short_address', `short_address must be ${SHORT_ADDRESS.expects}.`);
  const resolved = await book.resolve(shortAddress);
  switch (resolved.kind) {
    case 'found':
      return { shortAddress, ...resolved.address };
    case 'unknown':
    case 'unlisted':
      throw new Refusal(404, 'ADDRESS_NOT_FOUND', `The directory of addresses does not have ${shortAddress}.`);
    case 'off':
      throw conflict('ADDRESS_DIRECTORY_MISSING', 'This deployment has no directory of addresses.');
    case 'unanswered':
      throw unavailable(
        'The directory of addresses gave no answer in time.',
        Math.max(1, Math.ceil((resolved.askAgainAtMs - clock()) / 1_000)),
      );
  }
}
