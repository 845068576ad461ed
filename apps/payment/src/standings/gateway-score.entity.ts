import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `gateway_score`: how many payments succeeded and failed, decayed to the time of the row. */
@Entity('gateway_score')
export class GatewayScoreRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') gateway!: string;
  @PrimaryColumn('text') method!: string;
  /** The first six digits of the card; empty where all cards count. */
  @PrimaryColumn('text') bin!: string;
  @Column('double precision') succeeded!: number;
  @Column('double precision') failed!: number;
  @Column('timestamptz') at!: Date;
}
