import { Refusal } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { wantedPayment } from '../intents/wanted-payment.ts';
import { ownerOf } from '../owner.ts';
import type { Method } from '../providers/methods.ts';
import { isWallet } from '../providers/provider.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { chooseProviders, customerLabels, ordersOf } from './choose-providers.ts';
import type { PaymentFacts, ProviderChoice, RoutingRule } from './choose-providers.ts';
import { binOf } from './observe-report.ts';
import { loadRules } from './rules.ts';

/** An intent with what an earlier try has shown of the customer's instrument. */
export interface RoutedIntent {
  row: IntentRow;
  instrument?: Record<string, unknown>;
  /** The customer lets the store keep the card. */
  saves?: boolean;
}

export async function cardChoice(
  deps: PaymentDependencies,
  intent: RoutedIntent,
  rules: readonly RoutingRule[],
): Promise<ProviderChoice> {
  const choice = await choose(deps, intent, 'card', rules);
  if (choice.gateways.length === 0) throw noProvider('cards');
  return choice;
}

function noProvider(what: string): Refusal {
  return new Refusal(503, 'gateway_unavailable', `No provider accepts ${what} now.`);
}

/**
 * The gateways on whose own pages the customer pays by this method. Null where the first one is a wallet: then they pay
 * on our pages for wallets.
 */
export async function pageChoice(
  deps: PaymentDependencies,
  intent: RoutedIntent,
  { method, rules }: { method: Method; rules: readonly RoutingRule[] },
): Promise<ProviderChoice | null> {
  if (method === 'card') return cardChoice(deps, intent, rules);
  const choice = await choose(deps, intent, method, rules);
  const providers = await deps.providers.ofStore(ownerOf(intent.row));
  const isOwnPage = (type: string): boolean => !isWallet(providers.of(type));
  const [first] = choice.gateways;
  // No wallet can take it either, so our pages for wallets would lead nowhere.
  if (first === undefined) throw noProvider(`${method} for this amount and currency`);
  if (!isOwnPage(first)) return null;
  return { ...choice, gateways: choice.gateways.filter(isOwnPage) };
}

/** The wallet that takes this method, by the rules. */
export async function walletChoice(
  deps: PaymentDependencies,
  row: IntentRow,
  method: Method,
): Promise<ProviderChoice & { wallet: WalletProvider }> {
  const choice = await chooseForIntent(deps, row, method);
  const providers = await deps.providers.ofStore(ownerOf(row));
  const type = choice.gateways.find((candidate) => isWallet(providers.of(candidate)));
  return { ...choice, wallet: providers.wallet(type) };
}

export async function chooseForIntent(
  deps: PaymentDependencies,
  row: IntentRow,
  method: Method,
): Promise<ProviderChoice> {
  return choose(deps, { row }, method, await rulesOf(deps, row));
}

export function rulesOf({ pool }: PaymentDependencies, row: IntentRow): Promise<RoutingRule[]> {
  return loadRules(pool, ownerOf(row));
}

async function choose(
  { providers, standings }: PaymentDependencies,
  { row, instrument, saves = false }: RoutedIntent,
  method: Method,
  rules: readonly RoutingRule[],
): Promise<ProviderChoice> {
  if (row.gateway !== null)
    return {
      rule_id: null,
      gateways: [row.gateway],
      verdicts: [{ rule_id: '', matched: true, why: 'the merchant pinned this provider' }],
    };
  const [owner, bin] = [ownerOf(row), binOf(instrument?.bin)];
  const [{ available }, standingOf] = await Promise.all([
    providers.ofStore(owner),
    standings.read(owner, ordersOf(rules), [bin]),
  ]);
  const facts = factsOf(row, method, { bin, saves });
  const standing = standingOf(facts);
  const choice = chooseProviders(rules, facts, available, standing);
  const probing = await standings.withProbes(owner, standing, choice.gateways);
  return probing === standing ? choice : chooseProviders(rules, facts, available, probing);
}

/** The facts by which rules choose, for a payment of now and for one of the past. */
export function factsOf(row: IntentRow, method: Method, { bin, saves }: { bin: string; saves: boolean }): PaymentFacts {
  return { ...wantedPayment(row, method), intentId: row.id, labels: customerLabels(row.customer), bin, saves };
}
