import { applyDecorators, HttpCode, SetMetadata, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { NeedsScope } from '@qafila/auth/guard';
import type { Scope } from '@qafila/auth/principal';
import type { ErrorCode, ErrorCodeOf } from '@qafila/contracts/errors';
import type { Class } from './field.ts';
import { UnreadInputGuard } from './unread-input.guard.ts';

/** What the answer of an operation contains. */
export interface AnswerSpec {
  /** For the reference: what happened. */
  description: string;
  /** The class of `data`, or of the whole answer when `bare`. An array: a list of them. */
  data?: Class | [Class];
  /** The answer is the object itself, without the envelope of the dialect. */
  bare?: true;
  /** The answer is a file of one of these media types; beside `data`, if the client asks for it. */
  files?: readonly string[];
  /** Another form that the answer can have. */
  or?: AnswerSpec;
  /** Replaces the example that is made of the fields' examples. */
  example?: unknown;
}

/** One operation as a merchant's developer reads of it. */
export interface OperationSpec {
  /** Unique across all services, e.g. `createRefund`; it names the operation in the SDK. */
  id: string;
  /** A few words: "Refund a payment". */
  summary: string;
  /** What it does, its rules and its limits, as Markdown. */
  description: string;
  /** The group in the reference: "Refunds". */
  tag: string;
  /** What the caller's key or token must allow; absent where the caller is not a merchant. */
  scope?: Scope;
  /** By status. The first one is the ordinary one, which Nest sends. */
  answers: Record<number, AnswerSpec>;
  /** Codes of its own; those of authentication, validation, limits and failures are added. */
  errors?: readonly ErrorCode[];
  /** The code of 404, where the path names something else than the usual object of the dialect. */
  notFound?: ErrorCodeOf<404>;
  /** The class of a body that the handler reads itself: for speed, or because its rules need more than the request. */
  body?: Class;
  /** The class of a query that the handler reads itself. */
  query?: Class;
  /** The dialect of its errors where it is not the service's. */
  dialect?: 'token';
  /** True when a repeat of the same request has no second effect, although it is a POST without an idempotency key. */
  repeatable?: true;
  /** Whether a repeat of the request under the header `idempotency-key` gets the first answer. */
  idempotencyKey?: 'optional' | 'required';
  /** Numbers of the body keep their source text. */
  exactNumbers?: true;
  /** More full requests than the one that is made of the fields' examples, by title. */
  bodyExamples?: Record<string, unknown>;
  /** Fields of the body exclude each other, so that no request has all of them: `bodyExamples` are the only ones. */
  bodyAlternatives?: true;
  /** Also read as application/x-www-form-urlencoded. */
  forms?: true;
}

const OPERATION = Symbol('operation');

/** Declares a handler as an operation: scope, ordinary status, and everything that the reference says of it. */
export function Operation(spec: OperationSpec): MethodDecorator {
  return applyDecorators(
    SetMetadata(OPERATION, spec),
    HttpCode(ordinaryStatus(spec)),
    // Callers without a scope are providers, couriers and browsers, which may send more than is read.
    ...(spec.scope === undefined ? [] : [NeedsScope(spec.scope), UseGuards(unreadInput(spec))]),
    ...(spec.exactNumbers === true ? [RouteConfig({ exactNumbers: true })] : []),
  );
}

function unreadInput({ body, query }: OperationSpec): UnreadInputGuard {
  return new UnreadInputGuard({ body: body !== undefined, query: query !== undefined });
}

export function operationOf(handler: object): OperationSpec | undefined {
  return Reflect.getMetadata(OPERATION, handler) as OperationSpec | undefined;
}

export function ordinaryStatus({ answers }: OperationSpec): number {
  return Number(Object.keys(answers)[0]);
}
