import { truncate } from '@qafila/runtime/truncate';
import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { ADDRESSES } from '../limits.ts';
import type { AddressDirectory, AddressWords, NationalAddress } from './address-directory.ts';

/** As the documentation of the API names it. */
const PATH = '/NationalAddress/NationalAddressByShortAddress/NationalAddressByShortAddress';

/**
 * The API of the National Address (api.address.gov.sa, "National Address By Short Address"). It answers in one language
 * at a time. The key is sent as a header, which no log of addresses has.
 */
export class OfficialDirectory implements AddressDirectory {
  readonly isComplete = true;

  constructor(private readonly options: { url: string; key: string }) {}

  async find(shortAddress: string, signal: AbortSignal): Promise<NationalAddress | null> {
    const [arabic, english] = await Promise.all([
      this.#ask(shortAddress, 'A', signal),
      this.#ask(shortAddress, 'E', signal),
    ]);
    if (arabic === undefined || english === undefined) return null;
    return {
      buildingNumber: text(arabic, 'BuildingNumber'),
      additionalNumber: text(arabic, 'AdditionalNumber'),
      postalCode: text(arabic, 'PostCode'),
      ar: wordsOf(arabic),
      en: wordsOf(english),
    };
  }

  async #ask(shortAddress: string, language: 'A' | 'E', signal: AbortSignal): Promise<Fields | undefined> {
    const url = new URL(PATH, this.options.url);
    url.search = String(
      new URLSearchParams({ format: 'json', language, encode: 'utf8', page: '1', shortaddress: shortAddress }),
    );
    const answer = await fetch(url, {
      headers: { accept: 'application/json', api_key: this.options.key },
      redirect: 'error',
      signal,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200 || bytes.length > ADDRESSES.answerBytesMax)
      throw new Error(`the directory answered ${answer.status} with ${bytes.length} bytes`);
    const body = fieldsOf(parseStrict(decodeUtf8(bytes), { numbers: 'exact' }));
    if (body['success'] !== true) throw new Error('the directory reports no success');
    const [first] = listOf(body['Addresses']);
    return first === undefined ? undefined : fieldsOf(first);
  }
}

function wordsOf(fields: Fields): AddressWords {
  return { street: text(fields, 'Street'), district: text(fields, 'District'), city: text(fields, 'City') };
}

function text(fields: Fields, name: string): string {
  return truncate(textOf(fields[name]).trim(), ADDRESSES.textCharactersMax);
}
