import { isCustomType } from '@qafila/contracts/custom-events';
import { EVENT_PATTERNS, isEventPattern, webhookEventType, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import { isJsonObject } from '@qafila/json/is-object';
import { suggestName } from '@qafila/schema/suggest-name';
import type { Rule } from '@qafila/schema/field';
import type { Place } from '@qafila/schema/violations';
import { readWebhookSecret } from '@qafila/signing/webhook-signature';
import { brokenUrlRule } from '../egress/endpoint-url.ts';
import { LIMITS } from '../limits.ts';

const PATTERN = '"*", a name from GET /public/v1/webhook/event-types, or a family such as "meter.*"';

/**
 * A text that selects event types. One that matches no event is a violation: with a typing error nothing would ever
 * arrive.
 */
export const eventPatternRule: Rule<string> = {
  expects: PATTERN,
  schema: { type: 'string', minLength: 1 },
  read(value, at) {
    if (typeof value !== 'string') return at.fail(`must be ${PATTERN}`);
    if (isEventPattern(value)) return value;
    const given = JSON.stringify(value.slice(0, NAME_CHARACTERS_MAX));
    return at.fail(`${given} matches no event${hintFor(value, FAMILIES_AND_NAMES)}: send ${PATTERN}`);
  },
};

/** The name of one event type. Whether the store has registered a type of its own is decided later. */
export const eventTypeRule: Rule<string> = {
  expects: 'a name from GET /public/v1/webhook/event-types',
  schema: { type: 'string', minLength: 1 },
  read(value, at) {
    if (typeof value === 'string' && (webhookEventType(value) !== undefined || isCustomType(value))) return value;
    const hint = typeof value === 'string' ? hintFor(value, NAMES) : '';
    return at.fail(`must be ${eventTypeRule.expects}${hint}`);
  },
};

const NAMES = WEBHOOK_EVENT_TYPES.map(({ name }) => name);
const FAMILIES_AND_NAMES = EVENT_PATTERNS.filter((pattern) => pattern !== '*');
/** No name is nearly as long. */
const NAME_CHARACTERS_MAX = 100;

function hintFor(given: string, known: readonly string[]): string {
  const meant = given.length > NAME_CHARACTERS_MAX ? undefined : suggestName(given, known);
  return meant === undefined ? '' : ` (did you mean ${JSON.stringify(meant)}?)`;
}

/** Where an endpoint's webhooks go. What depends on the deployment (https only, private addresses) is checked later. */
export const endpointUrlRule: Rule<string> = {
  expects: 'an absolute URL such as https://hooks.example.com/path',
  schema: { type: 'string', format: 'uri', maxLength: LIMITS.urlCharactersMax },
  read(value, at) {
    if (typeof value !== 'string') return at.fail(`must be ${endpointUrlRule.expects}`);
    const broken = brokenUrlRule(value);
    return broken === undefined ? value : at.fail(broken);
  },
};

/** The secret that signs. The message of a violation never contains the secret. */
export const webhookSecretRule: Rule<string> = {
  expects: 'whsec_ and the base64 of 24 to 64 bytes',
  schema: { type: 'string', pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$' },
  read(value, at) {
    if (typeof value !== 'string') return at.fail(`must be ${webhookSecretRule.expects}`);
    try {
      readWebhookSecret(value);
      return value;
    } catch {
      return at.fail(`must be ${webhookSecretRule.expects}`);
    }
  },
};

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Visible ASCII, spaces and tabs inside: what every server reads the same way. */
const HEADER_VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers that the delivery sets, and headers that would change the request's framing. */
const RESERVED = new RegExp(
  '^(webhook-.*|x-signature.*|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect' +
    '|proxy-.*|user-agent|accept-encoding)$',
  'i',
);

/** Headers that the merchant wants on each delivery, such as a token. The handler gets their names in lower case. */
export const customHeadersRule: Rule<Record<string, string>> = {
  expects: `an object of at most ${LIMITS.customHeadersMax} headers, each with a text`,
  schema: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: LIMITS.customHeadersMax },
  read(value, at) {
    if (!isJsonObject(value)) return at.fail(`must be ${customHeadersRule.expects}`);
    const entries = Object.entries(value);
    if (entries.length > LIMITS.customHeadersMax)
      return at.fail(`must have at most ${LIMITS.customHeadersMax} headers; it has ${entries.length}`);
    const headers = new Map<string, string>();
    for (const [name, text] of entries) readHeader(headers, { name, text }, at.below(name));
    const read = Object.fromEntries(headers);
    return Buffer.byteLength(JSON.stringify(read)) <= LIMITS.customHeaderBytesMax
      ? read
      : at.fail(`must have at most ${LIMITS.customHeaderBytesMax} bytes together`);
  },
};

function readHeader(headers: Map<string, string>, { name, text }: { name: string; text: unknown }, at: Place): void {
  const key = name.toLowerCase();
  if (!HEADER_NAME.test(name)) at.fail('is not a header name');
  else if (RESERVED.test(name)) at.fail('is set by the delivery itself; choose another name');
  else if (typeof text !== 'string' || !HEADER_VALUE.test(text)) at.fail('must be a text of visible ASCII characters');
  else if (headers.has(key)) at.fail('is given twice');
  else headers.set(key, text);
}
