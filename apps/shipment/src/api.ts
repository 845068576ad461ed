import { SHIPMENT_DIALECT } from '@qafila/schema/dialects';
import type { ServiceDescription } from '@qafila/schema/document';
import { AccountsController } from './accounts/accounts.controller.ts';
import { AddressesController } from './addresses.controller.ts';
import { AwbFileController } from './awb/awb-file.controller.ts';
import { CodBooksController } from './cash/books.controller.ts';
import { RemittancesController } from './cash/remittances.controller.ts';
import { BulkController } from './bulk/bulk.controller.ts';
import { CallbackController } from './scans/callback.controller.ts';
import { CourierRulesController } from './courier-rules/courier-rules.controller.ts';
import { CouriersController } from './couriers.controller.ts';
import { LabelSheetsController } from './label-sheets.controller.ts';
import { ManifestsController } from './manifests.controller.ts';
import { PickupsController } from './pickups.controller.ts';
import { ProofsController } from './proofs.controller.ts';
import { QuotesController } from './quotes/quotes.controller.ts';
import { ShipmentCommandsController } from './shipment-commands.controller.ts';
import { ShipmentInstructionsController } from './shipment-instructions.controller.ts';
import { ShipmentRecoveryController } from './shipment-recovery.controller.ts';
import { ShipmentsController } from './shipments.controller.ts';
import { TrackingPageController } from './tracking-page/tracking-page.controller.ts';
import { NoticesController } from './notices/notices.controller.ts';
import { WatchController } from './watch/watch.controller.ts';
import { TrackingSettingsController } from './tracking-page/tracking-settings.controller.ts';

export const CONTROLLERS = [
  CouriersController,
  AccountsController,
  PickupsController,
  ManifestsController,
  LabelSheetsController,
  ProofsController,
  ShipmentsController,
  ShipmentCommandsController,
  ShipmentRecoveryController,
  ShipmentInstructionsController,
  CodBooksController,
  RemittancesController,
  CallbackController,
  AwbFileController,
  CourierRulesController,
  TrackingSettingsController,
  TrackingPageController,
  WatchController,
  BulkController,
  QuotesController,
  NoticesController,
  AddressesController,
];

/** What the reference says of this service. */
export const SHIPMENT_API: ServiceDescription = {
  service: 'shipment',
  dialect: SHIPMENT_DIALECT,
  controllers: CONTROLLERS,
  pathParameters: {
    shipment_id: { description: 'The id of the shipment.', example: 'shp_01KAB3X4Y5Z6' },
    instruction_id: { description: 'The id of the instruction.', example: 'ins_019ab3c4d5e6f708192a3b4c5d6' },
    file_number: { description: 'The number of the file.', example: '1' },
    manifest_id: { description: 'The id of the manifest.', example: 'mnf_019ab3c4d5e6f708192a3b4c5d6' },
    pickup_id: { description: 'The id of the pick-up.', example: 'pku_019ab3c4d5e6f708192a3b4c5d6' },
    exception_id: { description: 'The id of the exception.', example: 'rx_019ab3c4d5e6f708192a3b4c5d6' },
    alarm_id: { description: 'The number of the alarm.', example: '4711' },
    courier_id: { description: 'The id of the courier.', example: 'sandbox-express' },
    short_address: { description: 'The short address.', example: 'RRRD2929' },
    job_id: { description: 'The id of the job.', example: 'blk_019ab3c4d5e6f708192a3b4c5d6' },
    version: { description: 'The number of the version.', example: '3' },
    courier_account_id: { description: 'The id of the account.', example: 'cra_019ab3c4d5e6f708192a3b4c5d6' },
    account_id: { description: 'The company of the shipment.', example: '5f1d7a3b9c2e4680' },
    file: {
      description: 'The digest of the file and its format: pdf, zpl or png; of a document, its kind before.',
      example: `${'0'.repeat(64)}.pdf`,
    },
  },
};
