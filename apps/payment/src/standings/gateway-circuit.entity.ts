import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `gateway_circuit`. A gateway without recent technical failures has none. */
@Entity('gateway_circuit')
export class GatewayCircuitRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') gateway!: string;
  @Column('integer') failures!: number;
  @Column('timestamptz', { nullable: true }) failed_at!: Date | null;
  @Column('timestamptz', { nullable: true }) opened_at!: Date | null;
  @Column('timestamptz', { nullable: true }) retry_at!: Date | null;
  @Column('integer') openings!: number;
  @Column('timestamptz', { nullable: true }) probe_until!: Date | null;
}
