import { FreeMap, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { choiceRule, Flag, Text, Url } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { DEVICE_WALLETS } from '../providers/capabilities.ts';
import type { DeviceWallet } from '../providers/capabilities.ts';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';

const TYPE = { description: 'The type that routing rules and `gateway_instance_id` name.', example: 'stripe' };

/** Body of connect. */
export class ConnectGatewayBody {
  @FreeMap({
    description:
      'The credentials of your account at the gateway, by the names in `credential_fields`. They are tested at the ' +
      'gateway, stored encrypted, and never returned. Required for the first connection. Later each one that is sent ' +
      'replaces its predecessor, and the others stay.',
    example: { secret_key: 'sk_test_51AbCdEfGh', webhook_secret: 'whsec_AbCdEfGh' },
    bytesMax: 8 * 1_024,
    optional: true,
  })
  credentials?: Record<string, unknown>;

  @Flag({
    description: 'Whether new payments may go to the gateway. Those under way are finished anyway. Default true.',
    example: true,
    optional: true,
  })
  enabled?: boolean;
}

/** A credential that a gateway needs. */
export class CredentialFieldAnswer {
  @Text({ description: 'Its name in `credentials`.', example: 'secret_key' })
  name!: string;

  @Text({ description: 'Where to find it.', example: 'The secret key, under Developers.', charactersMax: 500 })
  description!: string;

  @Flag({ description: 'Whether the connection needs it.', example: true })
  required!: boolean;
}

/** The account of the store at the gateway. */
export class ConnectionAnswer {
  @Text({ description: 'The id of the connection.', example: 'gwc_019ab3c4d5e6f708192a3b4c5d6' })
  _id!: string;

  @Flag({ description: 'Whether new payments may go there.', example: true })
  enabled!: boolean;

  @Text({ description: "The gateway's id of your account.", example: 'acct_1Abc' })
  gateway_account!: string;

  @Text({ description: "The gateway's name of your account.", example: 'Shop', charactersMin: 0, charactersMax: 500 })
  gateway_account_name!: string;

  @FreeMap({
    description: 'The last characters of each credential, to recognise it.',
    example: { secret_key: '…7890', webhook_secret: '…4321' },
    bytesMax: 8 * 1_024,
  })
  credential_hints!: Record<string, unknown>;

  @Url({
    description: 'The address that the gateway must call. Enter it in the settings of your account there.',
    example: 'https://pay.example/public/v1/payment/callback/gwc_019ab3c4d5e6f708192a3b4c5d6',
  })
  webhook_url!: string;

  @Moment({ description: 'When the gateway last accepted the credentials.' })
  tested_at!: string;

  @Moment({ description: 'When it was connected.' })
  created_at!: string;

  @Text({ description: 'The API key that connected it.', example: 'key_019ab3c4d5e6f708192a3b4c5d6' })
  created_by!: string;

  @Moment({ description: 'When it was last changed.' })
  updated_at!: string;

  @Text({ description: 'The API key that last changed it.', example: 'key_019ab3c4d5e6f708192a3b4c5d6' })
  updated_by!: string;
}

/** A gateway that a store can connect. */
export class GatewayAnswer {
  @Text(TYPE)
  gateway_type!: string;

  @Text({ description: 'Its name.', example: 'Stripe' })
  title!: string;

  @List(choiceRule(METHODS), { description: 'The methods that it takes.', example: ['card'], itemsMax: METHODS.length })
  methods!: readonly Method[];

  @Flag({ description: 'Whether it keeps cards of customers who agree (`save_payment_method`).', example: true })
  saves_cards!: boolean;

  @List(choiceRule(DEVICE_WALLETS), {
    description:
      "The wallets of a customer's device that the page of the gateway offers by itself, where your account there " +
      'and the device have them. The payment is one by card.',
    example: ['apple_pay', 'google_pay'],
    itemsMax: DEVICE_WALLETS.length,
  })
  page_wallets!: readonly DeviceWallet[];

  @List(nestedRule(() => CredentialFieldAnswer), { description: 'What it needs to connect.', itemsMax: 20 })
  credential_fields!: CredentialFieldAnswer[];

  @Nested(() => ConnectionAnswer, {
    description: 'Your account there; null while it is not connected.',
    nullable: true,
  })
  connection!: ConnectionAnswer | null;
}

export class GatewaysAnswer {
  @List(nestedRule(() => GatewayAnswer), { description: 'The gateways that you can connect.', itemsMax: 100 })
  items!: GatewayAnswer[];
}

export class DisconnectedGateway {
  @Text(TYPE)
  gateway_type!: string;
}
