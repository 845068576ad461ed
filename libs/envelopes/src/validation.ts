import type { ValidationError } from 'class-validator';
import { ValidationPipe } from '@nestjs/common';
import { invalid } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** The first broken rule as a refusal that names the field by its path, e.g. `filters.clauses.0.operator`. */
export function firstRefusal(errors: ValidationError[], prefix = ''): Refusal {
  const error = errors[0];
  if (error === undefined) return invalid(prefix, 'The body is invalid.');
  const path = prefix === '' ? error.property : `${prefix}.${error.property}`;
  if (error.constraints === undefined && error.children?.length) return firstRefusal(error.children, path);
  const rule = Object.entries(error.constraints ?? {})[0];
  if (rule?.[0] === 'whitelistValidation') return invalid(path, `${path} is not a field of this operation.`, 'unknown_field');
  const told = rule?.[1].replace(error.property, path) ?? `${path} is invalid`;
  // What may be left out is not judged when it is: whatever is judged as absent must be there.
  return invalid(path, error.value === undefined ? `${path} is required: ${told}.` : `${told}.`);
}

/** Nest drops keys such as `constructor` in silence; our reader has refused the dangerous one, and the others are the sender's. */
class WholeBodyPipe extends ValidationPipe {
  protected override stripProtoKeys(): void {}
}

/** class-validator at the HTTP edge: unknown fields are refused, types are never coerced, the first broken rule is told. */
export function validationPipe(): ValidationPipe {
  return new WholeBodyPipe({
    whitelist: true, forbidNonWhitelisted: true, transform: true, stopAtFirstError: true,
    transformOptions: { enableImplicitConversion: false }, exceptionFactory: (errors) => firstRefusal(errors),
  });
}
