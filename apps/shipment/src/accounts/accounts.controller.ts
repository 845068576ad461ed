import { Body, Controller, Delete, Get, Inject, Param, Put } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import type { CourierAccountRow } from '../couriers/accounts/courier-account.entity.ts';
import type { CourierKind } from '../couriers/courier-kind.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { ConnectCourierBody, CourierKindAnswer, CourierKindsAnswer, DisconnectedCourier } from './account.schema.ts';
import { connectAccount, disconnectAccount, findAccount, kindOf } from './connect-account.ts';

const TAG = 'Courier accounts';

/** The accounts of a company at real couriers. */
@Controller('oe/aggtr/api/v1/courier-accounts')
export class AccountsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get()
  @Operation({
    id: 'listCourierAccounts',
    tag: TAG,
    summary: 'List the couriers that you can connect',
    description:
      'Every courier at which this deployment can use an account of yours, what it needs, and your account there. ' +
      "The sandbox's couriers need none.",
    scope: 'shipments:read',
    answers: { 200: { description: 'The couriers.', data: CourierKindsAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    const items = await Promise.all(this.dependencies.accounts.kinds.map((kind) => this.#read(caller, kind)));
    const answer: CourierKindsAnswer = { items };
    return shipmentSuccess(200, 'Couriers that can be connected', answer);
  }

  @Get(':courier_id')
  @Operation({
    id: 'getCourierAccount',
    tag: TAG,
    summary: 'Read your account at a courier',
    description: 'What the courier needs, and your account there. Credentials are never returned.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The courier.', data: CourierKindAnswer } },
    notFound: 'COURIER_NOT_FOUND',
  })
  async get(@Caller() caller: Principal, @Param('courier_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Courier', await this.#read(caller, kindOf(this.dependencies, id)));
  }

  @Put(':courier_id')
  @Operation({
    id: 'connectCourier',
    tag: TAG,
    summary: 'Connect your account at a courier, or change its credentials',
    description:
      'Tests the credentials by a call without effect at the courier, then stores them encrypted under a key of the ' +
      'deployment. They apply at once here, and within 4 seconds in other processes. Credentials of another account ' +
      'are refused: disconnect first. New shipments can name the courier from then on, and those that name none go ' +
      'to the account that was connected first.',
    scope: 'shipments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The courier with your account.', data: CourierKindAnswer } },
    errors: ['COURIER_CREDENTIALS_REFUSED', 'COURIER_ACCOUNT_CHANGED', 'COURIER_UNAVAILABLE'],
    notFound: 'COURIER_NOT_FOUND',
  })
  async connect(
    @Caller() caller: Principal,
    @Param('courier_id') courier: string,
    @Body() body: ConnectCourierBody,
  ): Promise<Record<string, unknown>> {
    const row = await connectAccount(this.dependencies, caller, { courier, body });
    return shipmentSuccess(200, 'Courier connected', this.#view(kindOf(this.dependencies, courier), row));
  }

  @Delete(':courier_id')
  @Operation({
    id: 'disconnectCourier',
    tag: TAG,
    summary: 'Disconnect your account at a courier',
    description:
      'Erases the account with its credentials. Refused while shipments are under way there. To stop new shipments ' +
      'alone, switch the courier off with `PUT /oe/aggtr/api/v1/shipments/couriers/{courier_id}`.',
    scope: 'shipments:write',
    answers: { 200: { description: 'The account is erased.', data: DisconnectedCourier } },
    errors: ['COURIER_IN_USE'],
    notFound: 'COURIER_NOT_FOUND',
  })
  async disconnect(
    @Caller() caller: Principal,
    @Param('courier_id') courier: string,
  ): Promise<Record<string, unknown>> {
    await disconnectAccount(this.dependencies, caller, courier);
    const answer: DisconnectedCourier = { courier_id: courier };
    return shipmentSuccess(200, 'Courier disconnected', answer);
  }

  async #read(caller: Principal, kind: CourierKind): Promise<CourierKindAnswer> {
    return this.#view(kind, await findAccount(this.dependencies.pool, caller, kind.id));
  }

  #view({ id, title, fields, services }: CourierKind, row: CourierAccountRow | undefined): CourierKindAnswer {
    return {
      courier_id: id,
      title,
      credential_fields: fields.map(({ name, description, isOptional }) => ({
        name,
        description,
        required: isOptional !== true,
      })),
      services: services.map(({ code, name }) => ({ code, name })),
      account: row === undefined ? null : this.#account(row),
    };
  }

  #account(row: CourierAccountRow): NonNullable<CourierKindAnswer['account']> {
    return {
      _id: row.id,
      courier_account: row.courier_account,
      courier_account_name: row.courier_account_name,
      credential_hints: row.hints,
      webhook_url: this.dependencies.accounts.callbackUrl(row),
      tested_at: row.tested_at.toISOString(),
      created_at: row.created_at.toISOString(),
      created_by: row.created_by,
      updated_at: row.updated_at.toISOString(),
      updated_by: row.updated_by,
    };
  }
}
