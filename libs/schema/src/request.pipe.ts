import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { fieldsOf } from './field.ts';
import type { Class } from './field.ts';
import { readRequest } from './read-object.ts';

/**
 * Reads `@Body()` and `@Query()` parameters as their request classes. A body that was left out counts as an empty
 * object, so that an operation without required fields needs none.
 */
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return value;
    if (metatype === undefined || metatype === Object || fieldsOf(metatype as Class).size === 0) return value;
    return readRequest(metatype as Class<object>, value ?? {}, type);
  }
}
