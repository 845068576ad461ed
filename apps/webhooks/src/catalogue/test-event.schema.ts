import { IsString, MaxLength } from 'class-validator';
import { IfGiven } from '../endpoints/endpoint.schema.ts';

/** Body of test. */
export class TestEventBody {
  /** Any type of the catalogue; absent: the first one that the endpoint subscribes to. */
  @IfGiven() @IsString() @MaxLength(200)
  event_type?: string;
}
