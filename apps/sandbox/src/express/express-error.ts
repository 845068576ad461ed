import type { Refusal } from '@qafila/envelopes/refusal';

export function refusalExpress({ status, code, message, more }: Refusal): {
  status: number;
  body: Record<string, unknown>;
} {
  return { status, body: { error: { code, message, field: more.param ?? null } } };
}
