import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Put } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { LIMITS } from '../limits.ts';
import { DryRunAnswer, DryRunBody } from './dry-run.schema.ts';
import { dryRun } from './dry-run.ts';
import { changeRule, createRule, deleteRule, listRules, orderRules } from './manage-rules.ts';
import {
  CreateRoutingRuleBody,
  DeletedRoutingRule,
  OrderRoutingRulesBody,
  RoutingRuleAnswer,
  UpdateRoutingRuleBody,
} from './rule.schema.ts';

/** §4.9, and the management of routing rules. */
@Controller('public/v1/payment/routing/rules')
export class RulesController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  /** §4.9 answers a bare array, without an envelope. */
  @Get('gateway')
  @Operation({
    id: 'listRoutingRules',
    tag: 'Routing',
    summary: 'List the routing rules',
    description:
      'All rules of the store, the first one first, as an array without an envelope. The first enabled rule whose ' +
      'conditions a payment meets decides which gateway gets it. Without such a rule the gateways are asked in the ' +
      'order of the deployment.',
    scope: 'payments:read',
    answers: {
      200: { description: 'The rules, in the order in which they are tried.', data: [RoutingRuleAnswer], bare: true },
    },
  })
  list(@Caller() caller: Principal): Promise<RoutingRuleAnswer[]> {
    return listRules(this.deps, caller);
  }

  @Post('gateway')
  @Operation({
    id: 'createRoutingRule',
    tag: 'Routing',
    summary: 'Create a routing rule',
    description:
      'Adds a rule after the others. A condition that is left out matches every payment. `split` divides the volume ' +
      'by the id of the intent, so that a payment always gets the same gateway. The gateways of `fallback_gateway` ' +
      'are asked only when the one before certainly took nothing. ' +
      `A store has at most ${LIMITS.rulesPerStoreMax} rules.`,
    scope: 'payments:write',
    exactNumbers: true,
    answers: { 201: { description: 'The rule. It applies to the next payment.', data: RoutingRuleAnswer } },
    errors: ['unknown_gateway', 'excess_precision', 'too_many_rules'],
    bodyExamples: {
      'A gateway for large amounts, with a fallback': {
        gatewayType: 'cardgateway-a',
        fallback_gateway: [{ gateway_type: 'cardgateway-b' }],
        conditions: { currencies: ['SAR'], amount_min: 1000 },
      },
    },
  })
  async create(@Caller() caller: Principal, @Body() body: CreateRoutingRuleBody): Promise<unknown> {
    return paymentSuccess('Routing rule created', await createRule(this.deps, caller, body));
  }

  @Put('gateway/order')
  @Operation({
    id: 'orderRoutingRules',
    tag: 'Routing',
    summary: 'Change the order of the routing rules',
    description: 'Names each rule of the store exactly once, the one to be tried first at the beginning.',
    scope: 'payments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The rules in their new order.', data: [RoutingRuleAnswer], bare: true } },
  })
  order(@Caller() caller: Principal, @Body() body: OrderRoutingRulesBody): Promise<RoutingRuleAnswer[]> {
    return orderRules(this.deps, caller, body.rule_ids);
  }

  @Post('gateway/dry-run')
  @Operation({
    id: 'testRoutingRules',
    tag: 'Routing',
    summary: 'Try routing rules on past payments',
    description:
      `Applies the given rules, or those of the store, to its last ${LIMITS.dryRunIntentsMax.toLocaleString('en')} ` +
      'payments, and compares the first gateway of each payment with the one that it had. It changes nothing. ' +
      'The rules get the facts that the latest try of the payment had: amount, country, capture mode, whether the ' +
      'card is kept, and the BIN that earlier tries have shown. Success rates, costs and circuits are those of now. ' +
      'Payments with a pinned gateway, and charges of a token, are left out.',
    scope: 'payments:read',
    exactNumbers: true,
    answers: { 200: { description: 'What the rules would have chosen.', data: DryRunAnswer } },
    errors: ['unknown_gateway', 'excess_precision'],
    bodyExamples: { 'The rules as they are': {} },
  })
  async try(@Caller() caller: Principal, @Body() body: DryRunBody): Promise<unknown> {
    return paymentSuccess('Dry run of routing rules', await dryRun(this.deps, caller, body));
  }

  @Patch('gateway/:id')
  @Operation({
    id: 'updateRoutingRule',
    tag: 'Routing',
    summary: 'Change a routing rule',
    description:
      'Changes the fields that are sent; the others keep their values. `conditions` and the lists are replaced ' +
      'whole. Payments that are under way keep the gateway they have.',
    scope: 'payments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The changed rule.', data: RoutingRuleAnswer } },
    errors: ['unknown_gateway', 'excess_precision'],
    bodyExamples: { 'Switch the rule off': { enabled: false } },
  })
  async change(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: UpdateRoutingRuleBody,
  ): Promise<unknown> {
    return paymentSuccess('Routing rule changed', await changeRule(this.deps, caller, id, body));
  }

  @Delete('gateway/:id')
  @Operation({
    id: 'deleteRoutingRule',
    tag: 'Routing',
    summary: 'Delete a routing rule',
    description: 'Deletes the rule for good. Payments that are under way keep the gateway they have.',
    scope: 'payments:write',
    answers: { 200: { description: 'The rule is deleted.', data: DeletedRoutingRule } },
  })
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    await deleteRule(this.deps, caller, id);
    const deleted: DeletedRoutingRule = { rule_id: id };
    return paymentSuccess('Routing rule deleted', deleted);
  }
}
