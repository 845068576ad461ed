import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { ROUTING } from '../limits.ts';
import { GatewayCostsAnswer, GatewayCostsBody } from './cost.schema.ts';
import { listCosts, setCosts } from './manage-costs.ts';

/** What payments cost at each gateway, for rules that order by it. */
@Controller('public/v1/payment/routing/cost')
export class CostsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  @Operation({
    id: 'listGatewayCosts',
    tag: 'Routing',
    summary: 'List the costs of gateways',
    description:
      'What routing rules with `order_by` `cost` compare: the costs that you set, and for other gateways the fees of ' +
      `the latest ${ROUTING.measuredTransactions.toLocaleString('en')} transactions, as booked.`,
    scope: 'payments:read',
    answers: { 200: { description: 'The costs.', data: GatewayCostsAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<unknown> {
    return paymentSuccess('Costs of gateways', await listCosts(this.deps, caller));
  }

  @Put()
  @Operation({
    id: 'setGatewayCosts',
    tag: 'Routing',
    summary: 'Set the costs of gateways',
    description:
      'Replaces the costs of all gateways. An empty list leaves the costs to the books. Where a gateway reports no ' +
      'fee with a capture, the books estimate its fee by these costs until the settlement says it.',
    scope: 'payments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The costs as they are now.', data: GatewayCostsAnswer } },
    errors: ['unknown_gateway', 'excess_precision'],
    bodyExamples: {
      'One gateway': { costs: [{ gateway_type: 'cardgateway-a', currency: 'SAR', percent: 2.2, fixed: 1 }] },
    },
  })
  async set(@Caller() caller: Principal, @Body() body: GatewayCostsBody): Promise<unknown> {
    return paymentSuccess('Costs of gateways set', await setCosts(this.deps, caller, body));
  }
}
