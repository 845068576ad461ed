import type { operations } from './generated/api.ts';
import type { OPERATIONS } from './generated/operations.ts';

export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Optional<Key extends string, Value> = [Value] extends [never]
  ? { [name in Key]?: undefined }
  : undefined extends Value
    ? { [name in Key]?: Value }
    : object extends NonNullable<Value>
      ? { [name in Key]?: Value }
      : { [name in Key]: Value };

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type ParametersOf<Id extends OperationId> = operations[Id] extends { parameters: infer Parameters }
  ? Parameters
  : never;
type PartOf<Id extends OperationId, Part extends string> =
  ParametersOf<Id> extends { [name in Part]?: infer Values } ? Values : never;
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? Json<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? Json<NonNullable<Body>> | undefined
    : never;

/** What a call takes: the path's names, the query, the body, and options of this one call. */
export type InputOf<Id extends OperationId> = Optional<'path', PartOf<Id, 'path'>> &
  Optional<'query', PartOf<Id, 'query'>> &
  Optional<'body', BodyOf<Id>> &
  CallOptions;

export interface CallOptions {
  /** Made for each call of an operation that takes one, and kept over its retries. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type SuccessOf<Id extends OperationId> = operations[Id] extends { responses: infer Responses }
  ? { [Status in keyof Responses]: Status extends 200 | 201 | 202 | 207 ? Responses[Status] : never }[keyof Responses]
  : never;
type Unwrapped<Answer> = Answer extends { data: infer Data; success: unknown }
  ? DataOrMessage<Data>
  : Answer extends { data: infer Data; status: unknown; code: unknown }
    ? DataOrMessage<Data>
    : Answer;
type Nothing = Record<string, never>;
/** The envelope itself says `Nothing & …` of data that has fields, which is not `Nothing` in both directions. */
type DataOrMessage<Data> = [Data, Nothing] extends [Nothing, Data] ? { message: string } : Data;
type IsFile<Success> = Success extends { content: { 'application/json': unknown } } ? false : true;

/**
 * What a call gives: the `data` of the envelope, or its message where it has no data; without an envelope the whole
 * answer; a file as its response.
 */
export type AnswerOf<Id extends OperationId> =
  IsFile<SuccessOf<Id>> extends true ? Response : Unwrapped<Json<SuccessOf<Id>>>;

type AnyPage<Item> = { items: Item[] } & ({ next_cursor: string | null } | { next_after: number | null });

/** The items of a list, for operations that answer `{items, next_cursor}` or `{items, next_after}`. */
export type ItemOf<Id extends OperationId> = AnswerOf<Id> extends AnyPage<infer Item> ? Item : never;
export type ListId = { [Id in OperationId]: [ItemOf<Id>] extends [never] ? never : Id }[OperationId];

export type Api = { [Id in OperationId]: Call<Id> };
type Call<Id extends OperationId> =
  object extends InputOf<Id>
    ? (input?: InputOf<Id>) => Promise<AnswerOf<Id>>
    : (input: InputOf<Id>) => Promise<AnswerOf<Id>>;
