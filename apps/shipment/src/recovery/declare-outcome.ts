import { invalid } from '@qafila/envelopes/refusal';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { closeAlarms } from '../alarms/resolve-alarms.ts';
import { changeShipment } from '../shipments/change-shipment.ts';
import type { Person } from '../shipments/owner.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { AlarmName, ShipmentRow } from '../shipments/shipment.entity.ts';
import { recover } from './recover-shipment.ts';
import type { DeclareOutcomeBody } from './recovery.schema.ts';

/** Alarms that ask what became of a shipment: a declaration of the whole answers them. */
const ANSWERED: readonly AlarmName[] = ['COURIER_SILENT', 'SCANS_CONTRADICT', 'NO_SCAN'];

/** Takes in what a person knows to have become of a shipment, or of one of its packages (decision 0028). */
export async function declareOutcome(
  dependencies: ShipmentDependencies,
  person: Person,
  { id, request, body }: { id: string; request: IdempotentRequest; body: DeclareOutcomeBody },
): Promise<Answer> {
  const { outcome, note, evidence } = body;
  return recover(dependencies, person, { id, request }, async (tx, before) => {
    const atMs = dependencies.clock();
    const ofPackage = packageOf(before, body);
    const after = await changeShipment(dependencies, tx, before, {
      command: { kind: 'declare-outcome', outcome, atMs, ...ofPackage },
      source: 'merchant',
      reasonCode: 'declared',
      person: {
        actor: person.keyId,
        action: 'declare-outcome',
        note: [
          ofPackage.packageNumber === undefined ? outcome : `${outcome} (package ${ofPackage.packageNumber})`,
          note,
          evidence,
        ]
          .filter(Boolean)
          .join(': '),
      },
    });
    if (ofPackage.packageNumber === undefined)
      for (const alarm of ANSWERED) await closeAlarms(tx, person, after, { alarm, note, atMs });
    return { message: 'Outcome declared', data: { shipmentStatus: after.status } };
  });
}

/** Of a shipment of one package that package is the whole. */
function packageOf(
  row: ShipmentRow,
  { packageNumber, outcome }: DeclareOutcomeBody,
): { packageNumber?: number; packageCount?: number } {
  const { length } = requestOf(row.request).packages;
  if (packageNumber === undefined) return {};
  if (packageNumber > length) throw invalid('packageNumber', `packageNumber is at most ${length} in this shipment.`);
  if (outcome === 'not_cancelled')
    throw invalid('packageNumber', 'A cancellation is of the whole shipment: leave packageNumber out.');
  return length === 1 ? {} : { packageNumber, packageCount: length };
}
