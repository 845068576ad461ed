import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Party } from '../body/party.schema.ts';

/** `CLOSED`: the courier is not to be asked. `BY_PHONE`: a person finds out whether it has the manifest. */
export const MANIFEST_STATES = ['REQUESTED', 'CONFIRMED', 'CLOSED', 'BY_PHONE'] as const;
export type ManifestState = (typeof MANIFEST_STATES)[number];

/** A row of `manifest`: the parcels that leave one address together. */
@Entity('manifest')
export class ManifestRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') courier!: string;
  @Column('text') state!: ManifestState;
  @Column('json') address!: Party;
  @Column('integer') parcels!: number;
  @Column('integer') pieces!: number;
  /** As text: a bigint column. */
  @Column('bigint') weight_grams!: string;
  /** The courier's own number and document. */
  @Column('text', { nullable: true }) number!: string | null;
  @Column('bytea', { nullable: true }) document!: Buffer | null;
  @Column('text', { nullable: true }) reason_code!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('timestamptz') closed_at!: Date;
  @Column('text') closed_by!: string;
  @Column('text', { nullable: true }) resolved_by!: string | null;
  @Column('text', { nullable: true }) resolution!: string | null;
}

/** A line as the driver signs it. */
export abstract class ManifestLineColumns {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @Column('integer') position!: number;
  @Column('text') awb!: string;
  @Column('text') reference!: string;
  @Column('text') city!: string;
  @Column('integer') pieces!: number;
  /** As text: bigint columns. */
  @Column('bigint') weight_grams!: string;
  @Column('bigint') cod_minor!: string;
  @Column('text') currency!: string;
}

/** A row of `manifest_parcel`. A parcel is on one manifest. */
@Entity('manifest_parcel')
export class ManifestParcelRow extends ManifestLineColumns {
  @Column('text') manifest_id!: string;
}

/** A row of `manifest_parcel_left`: a line that the driver left behind. The parcel may be on a later manifest. */
@Entity('manifest_parcel_left')
export class ManifestParcelLeftRow extends ManifestLineColumns {
  @PrimaryColumn('text') manifest_id!: string;
  @Column('timestamptz') left_at!: Date;
  @Column('text') left_by!: string;
}
