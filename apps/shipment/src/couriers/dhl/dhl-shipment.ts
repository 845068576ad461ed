import { truncate } from '@qafila/runtime/truncate';
import type { Fields } from '@qafila/json/fields';
import type { Consignment, ConsignmentPackage, ConsignmentParty } from '../consignment.ts';
import type { BookingRequest } from '../courier.ts';
import type { DhlOptions } from './dhl-api.ts';
import { amountOf, exportDeclaration } from './dhl-customs.ts';
import { DHL_LIMITS } from './dhl-limits.ts';
import { contact, place, postalAddress } from './dhl-party.ts';

type Account = Pick<DhlOptions, 'accountNumber' | 'labelFormat' | 'nowMs'>;

/** The body of POST /shipments. */
export function dhlShipment({ shipmentId, serviceCode, consignment }: BookingRequest, account: Account): Fields {
  const { shipFrom, shipTo, customs, incoterm, referenceNumber } = consignment;
  return {
    plannedShippingDateAndTime: plannedAt(account.nowMs()),
    pickup: { isRequested: false },
    productCode: serviceCode ?? defaultProduct(consignment),
    accounts: accountsOf(consignment, account.accountNumber),
    valueAddedServices: valueAddedServices(consignment),
    outputImageProperties: images(consignment, account.labelFormat),
    customerReferences: [
      { value: shipmentId, typeCode: 'CU' },
      { value: truncate(referenceNumber, DHL_LIMITS.referenceCharactersMax), typeCode: 'CO' },
    ],
    customerDetails: {
      shipperDetails: {
        postalAddress: postalAddress(shipFrom),
        contactInformation: contact(shipFrom),
        ...registrations(shipFrom, [
          ['VAT', customs?.vatNumber ?? shipFrom.taxId],
          ['EOR', customs?.eoriNumber],
          ['SDT', customs?.iossNumber],
        ]),
      },
      receiverDetails: {
        postalAddress: postalAddress(shipTo),
        contactInformation: contact(shipTo),
        ...registrations(shipTo, [['VAT', shipTo.taxId]]),
      },
    },
    content: {
      ...contentOf(consignment),
      ...(isDeclarable(consignment) && { exportDeclaration: exportDeclaration(consignment, account.nowMs()) }),
      description: descriptionOf(consignment),
      incoterm: incoterm ?? 'DAP',
      unitOfMeasurement: 'metric',
      packages: consignment.packages.map((parcel, at) => ({
        ...measures(parcel),
        description: truncate(parcel.description, DHL_LIMITS.descriptionCharactersMax),
        referenceNumber: at + 1,
        ...(parcel.packageReference !== undefined && {
          customerReferences: [
            { value: truncate(parcel.packageReference, DHL_LIMITS.referenceCharactersMax), typeCode: 'CU' },
          ],
        }),
      })),
    },
  };
}

/** The body of POST /rates. */
export function dhlRates(consignment: Consignment, { accountNumber, nowMs }: Account): Fields {
  const value = consignment.customs?.value ?? 0n;
  return {
    plannedShippingDateAndTime: plannedAt(nowMs()),
    accounts: [{ typeCode: 'shipper', number: accountNumber }],
    customerDetails: { shipperDetails: place(consignment.shipFrom), receiverDetails: place(consignment.shipTo) },
    unitOfMeasurement: 'metric',
    isCustomsDeclarable: isDeclarable(consignment),
    ...(value > 0n && {
      monetaryAmount: [
        { typeCode: 'declaredValue', value: amountOf(value, consignment.currency), currency: consignment.currency },
      ],
    }),
    packages: consignment.packages.map(measures),
  };
}

/** DHL's form of a time: with `GMT` before the offset. */
export function dhlTime(atMs: number, offset = '+00:00'): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const localMs = atMs + (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return `${new Date(localMs).toISOString().slice(0, 19)}GMT${offset}`;
}

function plannedAt(nowMs: number): string {
  return dhlTime(nowMs + DHL_LIMITS.plannedInMs);
}

function defaultProduct({ shipFrom, shipTo }: Consignment): string {
  return shipFrom.countryCode === shipTo.countryCode ? 'N' : 'P';
}

/** Goods with a declaration for customs cross a border. */
function isDeclarable({ shipFrom, shipTo, customs }: Consignment): boolean {
  return customs !== undefined && shipFrom.countryCode !== shipTo.countryCode;
}

/** Duties that the sender pays are charged to the same account. */
function accountsOf(consignment: Consignment, number: string): Fields[] {
  const shipper = { typeCode: 'shipper', number };
  return paysDuties(consignment) ? [shipper, { typeCode: 'duties-taxes', number }] : [shipper];
}

function paysDuties(consignment: Consignment): boolean {
  return consignment.incoterm === 'DDP' && isDeclarable(consignment);
}

function valueAddedServices(consignment: Consignment): Fields[] {
  const { insuranceAmount = 0n, currency } = consignment;
  return [
    // Insurance; duties paid by the sender; papers that customs gets as data.
    ...(insuranceAmount > 0n ? [{ serviceCode: 'II', value: amountOf(insuranceAmount, currency), currency }] : []),
    ...(paysDuties(consignment) ? [{ serviceCode: 'DD' }] : []),
    ...(isDeclarable(consignment) ? [{ serviceCode: 'WY' }] : []),
  ];
}

function images(consignment: Consignment, encodingFormat: 'pdf' | 'zpl'): Fields {
  const invoice = { typeCode: 'invoice', invoiceType: 'commercial', languageCode: 'eng', isRequested: true };
  return {
    encodingFormat,
    imageOptions: [
      { typeCode: 'label', templateName: 'ECOM26_84_001', isRequested: true },
      ...(isDeclarable(consignment) ? [{ typeCode: 'waybillDoc', isRequested: true }, invoice] : []),
    ],
  };
}

function registrations(
  { countryCode }: ConsignmentParty,
  numbers: readonly (readonly [typeCode: string, number: string | undefined])[],
): Fields {
  const known = numbers.flatMap(([typeCode, number]) =>
    number === undefined || number.length > DHL_LIMITS.registrationCharactersMax
      ? []
      : [{ typeCode, number, issuerCountryCode: countryCode }],
  );
  return known.length === 0 ? {} : { registrationNumbers: known };
}

function contentOf(consignment: Consignment): Fields {
  const { customs, currency } = consignment;
  if (!isDeclarable(consignment)) return { isCustomsDeclarable: false };
  return {
    isCustomsDeclarable: true,
    declaredValue: amountOf(customs?.value ?? 0n, currency),
    declaredValueCurrency: currency,
  };
}

function descriptionOf({ packages }: Consignment): string {
  const all = [...new Set(packages.map(({ description }) => description.trim()))].filter(Boolean).join(', ');
  return truncate(all, DHL_LIMITS.descriptionCharactersMax).trim() || 'Goods';
}

function measures({ weightGrams, lengthMm, widthMm, heightMm }: ConsignmentPackage): Fields {
  const weight = Number(weightGrams) / 1_000;
  if (lengthMm === undefined || widthMm === undefined || heightMm === undefined) return { weight };
  const [length, width, height] = [lengthMm, widthMm, heightMm].map((side) => Number(side) / 10);
  return { weight, dimensions: { length, width, height } };
}
