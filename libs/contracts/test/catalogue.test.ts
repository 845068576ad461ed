import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EVENT_TYPES, WEBHOOK_EVENT_TYPES, isEventPattern, patternsOf, webhookEventType } from '../src/catalogue.ts';
import type { EventType } from '../src/event-type.ts';
import { WEBHOOK_EVENT } from '../src/webhook-events.ts';

/** The rule for patterns as the documents state it, without optimization. */
function matches(pattern: string, type: Pick<EventType, 'name' | 'explicit'>): boolean {
  if (pattern === '*') return type.explicit !== true;
  if (pattern.endsWith('.*')) return type.name.startsWith(pattern.slice(0, -1));
  return pattern === type.name;
}

const named = (name: string): EventType => webhookEventType(name) as EventType;
const catalogueName = fc.constantFrom(...EVENT_TYPES.map((type) => type.name));
const likePattern = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '.',
    '.*',
    '*.*',
    '**',
    ' *',
    'meter*',
    'METER.*',
    'meter.* plan.*',
    'webhook.*',
    'identity.*',
    '__proto__',
    'constructor',
  ),
  catalogueName,
  catalogueName.map((name) => `${name}.*`),
  fc.string(),
  fc.tuple(catalogueName, fc.nat(40)).map(([name, length]) => `${name.slice(0, length)}.*`),
  fc.tuple(catalogueName, fc.nat(3)).map(([name, words]) => `${name.split('.').slice(0, words).join('.')}.*`),
);

describe('subscription patterns', () => {
  test('of a type are its name, its families and everything', () => {
    expect(patternsOf(named('meter.usage.rejected'))).toEqual([
      'meter.usage.rejected',
      'meter.usage.*',
      'meter.*',
      '*',
    ]);
    expect(patternsOf(named('plan.created'))).toEqual(['plan.created', 'plan.*', '*']);
    expect(patternsOf(named('PAYMENT_INTENT_NOTIFICATION'))).toEqual(['PAYMENT_INTENT_NOTIFICATION', '*']);
  });

  test('of an explicit type do not include `*`', () => {
    expect(patternsOf(named(WEBHOOK_EVENT.endpointFailing))).toEqual([
      'webhook.endpoint.failing',
      'webhook.endpoint.*',
      'webhook.*',
    ]);
    for (const name of Object.values(WEBHOOK_EVENT)) expect(patternsOf(named(name))).not.toContain('*');
  });

  test('do not exist for a type that is not a webhook', () => {
    for (const type of EVENT_TYPES.filter((each) => !each.webhook)) {
      expect([type.name, patternsOf(type), webhookEventType(type.name), isEventPattern(type.name)]).toEqual([
        type.name,
        [],
        undefined,
        false,
      ]);
    }
    expect(isEventPattern('identity.*')).toBe(false);
  });

  test.each([
    '*',
    'meter.*',
    'meter.usage.*',
    'meter.usage.rejected',
    'webhook.*',
    'webhook.delivery.*',
    'WALLETPROVIDER_BNPL_NOTFICATION',
  ])('include %s', (text) => {
    expect(isEventPattern(text)).toBe(true);
  });

  test.each([
    '',
    'meter',
    'meter.',
    'mete.*',
    'meter*',
    'meter.usage.rejected.*',
    '*.created',
    '.*',
    'Meter.*',
    ' *',
    'unknown.event',
    'WALLETPROVIDER_BNPL_NOTIFICATION',
  ])('do not include %j', (text) => {
    expect(isEventPattern(text)).toBe(false);
  });

  test('match what a reader of the documents expects', () => {
    fc.assert(
      fc.property(likePattern, (text) => {
        const matched = WEBHOOK_EVENT_TYPES.filter((type) => matches(text, type));
        expect(WEBHOOK_EVENT_TYPES.filter((type) => patternsOf(type).includes(text))).toEqual(matched);
        expect(isEventPattern(text)).toBe(matched.length > 0);
      }),
      { numRuns: 2000 },
    );
  });

  test('of any type match it, are unique and contain no white space', () => {
    const word = fc.stringMatching(/^[a-z_]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.boolean(), (words, explicit) => {
        const type: EventType = { ...named('plan.created'), name: words.join('.'), explicit };
        const found = patternsOf(type);
        expect(new Set(found).size).toBe(words.length + (explicit ? 0 : 1));
        for (const pattern of found)
          expect([pattern, matches(pattern, type), /\s/.test(pattern)]).toEqual([pattern, true, false]);
      }),
    );
  });
});
