import { cardOf } from '../levers/test-cards.ts';

type Card = { brand?: string; last4?: string; scheme?: string; lastFour?: string; bin: string | null };

/**
 * Returns the callback body to send. The stored body has no card digits but the last four; the first six are looked up
 * from brand and last four, so every repeat has the same bytes.
 */
export function restoreCardBin(storedBody: string): string {
  const body = JSON.parse(storedBody) as { data?: { card?: Card | null }; order?: { card?: Card | null } };
  const card = body.data?.card ?? body.order?.card;
  if (card == null) return storedBody;
  card.bin =
    cardOf(card.brand ?? card.scheme?.toLowerCase() ?? '', card.last4 ?? card.lastFour ?? '')?.number.slice(0, 6) ??
    null;
  return JSON.stringify(body);
}
