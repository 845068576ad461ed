import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How goods can end. */
export const JOURNEY_ENDS = ['DELIVERED', 'RETURNED', 'LOST'] as const;
export type JourneyEnd = (typeof JOURNEY_ENDS)[number];

/** A row of `journey`: a shipment that ended, as the report counts it. */
@Entity('journey')
export class JourneyRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @Column('text') courier!: string;
  /** Empty: none was chosen. */
  @Column('text') service!: string;
  @Column('text') city!: string;
  @Column('text') country_code!: string;
  @Column('text') outcome!: JourneyEnd;
  @Column('timestamptz', { nullable: true }) picked_up_at!: Date | null;
  @Column('timestamptz') ended_at!: Date;
  @Column('integer') failed_attempts!: number;
}
