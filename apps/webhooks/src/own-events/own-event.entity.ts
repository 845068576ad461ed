import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `own_event_type`: a type that a merchant registered. */
@Entity('own_event_type')
export class OwnEventType {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'store_id' }) storeId!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') name!: string;
  @Column('text') description!: string;
  @Column('text') schema!: string;
  @Column('text') sample!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** A row of `own_event`: the id of an event that a merchant published. */
@Entity('own_event')
export class OwnEvent {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'store_id' }) storeId!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text', { name: 'event_id' }) eventId!: string;
  @Column('bytea') digest!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
