import { Text } from '@qafila/schema/text-fields';

const ANY_TEXT = { charactersMin: 0, charactersMax: 1_048_576 };

/** Body of the gateway's request. A key of any other shape is answered as an unknown key, not as an invalid field. */
export class ResolveKeyBody {
  @Text({ ...ANY_TEXT, description: 'The key as the client sent it.' })
  api_key!: string;

  @Text({ ...ANY_TEXT, description: 'The account that the client named.' })
  account_id!: string;
}
