import { Text } from '@qafila/schema/text-fields';

/** A text of the courier, as it came. */
const OF_COURIER = { charactersMin: 0, charactersMax: 10_000 };

/** Who took the parcel. */
export class ProofOfDelivery {
  @Text({ ...OF_COURIER, description: 'The name of the person who signed.', example: 'نورة', nullable: true })
  signedBy!: string | null;

  @Text({
    ...OF_COURIER,
    description: 'Where the courier shows its proof: a signature or a photo.',
    example: null,
    nullable: true,
  })
  url!: string | null;
}
