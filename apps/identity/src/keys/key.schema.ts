import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { ALL_SCOPES } from '@qafila/auth/principal';
import type { Scope } from '@qafila/auth/principal';

/** Body of create. Without scopes the new key may do what the key that asks may do. */
export class CreateKeyBody {
  @IsOptional() @IsArray() @ArrayNotEmpty() @ArrayUnique() @IsIn(ALL_SCOPES, { each: true })
  scopes?: Scope[];
}

/** Body of the gateway's question. A key of any other shape than ours is unknown, not invalid. */
export class ResolveKeyBody {
  @IsString()
  api_key!: string;

  @IsString()
  account_id!: string;
}
