import { Body, Controller, Get, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { ListQuery, PageOf } from '@qafila/schema/page-fields';
import { SELECTION } from '../limits.ts';
import { newestRules } from '../selection/newest-rules.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { CourierRulesDryRunAnswer, CourierRulesDryRunBody } from './dry-run.schema.ts';
import { dryRun } from './dry-run.ts';
import { findVersion, listVersions, setRules } from './manage-rules.ts';
import { CourierRulesAnswer, CourierRulesVersion, SetCourierRulesBody } from './rules-answer.schema.ts';

const TAG = 'Courier rules';
const RULES_EXAMPLE = {
  version: 0,
  rules: [
    {
      name: 'Riyadh, cash on delivery',
      conditions: { destinationCities: ['Riyadh', 'الرياض'], paymentMode: 'COD' },
      couriers: [{ courierId: 'sandbox-express' }, { courierId: 'sandbox-economy' }],
    },
    {
      name: 'The rest, by price',
      couriers: [{ courierId: 'sandbox-economy' }, { courierId: 'sandbox-express' }],
      orderBy: 'price',
    },
  ],
};

/** Decision 0030. */
@Controller('oe/aggtr/api/v1/courier-rules')
export class CourierRulesController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get()
  @Operation({
    id: 'getCourierRules',
    tag: TAG,
    summary: 'Get the rules that choose couriers',
    description:
      'The newest version. The first enabled rule whose conditions a shipment meets, and of whose couriers one can ' +
      'carry it, chooses. A `courierId` in the body of a shipment comes before all rules.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The rules.', data: CourierRulesAnswer } },
  })
  async get(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    const { version, rules } = await newestRules(this.dependencies.pool, caller);
    const answer: CourierRulesAnswer = { version, rules: [...rules] };
    return shipmentSuccess(200, 'Courier rules', answer);
  }

  @Put()
  @Operation({
    id: 'setCourierRules',
    tag: TAG,
    summary: 'Set the rules that choose couriers',
    description:
      'Replaces all rules by the next version. They apply to new shipments at once here, and within 4 seconds in ' +
      'other processes. Shipments under way keep their choice. Every version is kept, with who made it.',
    scope: 'shipments:write',
    exactNumbers: true,
    repeatable: true,
    answers: { 200: { description: 'The rules with their new version.', data: CourierRulesAnswer } },
    errors: ['COURIER_UNKNOWN', 'excess_precision', 'RULES_CHANGED'],
    bodyExamples: { 'Two rules': RULES_EXAMPLE },
  })
  async set(@Caller() caller: Principal, @Body() body: SetCourierRulesBody): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Courier rules set', await setRules(this.dependencies, caller, body));
  }

  @Get('versions')
  @Operation({
    id: 'listCourierRuleVersions',
    tag: TAG,
    summary: 'List the versions of the rules',
    description: 'Who changed what and when, the newest first.',
    scope: 'shipments:read',
    answers: { 200: { description: 'One page of versions.', data: PageOf(CourierRulesVersion) } },
  })
  async versions(@Caller() caller: Principal, @Query() query: ListQuery): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Versions of the rules', await listVersions(this.dependencies, caller, query));
  }

  @Get('versions/:version')
  @Operation({
    id: 'getCourierRuleVersion',
    tag: TAG,
    summary: 'Get an earlier version of the rules',
    description: 'The rules as that version had them. Set them again to go back.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The rules of that version.', data: CourierRulesAnswer } },
    notFound: 'RULES_NOT_FOUND',
  })
  async version(@Caller() caller: Principal, @Param('version') version: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Courier rules', await findVersion(this.dependencies, caller, version));
  }

  @Post('dry-run')
  @Operation({
    id: 'testCourierRules',
    tag: TAG,
    summary: 'Try rules on past shipments',
    description:
      `Applies the given rules, or the newest ones, to the last ${SELECTION.dryRunShipmentsMax.toLocaleString('en')} ` +
      'shipments of the company, and compares the first courier of each with the one that it had. It changes ' +
      'nothing. Couriers are not asked for prices: a rule by price or transit time counts in the order as written. ' +
      'Shipments that named their courier are left out.',
    scope: 'shipments:read',
    exactNumbers: true,
    repeatable: true,
    answers: { 200: { description: 'What the rules would have chosen.', data: CourierRulesDryRunAnswer } },
    errors: ['COURIER_UNKNOWN', 'excess_precision'],
    bodyExamples: { 'The rules as they are': {} },
  })
  async try(@Caller() caller: Principal, @Body() body: CourierRulesDryRunBody): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Dry run of courier rules', await dryRun(this.dependencies, caller, body));
  }
}
