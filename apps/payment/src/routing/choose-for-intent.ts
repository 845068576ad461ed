import { Refusal } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { ownerOf } from '../owner.ts';
import type { AvailableProvider, Method } from '../providers/methods.ts';
import { chooseProviders, customerLabels } from './choose-providers.ts';
import type { ProviderChoice, RoutingRule } from './choose-providers.ts';
import { loadRules } from './rules.ts';

export async function cardChoice(
  deps: PaymentDependencies,
  row: IntentRow,
  rules: readonly RoutingRule[],
): Promise<ProviderChoice> {
  const choice = choose(row, 'card', { rules, gateways: await gatewaysOf(deps, row) });
  if (choice.gateways.length === 0) throw new Refusal(503, 'gateway_unavailable', 'No provider accepts cards now.');
  return choice;
}

export async function chooseForIntent(
  deps: PaymentDependencies,
  row: IntentRow,
  method: Method,
): Promise<ProviderChoice> {
  return choose(row, method, { rules: await rulesOf(deps, row), gateways: await gatewaysOf(deps, row) });
}

export function rulesOf({ pool }: PaymentDependencies, row: IntentRow): Promise<RoutingRule[]> {
  return loadRules(pool, ownerOf(row));
}

async function gatewaysOf({ providers }: PaymentDependencies, row: IntentRow): Promise<AvailableProvider[]> {
  return (await providers.ofStore(ownerOf(row))).available;
}

function choose(
  row: IntentRow,
  method: Method,
  { rules, gateways }: { rules: readonly RoutingRule[]; gateways: readonly AvailableProvider[] },
): ProviderChoice {
  if (row.gateway !== null)
    return {
      rule_id: null,
      gateways: [row.gateway],
      verdicts: [{ rule_id: '', matched: true, why: 'the merchant pinned this provider' }],
    };
  return chooseProviders(
    rules,
    {
      intentId: row.id,
      amountMinor: BigInt(row.amount_minor),
      currency: row.currency,
      country: String(row.shipping.country ?? row.billing.country ?? ''),
      method,
      // Wallets capture with the payment, whatever was wanted.
      captureMode: method === 'card' ? row.capture_method : undefined,
      labels: customerLabels(row.customer),
    },
    gateways,
  );
}
