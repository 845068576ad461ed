import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { ACCOUNTS } from '../limits.ts';

const OF_COURIER = { charactersMax: 10_000, nullable: true } as const;

/** One file of a proof. */
export class ProofFileAnswer {
  @Whole({ description: 'The number of the file.', example: 1, min: 1, max: ACCOUNTS.proofFilesMax })
  fileNumber!: number;

  @Choice(['pdf', 'png', 'jpg'], { description: 'What it is.', example: 'pdf' })
  format!: 'pdf' | 'png' | 'jpg';

  @Whole({ description: 'Its size in bytes.', example: 48_211, min: 1, max: ACCOUNTS.documentBytesMax })
  bytes!: number;
}

/** How a courier proves a delivery. */
export class ProofAnswer {
  @Text({ ...OF_COURIER, description: 'The name of the person who signed.', example: 'نورة' })
  signedBy!: string | null;

  @Moment({ description: "When it was delivered, by the courier's clock.", nullable: true })
  deliveredAt!: string | null;

  @Text({ ...OF_COURIER, description: 'Where the courier shows its proof.', example: null })
  url!: string | null;

  @List(nestedRule(() => ProofFileAnswer), {
    description: 'The signature or photo, to be had at `…/proof/{file_number}`; empty where the courier has no files.',
    itemsMax: ACCOUNTS.proofFilesMax,
  })
  files!: ProofFileAnswer[];
}
