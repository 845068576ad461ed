import { Code, CreditCard, House, Webhook } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type PlaceName = 'home' | 'payments' | 'webhooks' | 'developers';

export interface Place {
  name: PlaceName;
  to: string;
  icon: LucideIcon;
  /** The scope without which its services refuse every call. */
  scope?: string;
}

/** The screens of the navigation, in its order. */
export const PLACES: readonly Place[] = [
  { name: 'home', to: '/', icon: House },
  { name: 'payments', to: '/payments', icon: CreditCard, scope: 'payments:read' },
  { name: 'webhooks', to: '/webhooks', icon: Webhook, scope: 'webhooks:read' },
  { name: 'developers', to: '/developers', icon: Code, scope: 'keys:read' },
];

/** How many places the bar of a phone shows beside its menu. */
export const BAR_PLACES = 4;
