import type { Fields } from '@qafila/json/fields';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Consignment, ConsignmentPackage, ConsignmentParty } from '../consignment.ts';
import type { BookingRequest } from '../courier.ts';

/** The draft that Karrio rates: `carrierId` is the connection there. */
export function karrioShipment({ shipmentId, serviceCode, consignment }: BookingRequest, carrierId: string): Fields {
  const { shipFrom, shipTo, packages, shipmentType } = consignment;
  return {
    shipper: addressOf(shipFrom),
    recipient: addressOf(shipTo),
    parcels: packages.map(parcelOf),
    options: optionsOf(consignment),
    customs: shipmentType === 'DOMESTIC' || consignment.customs === undefined ? undefined : customsOf(consignment),
    reference: shipmentId,
    label_type: 'PDF',
    is_return: shipmentType === 'RETURN',
    carrier_ids: [carrierId],
    services: serviceCode === undefined ? [] : [serviceCode],
    metadata: { qafila_shipment: shipmentId, reference_number: consignment.referenceNumber },
  };
}

function addressOf(party: ConsignmentParty): Fields {
  const street = [party.buildingNumber, party.addressLine1].filter(Boolean).join(' ');
  const district = [party.addressLine2, party.district, party.shortAddress].filter(Boolean).join(', ');
  return {
    person_name: party.name,
    company_name: party.companyName,
    phone_number: party.phone,
    email: party.email,
    address_line1: street,
    address_line2: district === '' ? undefined : district,
    city: party.city,
    postal_code: party.postalCode,
    country_code: party.countryCode,
    federal_tax_id: party.taxId,
  };
}

function parcelOf(parcel: ConsignmentPackage): Fields {
  const { weightGrams, lengthMm, widthMm, heightMm, description, packageReference } = parcel;
  const size =
    lengthMm === undefined || widthMm === undefined || heightMm === undefined
      ? {}
      : {
          length: Number(lengthMm) / 10,
          width: Number(widthMm) / 10,
          height: Number(heightMm) / 10,
          dimension_unit: 'CM',
        };
  return {
    weight: Number(weightGrams) / 1_000,
    weight_unit: 'KG',
    description,
    reference_number: packageReference,
    ...size,
  };
}

function optionsOf({ codAmount, currency, insuranceAmount, packages }: Consignment): Fields {
  const declared = packages.reduce((sum, { declaredValue = 0n }) => sum + declaredValue, 0n);
  const amount = (minor: bigint): number => Number(fromMinorUnits(minor, currency));
  return {
    currency,
    ...(codAmount > 0n && { cash_on_delivery: amount(codAmount) }),
    ...(insuranceAmount !== undefined && { insurance: amount(insuranceAmount) }),
    ...(declared > 0n && { declared_value: amount(declared) }),
  };
}

function customsOf({ customs, incoterm, currency, packages, shipFrom }: Consignment): Fields {
  const amount = (minor: bigint): number => Number(fromMinorUnits(minor, currency));
  return {
    content_type: 'merchandise',
    content_description: customs?.contentType,
    incoterm,
    invoice: customs?.invoiceNumber,
    invoice_date: customs?.invoiceDate,
    commercial_invoice: true,
    duty: {
      paid_by: incoterm === 'DDP' ? 'sender' : 'recipient',
      currency,
      declared_value: customs === undefined ? undefined : amount(customs.value),
    },
    commodities: packages.flatMap(({ items, weightGrams }) =>
      items.map((item) => ({
        title: item.name,
        description: item.name,
        sku: item.sku,
        quantity: item.quantity,
        hs_code: item.hsCode,
        origin_country: item.originCountry ?? shipFrom.countryCode,
        value_amount: amount(item.unitPrice),
        value_currency: currency,
        // Without a weight of its own an item has its part of the package's.
        weight: Number(item.unitWeightGrams ?? weightGrams / BigInt(items.length * item.quantity)) / 1_000,
        weight_unit: 'KG',
      })),
    ),
  };
}
