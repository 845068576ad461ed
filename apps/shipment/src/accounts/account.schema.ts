import { FreeMap, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Flag, Text, Url } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { ACCOUNTS } from '../limits.ts';

const COURIER = { description: 'The id of the courier, which `courierId` of shipments names.', example: 'dhl-express' };

/** Body of connect. */
export class ConnectCourierBody {
  @FreeMap({
    description:
      'The credentials of your account at the courier, by the names in `credential_fields`. They are tested at the ' +
      'courier, stored encrypted, and never returned. All that are required come with the first request. Later each ' +
      'one that is sent replaces its predecessor, and the others stay.',
    example: { username: 'apX1', password: 'a-secret-of-DHL', account_number: '123456789' },
    bytesMax: ACCOUNTS.credentialsBytesMax,
  })
  credentials!: Record<string, unknown>;
}

/** A credential that a courier needs. */
export class CourierCredentialField {
  @Text({ description: 'Its name in `credentials`.', example: 'account_number' })
  name!: string;

  @Text({ description: 'Where to find it.', example: 'The number of your account.', charactersMax: 500 })
  description!: string;

  @Flag({ description: 'Whether the account needs it.', example: true })
  required!: boolean;
}

/** A service that shipments can name. */
export class CourierServiceAnswer {
  @Text({ description: '`serviceCode` of shipments.', example: 'P' })
  code!: string;

  @Text({ description: "The courier's name of it.", example: 'EXPRESS WORLDWIDE' })
  name!: string;
}

/** The account of the company at the courier. */
export class CourierAccountAnswer {
  @Text({ description: 'The id of the account.', example: 'cra_019ab3c4d5e6f708192a3b4c5d6' })
  _id!: string;

  @Text({ description: "The courier's id of your account.", example: '123456789' })
  courier_account!: string;

  @Text({ description: "The courier's name of it.", example: 'Shop', charactersMin: 0, charactersMax: 500 })
  courier_account_name!: string;

  @FreeMap({
    description: 'The last characters of each credential, to recognise it.',
    example: { username: '…apX1', password: '…4321' },
    bytesMax: ACCOUNTS.credentialsBytesMax,
  })
  credential_hints!: Record<string, unknown>;

  @Url({
    description: 'The address that the courier calls with scans. Keep it secret: it proves the caller.',
    example: 'https://api.qafila.example/oe/aggtr/api/v1/couriers/karrio/webhook/cra_019ab3c4?secret=w9b4',
  })
  webhook_url!: string;

  @Moment({ description: 'When the courier last accepted the credentials.' })
  tested_at!: string;

  @Moment({ description: 'When it was connected.' })
  created_at!: string;

  @Text({ description: 'The client that connected it.', example: 'cl_019ab3c4d5e6f708192a3b4c5d6' })
  created_by!: string;

  @Moment({ description: 'When it was last changed.' })
  updated_at!: string;

  @Text({ description: 'The client that last changed it.', example: 'cl_019ab3c4d5e6f708192a3b4c5d6' })
  updated_by!: string;
}

/** A courier at which a company can connect an account. */
export class CourierKindAnswer {
  @Text(COURIER)
  courier_id!: string;

  @Text({ description: 'Its name.', example: 'DHL Express' })
  title!: string;

  @List(nestedRule(() => CourierCredentialField), { description: 'What it needs to connect.', itemsMax: 20 })
  credential_fields!: CourierCredentialField[];

  @List(nestedRule(() => CourierServiceAnswer), {
    description: 'Its services; empty where the account decides which there are.',
    itemsMax: 100,
  })
  services!: CourierServiceAnswer[];

  @Nested(() => CourierAccountAnswer, { description: 'Your account there; null while there is none.', nullable: true })
  account!: CourierAccountAnswer | null;
}

export class CourierKindsAnswer {
  @List(nestedRule(() => CourierKindAnswer), { description: 'The couriers that you can connect.', itemsMax: 100 })
  items!: CourierKindAnswer[];
}

export class DisconnectedCourier {
  @Text(COURIER)
  courier_id!: string;
}
