import { Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';

const FIELDS = {
  address1: ['Street and number.', 'شارع الملك فهد ١'],
  address2: ['Floor, flat or district.', 'حي العليا'],
  city: ['City.', 'الرياض'],
  country: ['Country: its name or its ISO 3166 code.', 'SA'],
  firstName: ['First name of the recipient.', 'عميل'],
  lastName: ['Last name of the recipient.', 'تجريبي'],
  phone: ['Phone number of the recipient.', '+12025550123'],
  province: ['Province or region.', 'الرياض'],
  zip: ['Postal code.', '11564'],
  shipping_method: ['How you deliver, in your words.', 'standard'],
} as const;
type Name = keyof typeof FIELDS;

/** Free texts: published clients send names or codes of countries, numbers as postal codes, and leave fields out. */
const Sent: PropertyDecorator = (prototype, name) => {
  const [description, example] = FIELDS[name as Name];
  Text({
    description,
    example,
    charactersMin: 0,
    charactersMax: LIMITS.textCharactersMax,
    orInteger: true,
    optional: true,
    nullable: true,
  })(prototype, name);
};

/** §4.11 shipping, in the order of §2.6. */
export class AddressBody {
  @Sent address1?: string | null;
  @Sent address2?: string | null;
  @Sent city?: string | null;
  @Sent country?: string | null;
  @Sent firstName?: string | null;
  @Sent lastName?: string | null;
  @Sent phone?: string | null;
  @Sent province?: string | null;
  @Sent zip?: string | null;
  @Sent shipping_method?: string | null;
}

/** Absent and empty fields are left out of the notification and are '' in the intent. */
export function addressOf(sent: AddressBody | null | undefined): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(sent ?? {}).filter(([, text]) => text));
}

function shown(options: { optional?: true }): PropertyDecorator {
  return (prototype, name) => {
    const [description, example] = FIELDS[name as Name];
    Text({ description, example, charactersMin: 0, charactersMax: LIMITS.textCharactersMax, ...options })(
      prototype,
      name,
    );
  };
}
const Shown = shown({});
const ShownIfSent = shown({ optional: true });

/** The shipping address of §2.6: fields that were not sent are empty. */
export class ShippingAnswer {
  @Shown address1!: string;
  @Shown address2!: string;
  @Shown city!: string;
  @Shown country!: string;
  @Shown firstName!: string;
  @Shown lastName!: string;
  @Shown phone!: string;
  @Shown province!: string;
  @Shown zip!: string;
  @Shown shipping_method!: string;
}

/** The billing address of §2.6: an object with the fields that were sent. */
export class BillingAnswer {
  @ShownIfSent address1?: string;
  @ShownIfSent address2?: string;
  @ShownIfSent city?: string;
  @ShownIfSent country?: string;
  @ShownIfSent firstName?: string;
  @ShownIfSent lastName?: string;
  @ShownIfSent phone?: string;
  @ShownIfSent province?: string;
  @ShownIfSent zip?: string;
  @ShownIfSent shipping_method?: string;
}
