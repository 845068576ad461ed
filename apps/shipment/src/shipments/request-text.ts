import type { ShipmentRequest } from '../body/create-body.ts';

const BIGINT = '$bigint';

/** A request that was read, as it is kept: what was checked once is not read by newer rules again. Metadata is kept beside it, exact. */
export function requestText({ metadata: _, ...request }: ShipmentRequest): string {
  return JSON.stringify(request, (_key, value: unknown) => (typeof value === 'bigint' ? { [BIGINT]: String(value) } : value));
}

/** Without its metadata. */
export function requestOf(text: string): ShipmentRequest {
  return JSON.parse(text, (_key, value: unknown) => {
    const digits = (value as { [BIGINT]?: string } | null)?.[BIGINT];
    return digits === undefined ? value : BigInt(digits);
  }) as ShipmentRequest;
}
