import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Callback } from '../providers/callback.ts';

/** A row of `gateway_callback`: an authentic call of a gateway that no operation matched. */
@Entity('gateway_callback')
export class GatewayCallbackRow {
  @PrimaryColumn('text') gateway!: string;
  /** Empty for the gateways of the deployment, which call one address for all stores. */
  @PrimaryColumn('text') connection_id!: string;
  /** The gateway's id of the event. */
  @PrimaryColumn('text') event_id!: string;
  /** Of the store that owns the connection; empty where the store is not known. */
  @Column('text') account_id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') kind!: Callback['kind'];
  /** The gateway's name of the event. */
  @Column('text') type!: string;
  /** What the adapter read of it. Amounts are texts of minor units. */
  @Column('json') content!: Record<string, unknown>;
  /** A sealed box with the body as it came. */
  @Column('bytea') body!: Buffer;
  @Column('timestamptz') received_at!: Date;
  @Column('integer') times!: number;
}
