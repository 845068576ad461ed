import { Refusal } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { AvailableProvider, Method } from '../providers/methods.ts';
import { chooseProviders, customerLabels } from './choose-providers.ts';
import type { ProviderChoice, RoutingRule } from './choose-providers.ts';
import { loadRules } from './rules.ts';

export function cardChoice(
  { providers }: PaymentDependencies,
  row: IntentRow,
  rules: readonly RoutingRule[],
): ProviderChoice {
  const choice = choose(row, 'card', { rules, gateways: providers.available });
  if (choice.gateways.length === 0) throw new Refusal(503, 'gateway_unavailable', 'No provider accepts cards now.');
  return choice;
}

export async function chooseForIntent(
  deps: PaymentDependencies,
  row: IntentRow,
  method: Method,
): Promise<ProviderChoice> {
  return choose(row, method, { rules: await rulesOf(deps, row), gateways: deps.providers.available });
}

export function rulesOf({ pool }: PaymentDependencies, row: IntentRow): Promise<RoutingRule[]> {
  return loadRules(pool, { accountId: row.account_id, storeId: row.store_id, mode: row.mode });
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
      labels: customerLabels(row.customer),
    },
    gateways,
  );
}
