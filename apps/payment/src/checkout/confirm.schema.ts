import type { Rule } from '@qafila/schema/field';
import { Judged } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';
import { methodTypesRule } from '../store/method-fields.ts';

/** A wrong secret is an unknown intent, so any text is read. */
const secretRule: Rule<string> = {
  expects: 'in the query. The answer that created the intent contains it',
  schema: { type: 'string', minLength: 1 },
  read: (value, at) => (typeof value === 'string' ? value : at.fail('must be in the query once')),
};

/** Query of confirm. */
export class ConfirmIntentQuery {
  @Judged(secretRule, {
    description: 'The `pi_client_secret` of the intent. It names the intent that is confirmed.',
    example: 'pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567',
  })
  pi_client_secret!: string;
}

const TOKEN = { charactersMin: 0, charactersMax: 200, optional: true, nullable: true } as const;
const EXPECTS =
  `must be one of ${METHODS.join(', ')}, or send the token of a wallet. ` + 'This API does not accept card numbers';

/** Not a choice of the reader: the refusal of card data explains itself. */
const paymentMethodRule: Rule<Method> = {
  expects: `one of ${METHODS.join(', ')}`,
  schema: { type: 'string', enum: [...METHODS] },
  read: (value, at) => METHODS.find((known) => known === value) ?? at.fail(EXPECTS),
};

/** Of a list, the first one counts. */
const firstMethodRule: Rule<Method> = {
  expects: methodTypesRule.expects,
  schema: methodTypesRule.schema,
  read: (value, at) => methodTypesRule.read(value, at)?.[0],
};

/** Body of confirm. */
export class ConfirmIntentBody {
  @Judged(paymentMethodRule, {
    description:
      'The method with which the customer pays. The answer contains the page where they continue. Left out with a ' +
      'token.',
    example: 'card',
    optional: true,
    nullable: true,
  })
  payment_method?: Method | null;

  @Judged(firstMethodRule, {
    description: 'One method or a list, of which the first one counts. Some published clients send it.',
    optional: true,
    nullable: true,
    aliasOf: 'payment_method',
  })
  payment_method_types?: Method | null;

  @Text({
    ...TOKEN,
    description: 'The token of a wallet, which is charged at once. Another method than `wallet` beside it is refused.',
  })
  token?: string | null;

  @Text({ ...TOKEN, description: 'Some published clients send it.', aliasOf: 'token' })
  pm_token?: string | null;

  static judge(body: ConfirmIntentBody, at: Place): void {
    const isNamed = body.token || body.pm_token || methodOf(body) !== undefined;
    const wrong = ['payment_method', 'payment_method_types', 'token', 'pm_token'];
    refuseTwoWays(body, at);
    if (!isNamed && !wrong.some((field) => at.below(field).hasFailed)) at.below('payment_method').fail(EXPECTS);
  }
}

/** A token charges the wallet: with another method beside it, one of the two is a mistake. */
function refuseTwoWays(body: ConfirmIntentBody, at: Place): void {
  const method = methodOf(body);
  if (!(body.token || body.pm_token) || method === undefined || method === 'wallet') return;
  const [methodField, tokenField] = [
    body.payment_method ? 'payment_method' : 'payment_method_types',
    body.token ? 'token' : 'pm_token',
  ];
  at.below(methodField).fail(`${method} contradicts ${tokenField}, which charges a wallet. Send only one of them`);
  at.below(tokenField).fail(`charges a wallet and contradicts ${methodField} ${method}. Send only one of them`);
}

export function methodOf(body: ConfirmIntentBody): Method | undefined {
  return body.payment_method ?? body.payment_method_types ?? undefined;
}
