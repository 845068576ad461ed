import { Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';
import type { Customer } from './intent.entity.ts';

/** Texts are free, because published clients send local phone numbers and leave fields out. */
const FREE = {
  charactersMin: 0,
  charactersMax: LIMITS.textCharactersMax,
  orInteger: true,
  optional: true,
  nullable: true,
} as const;
const EMAIL = {
  is: /^(?:[^\s@]+@[^\s@]+)?$/,
  expects: `an email address of at most ${LIMITS.textCharactersMax} characters`,
};

/** §4.11 customer. */
export class CustomerBody {
  @Text({ ...FREE, description: "The customer's name.", example: 'عميل تجريبي' })
  name?: string | null;

  @Text({ ...FREE, description: "The customer's email address.", example: 'customer@shop.example', pattern: EMAIL })
  email?: string | null;

  @Text({ ...FREE, description: "The customer's phone number, local or international.", example: '+12025550123' })
  phone?: string | null;

  @Text({ ...FREE, description: 'Whether you treat the customer as important: `yes` or `no`.', example: 'no' })
  vip_customer?: string | null;

  @Text({ ...FREE, description: 'Whether the customer has bought from you before: `yes` or `no`.', example: 'yes' })
  previous_customer?: string | null;
}

/** A field that was not sent, or was sent empty, is null. */
export function customerOf(sent: CustomerBody | undefined): Customer {
  return {
    name: sent?.name || null,
    email: sent?.email || null,
    phone: sent?.phone || null,
    ...(sent?.vip_customer ? { vip_customer: sent.vip_customer } : {}),
    ...(sent?.previous_customer ? { previous_customer: sent.previous_customer } : {}),
  };
}

/** The customer of §2.6. */
export class CustomerAnswer {
  @Text({ description: 'Empty when you sent none.', example: 'عميل تجريبي', charactersMin: 0, charactersMax: 500 })
  name!: string;

  @Text({
    description: 'Empty when you sent none.',
    example: 'customer@shop.example',
    charactersMin: 0,
    charactersMax: 500,
  })
  email!: string;

  @Text({ description: 'Empty when you sent none.', example: '+12025550123', charactersMin: 0, charactersMax: 500 })
  phone!: string;

  @Text({ description: '`no` when you sent none.', example: 'no', charactersMax: 500 })
  vip_customer!: string;

  @Text({ description: '`no` when you sent none.', example: 'yes', charactersMax: 500 })
  previous_customer!: string;
}
