import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { readAmount, readCurrency } from '../intents/amount.ts';
import { LIMITS } from '../limits.ts';
import type { Providers } from '../providers/providers.ts';
import { readFlag, readObject, readText, readTexts } from '../reading.ts';
import { METHODS } from './choose-gateways.ts';
import type { Method, RoutingRule, RuleConditions } from './choose-gateways.ts';

export type RuleContent = Omit<RoutingRule, 'id'>;

/** What a body says of a rule; what it leaves out stays as it is. Spelled as §2.4 spells it. */
export function readRule(sent: JsonObject, known: RuleContent | undefined, providers: Providers): RuleContent {
  const gateway = sent.gatewayType === undefined && known !== undefined ? known.gateway : readGateway(sent.gatewayType, 'gatewayType', providers);
  return {
    enabled: readFlag(sent.enabled, 'enabled', known?.enabled ?? true),
    gateway,
    fallback: sent.fallback_gateway === undefined ? known?.fallback ?? [] : readFallback(sent.fallback_gateway, providers),
    labels: sent.rule_attributes === undefined ? known?.labels ?? [] : readTexts(sent.rule_attributes, 'rule_attributes', LIMITS.labelsPerRuleMax),
    conditions: sent.conditions === undefined ? known?.conditions ?? {} : readConditions(readObject(sent.conditions, 'conditions')),
    split: sent.split === undefined ? known?.split ?? [] : readSplit(sent.split, providers),
  };
}

function readGateway(value: JsonValue | undefined, param: string, providers: Providers): string {
  const type = readText(value, param, 100);
  if (!providers.has(type)) throw invalid(param, `${param} must be one of ${providers.gateways.map((one) => one.type).join(', ')}.`, 'unknown_gateway');
  return type;
}

function readFallback(value: JsonValue, providers: Providers): string[] {
  if (!Array.isArray(value) || value.length > LIMITS.gatewaysPerRuleMax) throw invalid('fallback_gateway', `fallback_gateway must be an array of at most ${LIMITS.gatewaysPerRuleMax} objects with gateway_type.`);
  return value.map((item, at) => readGateway(readObject(item, `fallback_gateway.${at}`).gateway_type, `fallback_gateway.${at}.gateway_type`, providers));
}

function readSplit(value: JsonValue, providers: Providers): { gateway: string; percent: number }[] {
  if (!Array.isArray(value) || value.length > LIMITS.gatewaysPerRuleMax) throw invalid('split', `split must be an array of at most ${LIMITS.gatewaysPerRuleMax} objects with gateway_type and percent.`);
  const split = value.map((item, at) => {
    const one = readObject(item, `split.${at}`);
    const percent = one.percent instanceof JsonNumber ? Number(one.percent.text) : NaN;
    if (!(percent > 0 && percent <= 100)) throw invalid(`split.${at}.percent`, `split.${at}.percent must be a number above 0 and up to 100.`);
    return { gateway: readGateway(one.gateway_type, `split.${at}.gateway_type`, providers), percent };
  });
  if (split.reduce((sum, { percent }) => sum + percent, 0) > 100) throw invalid('split', 'split may come to 100 percent at most; the rest goes to gatewayType.');
  return split;
}

function readConditions(sent: JsonObject): RuleConditions {
  const list = (field: string): string[] | undefined => (sent[field] === undefined ? undefined : readTexts(sent[field], `conditions.${field}`, LIMITS.labelsPerRuleMax));
  const currencies = list('currencies')?.map((code, at) => readCurrency(code, `conditions.currencies.${at}`));
  const methods = list('methods');
  const wrong = methods?.find((method) => !METHODS.includes(method as Method));
  if (wrong !== undefined) throw invalid('conditions.methods', `conditions.methods may hold ${METHODS.join(', ')}.`);
  const amount = (field: string): string | undefined => {
    if (sent[field] === undefined) return undefined;
    const [currency, other] = currencies ?? [];
    if (currency === undefined || other !== undefined) throw invalid(`conditions.${field}`, `conditions.${field} goes with exactly one of conditions.currencies: amounts of two currencies cannot be compared.`);
    return String(readAmount(sent[field], currency, `conditions.${field}`));
  };
  return Object.fromEntries(Object.entries({
    amount_min: amount('amount_min'), amount_max: amount('amount_max'), currencies, countries: list('countries'), methods: methods as Method[] | undefined,
  }).filter(([, value]) => value !== undefined));
}
