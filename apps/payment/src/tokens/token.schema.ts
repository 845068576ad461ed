import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

/** A setup that is not complete is not listed as a token. */
export const TOKEN_STATES = ['active', 'suspended', 'revoked'] as const;

/** Query of list. */
export class ListWalletTokensQuery extends ListQuery {
  @Text({
    description: 'Only tokens of this phone number. Characters that are no digits are ignored.',
    example: '+12025550123',
    charactersMax: LIMITS.textCharactersMax,
    optional: true,
  })
  phone?: string;
}

/** A wallet token on the wire. Its value is not shown: only one notification delivers it. */
export class WalletTokenAnswer {
  @Text({ description: 'The id of the token. It is not the value with which you charge.', example: 'tok_01KAB3X4Y5Z6' })
  _id!: string;

  @Choice(['wallet_token'], { description: 'What this object is.' })
  object_name!: 'wallet_token';

  @Text({ description: 'The wallet.', example: 'walletprovider' })
  wallet_type!: string;

  @Choice(TOKEN_STATES, {
    description:
      `\`suspended\` after ${LIMITS.hardDeclinesMax} consecutive declines for which no retry can help; \`revoked\` ` +
      'by you or by a newer token. Neither can be charged.',
  })
  state!: (typeof TOKEN_STATES)[number];

  @Text({ description: 'The phone number of the wallet, masked.', example: '••••••••01' })
  phone!: string;

  @Text({ description: 'The store of the token.', example: 'st_01KAB3X4Y5Z6' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the token.' })
  mode!: 'stage' | 'live';

  @Text({ description: 'The account of the store.', example: '5f1d7a3b9c2e4680' })
  account_id!: string;

  @Moment({ description: 'When its setup was started.' })
  createdAt!: string;

  @Moment({ description: 'When it was last changed.' })
  updatedAt!: string;
}
