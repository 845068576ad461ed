import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { CLIENT_SCOPES } from '@qafila/auth/principal';
import type { ClientScope } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';

/** Body of create. Without scopes the client may do all that a client can. */
export class CreateServiceAccountBody {
  @IsOptional() @IsString() @Length(1, LIMITS.clientNameCharactersMax)
  name?: string;

  @IsOptional() @IsArray() @ArrayNotEmpty() @ArrayUnique() @IsIn(CLIENT_SCOPES, { each: true })
  scopes?: ClientScope[];
}

/** Body of the gateway's question: what a token that it has verified names. */
export class ResolveClientBody {
  @IsString() @MaxLength(LIMITS.tokenParameterCharactersMax)
  client_id!: string;

  @IsString() @MaxLength(LIMITS.tokenParameterCharactersMax)
  secret_id!: string;
}
