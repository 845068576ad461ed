import type { CourierKind } from './courier-kind.ts';

/** What the settings say of the couriers at which companies connect accounts. */
export interface KindSettings {
  /** Ids of the couriers that this deployment offers. */
  offered: readonly string[];
}

/** The couriers that this deployment offers, in the order of its settings. */
export function courierKinds({ offered }: KindSettings): CourierKind[] {
  const known: CourierKind[] = [];
  return offered.flatMap((id) => known.filter((kind) => kind.id === id));
}
