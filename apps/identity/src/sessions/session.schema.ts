import { ROLES } from '@qafila/auth/principal';
import type { Principal, Role, Scope } from '@qafila/auth/principal';
import { Whole } from '@qafila/schema/number-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Flag, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { LANGUAGES } from '../people/person.entity.ts';
import type { Language } from '../people/person.entity.ts';

const EMAIL = { description: 'The e-mail address of the person.', example: 'mona@example.com' };
const ACCOUNT_ID = { description: 'The account.', example: '0123456789abcdef' };
const STORE_ID = { description: 'The store.', example: 'str_9f86d081884c7d65' };
const STATES = ['signed_in', 'second_factor'] as const;

/** Body of the gateway's request. A token of any shape that ours do not have is answered as an unknown one. */
export class ResolveSessionBody {
  @Text({ description: 'The value of the cookie.', charactersMin: 0, charactersMax: 1_048_576 })
  token!: string;
}

/** Body of signing in. */
export class SignInBody {
  @Text({ ...EMAIL, charactersMax: LIMITS.emailCharactersMax })
  email!: string;

  @Text({ description: 'The password.', example: 'correct horse', charactersMax: LIMITS.passwordCharactersMax })
  password!: string;
}

/** Body of switching. */
export class SwitchSessionBody {
  @Text({ ...ACCOUNT_ID, optional: true })
  account_id?: string;

  @Text({ ...STORE_ID, optional: true })
  store_id?: string;
}

/** Body of confirming. */
export class ConfirmSessionBody {
  @Text({ description: 'The password.', example: 'correct horse', charactersMax: LIMITS.passwordCharactersMax })
  password!: string;
}

/** Who is signed in. */
export class SessionPerson {
  @Text({ description: 'The id of the person.', example: 'usr_4680aa55c3d15f1d' })
  id!: string;

  @Text({ description: 'The name of the person.', example: 'Mona Saleh' })
  name!: string;

  @Text(EMAIL)
  email!: string;

  @Choice(LANGUAGES, { description: 'The language of mails and, at first, of the pages.' })
  language!: Language;

  @Flag({ description: 'Whether the person has a password.', example: true })
  has_password!: boolean;

  @Flag({ description: 'Whether signing in needs a code of an authenticator app too.', example: false })
  has_totp!: boolean;

  @Whole({ description: 'How many passkeys the person has.', example: 0, min: 0, max: 100 })
  passkeys!: number;
}

/** An account of the person. */
export class SessionAccount {
  @Text(ACCOUNT_ID)
  id!: string;

  @Text({ description: 'The code that service accounts send as `companyCode`.', example: 'demo-1a2b3c4d' })
  company_code!: string;

  @Text({ description: 'The name of the account.', example: 'Demo merchant' })
  name!: string;
}

/** An account to which the session can switch. */
export class SessionAccountChoice extends SessionAccount {
  @Choice(ROLES, { description: 'The role of the person there.' })
  role!: Role;
}

/** A store of the account. */
export class SessionStore {
  @Text(STORE_ID)
  id!: string;

  @Text({ description: 'The name of the store.', example: 'Demo store' })
  name!: string;

  @Text({ description: 'The colour of its pages; null for the usual one.', example: '#0f766e', nullable: true })
  colour!: string | null;
}

/** The session: who, where, and what is allowed. */
export class SessionAnswer {
  @Nested(() => SessionPerson, { description: 'Who is signed in.' })
  person!: SessionPerson;

  @Nested(() => SessionAccount, { description: 'The account in which the person works.' })
  account!: SessionAccount;

  @Nested(() => SessionStore, { description: 'The store in which the person works.' })
  store!: SessionStore;

  @List(nestedRule(() => SessionStore), {
    description: 'The stores of the account, by name.',
    itemsMax: LIMITS.storesListedMax,
  })
  stores!: SessionStore[];

  @List(nestedRule(() => SessionAccountChoice), {
    description: 'The accounts of the person, by name.',
    itemsMax: LIMITS.accountsListedPerPersonMax,
  })
  accounts!: SessionAccountChoice[];

  @Choice(ROLES, { description: 'The role of the person in the account.' })
  role!: Role;

  @List(textRule(), { description: 'What the person may do.', itemsMax: 100, example: ['payments:read'] })
  scopes!: Scope[];

  @Choice(['stage', 'live'], { description: 'The mode of this deployment.' })
  mode!: Principal['mode'];

  @Text({ description: 'For the header `x-csrf-token` of every request but GET; another one after a switch.' })
  csrf_token!: string;

  @Moment({ description: 'When the person last proved who they are.' })
  confirmed_at!: string;

  @Moment({ description: 'When the session ends at the latest.' })
  expires_at!: string;
}

/** Answer of signing in. */
export class SignInAnswer {
  @Choice(STATES, { description: 'Whether the person is signed in, or must still send the code of the second factor.' })
  state!: (typeof STATES)[number];

  @Nested(() => SessionAnswer, {
    description: 'The session; null until the second factor is proved.',
    nullable: true,
  })
  session!: SessionAnswer | null;
}
