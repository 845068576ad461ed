import type { PaymentProvider } from '../../src/providers/provider.ts';
import type { ProviderSettlementLine, SettlementPeriod } from '../../src/providers/settlement-line.ts';

/** All lines that a gateway reports for a period. */
export async function readBooks(
  provider: Pick<PaymentProvider, 'settlementPage'>,
  period: SettlementPeriod,
): Promise<ProviderSettlementLine[]> {
  if (provider.settlementPage === undefined) throw new Error('the gateway has no books');
  const lines: ProviderSettlementLine[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<NonNullable<PaymentProvider['settlementPage']>>> = await provider.settlementPage(
      period,
      cursor,
    );
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
}
