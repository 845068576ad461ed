import type { DataSource } from 'typeorm';
import { notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { Meter } from '../meter-definitions/meter.entity.ts';
import { meterView } from './meter-answers.schema.ts';
import type { MeterAnswer } from './meter-answers.schema.ts';
import type { ListMetersQuery } from './meter.schema.ts';

type Owner = Pick<Principal, 'accountId' | 'storeId'>;

/** An unknown meter and a meter of another store get the same 404. */
export async function getMeter(source: DataSource, owner: Owner, id: string): Promise<MeterAnswer> {
  const meter = id.includes('\0') ? null : await ofStore(source, owner).andWhere('meter.id = :id', { id }).getOne();
  if (meter === null) throw notFound('meter', id);
  return meterView(meter, owner.accountId);
}

/** Newest first. */
export async function listMeters(source: DataSource, owner: Owner, query: ListMetersQuery): Promise<Page<MeterAnswer>> {
  const size = pageSize(query.limit);
  const after = decodeCursor(query.cursor, 'time', 'text');
  const find = ofStore(source, owner)
    .orderBy('meter.createdAt', 'DESC')
    .addOrderBy('meter.id', 'DESC')
    .limit(size + 1);
  if (query.active !== undefined) find.andWhere('meter.active = :active', { active: query.active });
  if (query.aggregation_type !== undefined)
    find.andWhere('meter.aggregation_type = :type', { type: query.aggregation_type });
  if (after !== undefined)
    find.andWhere('(meter.created_at, meter.id) < (:at::timestamptz, :id)', { at: after[0], id: after[1] });
  return pageOf(await find.getMany(), size, {
    item: (meter) => meterView(meter, owner.accountId),
    key: (meter) => [meter.createdAt.toISOString(), meter.id],
  });
}

function ofStore(source: DataSource, owner: Owner) {
  return source
    .getRepository(Meter)
    .createQueryBuilder('meter')
    .innerJoin('account', 'account', 'account.account_no = meter.account_no')
    .where('account.account_id = :accountId AND meter.store_id = :storeId', owner);
}
