import type { WidgetOrigins } from '@qafila/pages/layout';

/**
 * What the customer must do next. Card data is entered only in places of the gateway: its page, its app, or frames that
 * its script opens on our page.
 */
export type CustomerAction =
  /** Goes to the gateway's page. */
  | { kind: 'redirect'; url: string }
  /** Goes to the gateway's page by a form that posts these fields. */
  | { kind: 'form'; url: string; fields: Readonly<Record<string, string>> }
  /** Uses the gateway's script on our page. `attributes` are those of its element, without `data-`. */
  | { kind: 'widget'; script: string; attributes: Readonly<Record<string, string>>; origins: WidgetOrigins }
  /** Opens the gateway's app; the address of a link to it, where there is one. */
  | { kind: 'app'; url?: string }
  /** Confirms what the gateway sent to the customer's phone. */
  | { kind: 'push' };

/** The address to which a customer can be sent at once. Null: our page shows what to do. */
export function directUrl(action: CustomerAction): string | null {
  return action.kind === 'redirect' ? action.url : null;
}

/** The action that an attempt stores. Attempts of earlier versions have only the address of a redirect. */
export function storedAction(routing: Record<string, unknown>): CustomerAction | null {
  const { action, redirect_url: url } = routing as { action?: CustomerAction; redirect_url?: string };
  return action ?? (url === undefined ? null : { kind: 'redirect', url });
}
