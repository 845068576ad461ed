import type { ErrorKinds } from './error-kind.ts';
import { RECOVERY_ERRORS } from './recovery-errors.ts';

/** Codes of the shipment service. */
export const SHIPMENT_ERRORS = {
  TOKEN_MISSING: {
    status: 401,
    cause: 'The request has no access token.',
    remedy: 'Send an access token in the header `Token` or as `Authorization: Bearer`.',
    example: 'Send an access token in the header Token.',
  },
  TOKEN_INVALID: {
    status: 401,
    cause: 'The access token is not one of this deployment, is revoked, or is damaged.',
    remedy: 'Ask for a new token.',
    example: 'This token is not valid. Ask for a new one.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    cause: 'The access token is older than its lifetime.',
    remedy: 'Ask for a new token.',
    example: 'This token has expired. Ask for a new one.',
  },
  SCOPE_MISSING: {
    status: 403,
    cause: 'The access token is valid and lacks the scope that the operation needs.',
    remedy: 'Ask for a token with the scope.',
    example: 'This token lacks the scope shipments:write. Ask for one that has it.',
  },
  SHIPMENT_NOT_FOUND: {
    status: 404,
    cause: 'The company of the token has no shipment with this id.',
    remedy: 'Check the id.',
    example: 'There is no shipment "shp_01" in this company.',
  },
  COD_EXCEPTION_NOT_FOUND: {
    status: 404,
    cause: 'The company has no exception of a remittance with this id.',
    remedy: 'Take the id from the list of exceptions.',
    example: 'There is no exception "rx_1" in this company.',
  },
  COD_EXCEPTION_RESOLVED: {
    status: 409,
    cause: 'The exception is resolved already, by a person or by a later report.',
    remedy: 'Read it: `resolution` and `note` say how.',
    example: 'This exception is resolved: accepted.',
  },
  COD_RESOLUTION_NOT_POSSIBLE: {
    status: 409,
    cause: 'The exception cannot be resolved this way: it has nothing to adjust, or the parcel does not fit its line.',
    remedy: 'Accept it, or name another parcel.',
    example: 'There is nothing to adjust in an exception fee_differs: accept it.',
  },
  REMITTANCE_API_MISSING: {
    status: 409,
    cause: 'The courier has no API that says what it paid, or the company has no account there.',
    remedy: 'Import its remittance files.',
    example: 'sandbox-express has no API of remittances here: import its files instead.',
  },
  REMITTANCE_MAPPING_MISSING: {
    status: 409,
    cause: 'The remittance files of this courier have no built-in mapping, and the company has saved none.',
    remedy: 'Save a mapping that names the columns of the file.',
    example: 'The files of gulf need a mapping. Save one with PUT cod/mappings/gulf.',
  },
  PHONE_INVALID: {
    status: 400,
    param: 'shipToInfo.phone',
    cause: "A phone number is not one of its party's country, or is no mobile number where cash is collected.",
    remedy: 'Send the number as E.164, such as +966501234567.',
    example: 'shipToInfo.phone must be a valid phone number, best as +966501234567.',
  },
  COUNTRY_INVALID: {
    status: 400,
    param: 'shipToInfo.countryCode',
    cause: 'A country is missing or is not a code of ISO 3166.',
    remedy: 'Send two capitals, such as SA.',
    example: 'shipToInfo.countryCode must be an ISO 3166 code of two capitals, such as SA.',
  },
  POSTCODE_INVALID: {
    status: 400,
    param: 'shipToInfo.postalCode',
    cause: 'The postal code does not have the form that its country uses.',
    remedy: 'Correct the postal code, or leave it out.',
    example: 'shipToInfo.postalCode is not a postal code of SA.',
  },
  NATIONAL_ADDRESS_REQUIRED: {
    status: 400,
    param: 'shipToInfo.shortAddress',
    cause: 'A Saudi address has no National Address, or its short form is not 4 letters and 4 digits.',
    remedy: 'Send `shortAddress`, or `buildingNumber`, `addressLine1`, `district`, `postalCode` and `city`.',
    example: 'shipToInfo.shortAddress must be 4 letters and 4 digits, such as RRRD2929.',
  },
  AMOUNT_PRECISION: {
    status: 400,
    param: 'codAmount',
    cause: 'An amount has more decimals than its currency.',
    remedy: 'Round the amount before you send it. Qafila never rounds money.',
    example: 'codAmount has 3 decimals, and SAR has 2. Round it before you send it.',
  },
  PRICING_MISMATCH: {
    status: 400,
    param: 'pricing.totalAmount',
    cause: 'The amounts of `pricing` or of an item do not add up, exact to the minor unit.',
    remedy: 'Send amounts that follow from each other. The message shows both numbers.',
    example:
      'pricing.totalAmount is 116.00 SAR, but subTotal − discountAmount + taxAmount + shippingAmount is 115.00 SAR.',
  },
  COD_NOT_ALLOWED: {
    status: 400,
    param: 'codAmount',
    cause: '`codAmount` does not fit `paymentMode`, or the shipment is a return.',
    remedy: 'Send a `codAmount` above 0 with `paymentMode` COD, and none otherwise.',
    example: 'codAmount needs paymentMode COD.',
  },
  COD_EXCEEDS_TOTAL: {
    status: 400,
    param: 'codAmount',
    cause: '`codAmount` is more than `pricing.totalAmount`.',
    remedy: 'Collect at most the total.',
    example: 'codAmount must not be more than pricing.totalAmount.',
  },
  CUSTOMS_REQUIRED: {
    status: 400,
    param: 'customs',
    cause: 'The shipment crosses a border, and something that customs need is missing.',
    remedy: 'Send `incoterm`, `customs`, and items with `originCountry`.',
    example: 'customs is required for an international shipment.',
  },
  HS_CODE_INVALID: {
    status: 400,
    param: 'packagesInfo.0.items.0.hsCode',
    cause: 'A customs tariff code is missing, has the wrong number of digits, or names a chapter that does not exist.',
    remedy: 'Send 6 to 12 digits of a chapter from 01 to 99 except 77; to a Gulf state 12 digits.',
    example: 'packagesInfo.0.items.0.hsCode must be a tariff code of 12 digits for a Gulf state.',
  },
  SHIPMENT_TYPE_MISMATCH: {
    status: 400,
    param: 'shipmentType',
    cause: '`shipmentType` does not fit the countries of the parties, or the operation.',
    remedy: 'Leave it out when you create a shipment. Send RETURN for a return.',
    example: 'shipmentType must be INTERNATIONAL, by the countries of the two parties.',
  },
  PACKAGE_LIMIT: {
    status: 400,
    param: 'packagesInfo',
    cause: '`packagesInfo` is missing, empty, or has more than 250 packages.',
    remedy: 'Split the shipment.',
    example: 'packagesInfo must have 1 to 250 items; it has 251.',
  },
  COURIER_CREDENTIALS_REFUSED: {
    status: 400,
    param: 'credentials.password',
    cause: 'The courier does not accept these credentials, or they are of the other mode.',
    remedy: 'Copy them again from your account at the courier. The message has its reason.',
    example: 'DHL Express refuses these credentials: 401 Unauthorized.',
  },
  COURIER_ACCOUNT_CHANGED: {
    status: 409,
    cause:
      'The credentials open another account than the one that is connected, or another request changed the account ' +
      'meanwhile.',
    remedy: 'Send credentials of the same account, or disconnect first. After a change of another request, send again.',
    example: 'These credentials open the account 2, and 1 is connected. Disconnect it first.',
  },
  COURIER_IN_USE: {
    status: 409,
    cause: 'Shipments of this courier are under way.',
    remedy: 'Switch the courier off for new shipments, and disconnect it when those under way have ended.',
    example: 'Shipments of dhl-express are under way. Switch the courier off, and disconnect it when they have ended.',
  },
  COURIER_UNAVAILABLE: {
    status: 503,
    cause: 'The courier does not answer, so the credentials could not be tested.',
    remedy: 'Send the request again later. Nothing is stored.',
    example: 'DHL Express could not test the credentials: the time for the call is over.',
  },
  COURIER_UNKNOWN: {
    status: 400,
    param: 'courierId',
    cause: 'The courier that the body names is not one of the company.',
    remedy: 'Use an id of `GET /oe/aggtr/api/v1/shipments/couriers`.',
    example: 'courierId is not one of your couriers (sandbox-express, sandbox-economy).',
  },
  COURIER_NOT_FOUND: {
    status: 404,
    cause: 'The deployment has no courier with the id in the path.',
    remedy: 'Use an id that the message names.',
    example: 'There is no courier "falcon" here: there are sandbox-express, sandbox-economy.',
  },
  BULK_JOB_NOT_FOUND: {
    status: 404,
    cause: 'The company of the token has no bulk job with this id, or it ended more than 30 days ago.',
    remedy: 'Check the id.',
    example: 'There is no bulk job "blk_01" in this company.',
  },
  BULK_JOBS_RUNNING: {
    status: 409,
    cause: 'The company has as many bulk jobs that run or wait as it may have.',
    remedy: 'Send the job when one of them has ended, or cancel one.',
    example: 'The company has 10 bulk jobs that run or wait. Send this one when one of them has ended.',
  },
  RULES_CHANGED: {
    status: 409,
    cause: 'The rules that choose couriers were changed since they were read.',
    remedy: 'Read the rules again, and send your change of them.',
    example: 'version 3 is not the newest: read the rules again, and send your change of them.',
  },
  RULES_NOT_FOUND: {
    status: 404,
    cause: 'The company has no such version of the rules that choose couriers.',
    remedy: 'Use a version of `GET /oe/aggtr/api/v1/courier-rules/versions`.',
    example: 'The company has no version "7" of its rules.',
  },
  REFERENCE_DUPLICATE: {
    status: 409,
    cause: 'The company already has a shipment with this `referenceNumber`.',
    remedy: 'Use another reference, or read the shipment that the message names.',
    example: 'referenceNumber: "order-1001" is the reference of the shipment shp_01KAB3X4Y5Z6.',
  },
  ...RECOVERY_ERRORS,
  AWB_CANCELLED: {
    status: 409,
    cause: 'The shipment is cancelled: its label must not be used.',
    remedy: 'Create another shipment. Labels that were printed before must not be used.',
    example: 'This shipment is CANCELLED: it has no label any more.',
  },
  ALARM_NOT_FOUND: {
    status: 404,
    cause: 'The shipment has no open alarm with this number.',
    remedy: 'Use an `alarmId` of `GET /oe/aggtr/api/v1/shipments/alarms`.',
    example: 'This shipment has no open alarm "12".',
  },
  INSTRUCTION_NOT_POSSIBLE: {
    status: 409,
    cause: 'The state of the shipment does not allow this instruction, or it asks to send a return back.',
    remedy: 'Read the shipment. The message names the states in which the instruction is possible.',
    example:
      'reattempt needs one of the states DELIVERY_FAILED, ON_HOLD, AVAILABLE_FOR_PICKUP, and of a return nothing ' +
      'goes back; this shipment is DELIVERED.',
  },
  INSTRUCTION_OPEN: {
    status: 409,
    cause: 'An earlier instruction for the shipment is neither answered by the courier nor resolved by a person.',
    remedy: 'Wait for the courier, or resolve the earlier instruction.',
    example: 'An earlier instruction for this shipment is open: wait for the courier, or resolve it.',
  },
  INSTRUCTION_NOT_OPEN: {
    status: 409,
    cause: 'The instruction has ended another way, or the courier is still being asked.',
    remedy: 'Read the instruction.',
    example: 'This instruction is ACCEPTED: only one that is TO_DO is resolved.',
  },
  INSTRUCTION_NOT_FOUND: {
    status: 404,
    cause: 'The shipment has no instruction with this id.',
    remedy: 'Use an id of `GET /oe/aggtr/api/v1/shipments/instructions`.',
    example: 'This shipment has no instruction "ins_01".',
  },
  PICKUP_CUT_OFF: {
    status: 409,
    cause: 'The cut-off hour of the pick-up address is over, or the time in which the driver could come.',
    remedy: 'Leave `date` out, or name a later day.',
    example: 'It is past the cut-off hour 12:00 (Asia/Riyadh) of today: leave date out, or name a later day.',
  },
  PICKUP_NOT_POSSIBLE: {
    status: 409,
    cause: 'A shipment is not booked yet, or the courier has its parcels already.',
    remedy: 'Leave the shipment out.',
    example: 'The shipment shp_01 is IN_TRANSIT: a driver comes for parcels that are booked and not picked up.',
  },
  PICKUP_OPEN: {
    status: 409,
    cause: 'A shipment waits for the driver of another pick-up.',
    remedy: 'Leave the shipment out, or cancel the other pick-up, which the message names.',
    example: 'The shipment shp_01 waits for the driver of pku_01: cancel that pick-up first.',
  },
  PICKUP_UNDECIDED: {
    status: 409,
    cause: 'The courier is being asked, or a person arranges the pick-up; or neither is the case any more.',
    remedy: 'Read the pick-up. Resolve one that a person arranges; cancel one that the courier has confirmed.',
    example: 'The courier is being asked for this driver: cancel the pick-up when it has answered.',
  },
  PICKUP_NOT_FOUND: {
    status: 404,
    cause: 'The company of the token has no pick-up with this id.',
    remedy: 'Use an id of `GET /oe/aggtr/api/v1/shipments/pickups`.',
    example: 'There is no pick-up "pku_01" in this company.',
  },
  ADDRESS_NOT_FOUND: {
    status: 404,
    cause: 'The directory of National Addresses does not have this short address.',
    remedy: 'Ask the customer for the short address again. A shipment can have the full address instead.',
    example: 'The directory of addresses does not have ZZZZ9999.',
  },
  ADDRESS_DIRECTORY_MISSING: {
    status: 409,
    cause: 'The deployment has no directory of National Addresses.',
    remedy: 'Send the address in full. The operator sets `NATIONAL_ADDRESS_DIRECTORY`.',
    example: 'This deployment has no directory of addresses.',
  },
  NOTICE_CHANNEL_MISSING: {
    status: 409,
    cause: 'The deployment has no sender for this channel of messages to receivers.',
    remedy: 'Leave the channel empty. The operator sets its sender.',
    example: 'whatsapp must be empty: this deployment has no sender for it.',
  },
  MANIFEST_EMPTY: {
    status: 409,
    cause: 'All parcels that wait for the courier are on a manifest already.',
    remedy: 'Read the last manifest of the courier.',
    example: 'No parcel of sandbox-express waits that is not on a manifest.',
  },
  MANIFEST_UNDECIDED: {
    status: 409,
    cause: 'The courier is being asked for the manifest, or no person needs to find out about it.',
    remedy:
      'Read the manifest. Resolve one that is BY_PHONE; report what was left behind when the courier has answered.',
    example: 'This manifest is CONFIRMED: only one that is BY_PHONE is resolved.',
  },
  MANIFEST_PARCEL_TAKEN: {
    status: 409,
    cause: 'The courier has reported that it has the shipment, so the driver did not leave it behind.',
    remedy: 'Leave the shipment out, which the message names.',
    example: 'The shipment shp_01 is PICKED_UP: the courier has reported that it has the goods.',
  },
  MANIFEST_NOT_FOUND: {
    status: 404,
    cause: 'The company of the token has no manifest with this id.',
    remedy: 'Use an id of `GET /oe/aggtr/api/v1/shipments/manifests`.',
    example: 'There is no manifest "mnf_01" in this company.',
  },
  PROOF_NOT_FOUND: {
    status: 404,
    cause: 'The shipment is not delivered, its courier gives no proof, or the proof has no such file.',
    remedy: 'Wait for `shipment.delivered`. Ask the courier where it proves nothing by a call.',
    example: 'sandbox-economy gives no proof of this delivery.',
  },
  NOT_CANCELLABLE: {
    status: 409,
    cause: 'The courier already has the parcels, or the shipment has ended.',
    remedy: 'Create a return once the shipment is delivered.',
    example:
      'A shipment in the state IN_TRANSIT cannot be cancelled: only one that is not yet picked up can. ' +
      'Return it once it is delivered.',
  },
  RETURN_NOT_ALLOWED: {
    status: 409,
    cause: 'The shipment is not delivered, or is a return itself.',
    remedy: 'Wait for the status DELIVERED. Send the goods of a return by a new shipment.',
    example: 'Only a delivered shipment can be returned; this one is IN_TRANSIT.',
  },
  RETURN_QUANTITY_EXCEEDED: {
    status: 409,
    cause: 'The return names more pieces than were delivered and are not yet returned.',
    remedy: 'Return at most what the message shows as left.',
    example: 'packagesInfo.0: 3 of "SHIRT-M" cannot be returned: 2 delivered, 1 not yet returned.',
  },
  AWB_NOT_READY: {
    status: 409,
    cause: 'The courier has not booked the shipment, so there is no label yet.',
    remedy: 'Wait for the event `shipment.awb.ready`, or ask again in a moment.',
    example: 'The courier has not booked this shipment yet: it is PENDING. Ask again in a moment.',
  },
  AWB_BOOKING_FAILED: {
    status: 409,
    cause: 'The courier refused the shipment, so it has no label.',
    remedy:
      'Correct the shipment with `PUT /oe/aggtr/api/v1/shipments/{shipment_id}`, or retry the booking with another ' +
      'courier, or cancel it. Waiting changes nothing.',
    example:
      'The courier refused this shipment: The address is not served. It has no label until a booking succeeds: ' +
      'correct it, retry the booking with another courier, or cancel it.',
  },
  AWB_CHANGED: {
    status: 409,
    cause: 'The label has changed since its address was given out.',
    remedy: "Ask for the shipment's AWB again.",
    example: "This label has changed. Ask for the shipment's AWB again.",
  },
  AWB_URL_INVALID: {
    status: 403,
    cause: 'The address of the label file is not one that Qafila signed.',
    remedy: 'Use the address as it was answered, whole and unchanged.',
    example: "This label address is not valid. Ask for the shipment's AWB again.",
  },
  AWB_URL_EXPIRED: {
    status: 410,
    cause: 'The address of the label file has expired.',
    remedy: "Ask for the shipment's AWB again.",
    example: "This label address has expired. Ask for the shipment's AWB again.",
  },
} as const satisfies ErrorKinds;
