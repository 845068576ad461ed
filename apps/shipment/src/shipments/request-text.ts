import type { ShipmentRequest } from '../body/create-body.ts';

const BIGINT = '$bigint';

/**
 * The text that stores a checked request. A stored request is not checked again, so newer rules cannot break it.
 * Metadata has its own column, which keeps its numbers exact.
 */
export function requestText({ metadata: _, ...request }: ShipmentRequest): string {
  return JSON.stringify(request, (_key, value: unknown) =>
    typeof value === 'bigint' ? { [BIGINT]: String(value) } : value,
  );
}

/** The stored request, without its metadata. */
export function requestOf(text: string): ShipmentRequest {
  return JSON.parse(text, (_key, value: unknown) => {
    const digits = (value as { [BIGINT]?: string } | null)?.[BIGINT];
    return digits === undefined ? value : BigInt(digits);
  }) as ShipmentRequest;
}
