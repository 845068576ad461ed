import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { KEY_SCOPES } from '@qafila/auth/principal';
import type { KeyScope } from '@qafila/auth/principal';

/** Body of create. Without scopes the new key may do what the key that asks may do. */
export class CreateKeyBody {
  @IsOptional() @IsArray() @ArrayNotEmpty() @ArrayUnique() @IsIn(KEY_SCOPES, { each: true })
  scopes?: KeyScope[];
}

/** Body of the gateway's question. A key of any other shape than ours is unknown, not invalid. */
export class ResolveKeyBody {
  @IsString()
  api_key!: string;

  @IsString()
  account_id!: string;
}
