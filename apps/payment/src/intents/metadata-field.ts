import { isJsonObject } from '@qafila/json/is-object';
import type { Rule } from '@qafila/schema/field';
import { freeMapRule, Judged } from '@qafila/schema/object-fields';
import { textRule } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';

export const orderReferenceRule = textRule({ charactersMax: LIMITS.orderReferenceCharactersMax, orInteger: true });

/** Stored as sent; `order_reference` is a text, also when it is sent as an integer of any length. */
export type Metadata = Record<string, unknown> & { order_reference?: string };

const free = freeMapRule({ bytesMax: LIMITS.metadataBytesMax });
export const metadataRule: Rule<Metadata> = {
  expects: 'an object with information about the order',
  schema: {
    type: 'object',
    properties: {
      order_reference: {
        ...orderReferenceRule.schema,
        description:
          'Your name of the order. Pages, notifications, gateways and searches show it. Left out: the id of the ' +
          'intent takes its place.',
      },
    },
    additionalProperties: true,
    maxProperties: LIMITS.metadataKeysMax,
  },
  read(value, at) {
    if (!isJsonObject(value)) return at.fail('must be an object');
    if (Object.keys(value).length > LIMITS.metadataKeysMax)
      return at.fail(`may have at most ${LIMITS.metadataKeysMax} fields`);
    const sent = value['order_reference'];
    if (sent === undefined) return free.read(value, at) as Metadata | undefined;
    const text = orderReferenceRule.read(sent, at.below('order_reference'));
    if (text === undefined) return undefined;
    // An integer may have more digits than a double.
    const map = typeof sent === 'string' ? value : { ...value, order_reference: text };
    return free.read(map, at) as Metadata | undefined;
  },
};

/** §4.11 metadata. */
export function MetadataField(options: { optional?: true } = {}): PropertyDecorator {
  return Judged(metadataRule, {
    description:
      `Information about the order, kept and returned as you send it: at most ${LIMITS.metadataKeysMax} fields and ` +
      `${LIMITS.metadataBytesMax} bytes as JSON. Send a number that a double cannot hold as text.`,
    example: { order_reference: 'order-1001' },
    ...options,
  });
}
