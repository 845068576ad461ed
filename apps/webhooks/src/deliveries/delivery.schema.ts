import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { ListQuery } from '../endpoints/endpoint.schema.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Query of list deliveries. */
export class ListDeliveriesQuery extends ListQuery {
  @IsOptional() @IsIn(DELIVERY_STATUSES)
  status?: DeliveryStatus;

  /** A name, or a family such as `meter.*`. */
  @IsOptional() @IsString() @MaxLength(200)
  event_type?: string;

  /** The header webhook-id, which is the event's id. */
  @IsOptional() @IsString() @Matches(/^[\w:-]{1,64}$/, { message: 'webhook_id must be the text of a webhook-id header' })
  webhook_id?: string;

  @IsOptional() @IsString()
  from?: string;

  @IsOptional() @IsString()
  to?: string;
}

/** Query of catch-up. */
export class CatchUpQuery {
  /** The last sequence that the caller has; 0: from the beginning. */
  @IsOptional() @Matches(/^(0|[1-9]\d{0,14})$/, { message: 'after must be a sequence: a whole number, 0 for the beginning' })
  after?: string;

  @IsOptional() @Matches(/^[1-9]\d{0,3}$/)
  limit?: string;
}
