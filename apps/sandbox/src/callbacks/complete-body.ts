import { cardOf } from '../levers/test-cards.ts';

type Card = { brand?: string; last4?: string; scheme?: string; lastFour?: string; bin: string | null };

/**
 * The body as it is sent. Kept is one without the card's first digits; they are looked up from brand and last four, so that a repeat
 * has the same bytes.
 */
export function completeBody(kept: string): string {
  const body = JSON.parse(kept) as { data?: { card?: Card | null }; order?: { card?: Card | null } };
  const card = body.data?.card ?? body.order?.card;
  if (card == null) return kept;
  card.bin = cardOf(card.brand ?? card.scheme?.toLowerCase() ?? '', card.last4 ?? card.lastFour ?? '')?.number.slice(0, 6) ?? null;
  return JSON.stringify(body);
}
