import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `setting`: `chaos` has its seed and rates, `clock` its `offset_ms`. */
@Entity('setting')
export class SettingRow {
  @PrimaryColumn('text') name!: 'chaos' | 'clock';
  @Column('jsonb') value!: object;
}
