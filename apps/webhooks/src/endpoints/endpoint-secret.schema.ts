import { List, nestedRule } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

class PreviousWebhookSecret {
  @Text({ description: 'An earlier secret.', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  secret!: string;

  @Moment({ description: 'When it stops to sign.' })
  expires_at!: string;
}

/** The secrets that sign now: the current one, and those that sign beside it until they expire. */
export class WebhookSecretsAnswer {
  @Text({ description: 'The current secret.', example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })
  secret!: string;

  @List(nestedRule(() => PreviousWebhookSecret), {
    description: 'Secrets that sign beside it until they expire.',
    itemsMax: LIMITS.previousSecretsMax,
  })
  previous!: PreviousWebhookSecret[];

  @Text({
    description: 'The public key of the ed25519 pair; null when the endpoint has none.',
    example: 'whpk_2Pg2oQ4wFmNnVYt8zGkJ4m2Q0n0fQ5m8c8Yw3sH1r9A=',
    nullable: true,
  })
  public_key!: string | null;
}
