import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import { Violations, Place } from '@qafila/schema/violations';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { LIMITS } from '../limits.ts';
import { judgeData } from './judge-data.ts';
import type { Schema } from './judge-data.ts';
import { OwnEventType } from './own-event.entity.ts';
import type { CreateEventTypeBody, UpdateEventTypeBody } from './own-events.schema.ts';

/** A store in a mode: a principal, or an endpoint of it. */
export interface Owner {
  accountId: string;
  storeId: string;
  mode: string;
}

function ownerOf({ accountId, storeId, mode }: Owner): Owner {
  return { accountId, storeId, mode };
}

/** The store's own types, by name. There are at most 500. */
export function listOwnTypes(db: EntityManager, owner: Owner): Promise<OwnEventType[]> {
  return db.find(OwnEventType, { where: ownerOf(owner), order: { name: 'ASC' } });
}

export async function findOwnType(
  db: EntityManager,
  owner: Owner,
  name: string,
  lock?: 'locked',
): Promise<OwnEventType> {
  const where = { ...ownerOf(owner), name };
  const type = name.includes('\0')
    ? null
    : await db.findOne(OwnEventType, {
        where,
        ...(lock === undefined ? {} : { lock: { mode: 'for_no_key_update' as const } }),
      });
  if (type === null) throw notFound('event type', name);
  return type;
}

/** The sample must match its schema. */
function checkSample(type: Pick<OwnEventType, 'schema' | 'sample'>): void {
  const violations = new Violations();
  judgeData(JSON.parse(type.schema) as Schema, JSON.parse(type.sample), new Place('sample', {}, violations, 'body'));
  violations.check();
}

export async function createOwnType(
  store: EndpointStore,
  owner: Principal,
  body: CreateEventTypeBody,
): Promise<OwnEventType> {
  const row = {
    ...ownerOf(owner),
    name: body.name,
    description: body.description ?? '',
    schema: JSON.stringify(body.schema),
    sample: JSON.stringify(body.sample),
  };
  checkSample(row);
  return store.source.transaction(async (tx) => {
    if ((await tx.countBy(OwnEventType, ownerOf(owner))) >= LIMITS.ownTypesPerStoreMax)
      throw conflict(
        'too_many_event_types',
        `A store may have ${LIMITS.ownTypesPerStoreMax} event types of its own; delete one first.`,
      );
    const { raw } = await tx
      .createQueryBuilder()
      .insert()
      .into(OwnEventType)
      .values(row)
      .orIgnore()
      .returning('name')
      .execute();
    if ((raw as unknown[]).length === 0)
      throw conflict('event_type_exists', `The event type ${body.name} is registered; change it with PATCH.`);
    return findOwnType(tx, owner, body.name);
  });
}

/** Events that are published from now on must match the new schema. */
export function changeOwnType(
  store: EndpointStore,
  owner: Principal,
  name: string,
  body: UpdateEventTypeBody,
): Promise<OwnEventType> {
  return store.source.transaction(async (tx) => {
    const type = await findOwnType(tx, owner, name, 'locked');
    const { description = type.description, schema, sample } = body;
    Object.assign(type, {
      description,
      schema: schema === undefined ? type.schema : JSON.stringify(schema),
      sample: sample === undefined ? type.sample : JSON.stringify(sample),
      updatedAt: new Date(),
    });
    checkSample(type);
    return tx.save(type);
  });
}

/** Published events of the type are still delivered. */
export async function deleteOwnType(store: EndpointStore, owner: Principal, name: string): Promise<void> {
  const { affected } = await store.source.manager.delete(OwnEventType, { ...ownerOf(owner), name });
  if (affected === 0) throw notFound('event type', name);
}
