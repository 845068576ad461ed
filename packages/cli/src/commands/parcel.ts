import { Command, Option } from 'commander';
import { writeFile } from 'node:fs/promises';
import { cliOf, pause, untilInterrupted, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { QafilaError } from '@qafila/sdk';
import type { AnswerOf, Qafila } from '@qafila/sdk';
import { EXIT, Failure, usageFailure } from '../failure.ts';
import { plain } from '../terminal/paint.ts';
import { wholeNumber } from './input.ts';

interface LabelOptions {
  format: 'pdf' | 'zpl' | 'png';
  package: string;
  output?: string;
}

const FINAL = new Set(['DELIVERED', 'CANCELLED', 'CANCELLED_BY_COURIER', 'RETURNED', 'LOST', 'BOOKING_FAILED']);
const BAD = /FAILED|LOST|CANCELLED|RETURN/;
const LABEL_WAIT_MS = 15_000;
const POLL_MS = 1_000;

export function addParcel(program: Command): void {
  const label = program
    .command('label')
    .argument('<id>', 'id of the shipment')
    .description('download the label of a shipment; waits until the courier has booked it')
    .addOption(new Option('--format <format>', 'kind of file').choices(['pdf', 'zpl', 'png']).default('pdf'))
    .option('--package <n>', 'the package of a PNG', '1')
    .option('-o, --output <file>', 'where to write (default: ID.pdf in this folder; - is stdout)')
    .action((id: string, options: LabelOptions, self: Command) => saveLabel(cliOf(self), id, options));
  withExamples(label, ['qafila label shp_…', 'qafila label shp_… --format zpl -o - | lp -d zebra']);
  const track = program
    .command('track')
    .argument('<id>', 'id of the shipment')
    .description('show where a parcel is, and was')
    .option('--watch', 'follow the parcel until its last state')
    .action((id: string, options: { watch?: boolean }, self: Command) =>
      trackParcel(cliOf(self), id, options.watch === true),
    );
  withExamples(track, ['qafila track shp_… --watch', 'qafila track shp_… --field shipmentStatus']);
}

async function saveLabel(cli: Cli, id: string, options: LabelOptions): Promise<void> {
  const qafila = await cli.connect();
  const { formats, awb } = await readyLabel(qafila, id);
  const url =
    options.format === 'png' ? formats.png[wholeNumber(options.package, '--package') - 1] : formats[options.format];
  if (url === undefined) throw usageFailure(`The shipment has ${formats.png.length} packages, not ${options.package}.`);
  const response = await fetch(url);
  if (!response.ok) throw new Failure(`The label was not given (${response.status}).`, { exit: EXIT.refused });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (options.output === '-') return void process.stdout.write(bytes);
  const file = options.output ?? `${id}.${options.format}`;
  await writeFile(file, bytes);
  cli.out.result({ file, bytes: bytes.length, format: options.format, awb, url }, [
    `${cli.out.paint.green('✓')} ${cli.out.paint.bold(file)} (${Math.ceil(bytes.length / 1_024)} KiB), waybill ${awb}`,
  ]);
}

/** A courier books within seconds after the shipment is created. */
async function readyLabel(qafila: Qafila, id: string): Promise<AnswerOf<'getAwb'>> {
  const untilMs = performance.now() + LABEL_WAIT_MS;
  for (;;) {
    try {
      return await qafila.api.getAwb({ path: { shipment_id: id } });
    } catch (error) {
      const isEarly = error instanceof QafilaError && error.code === 'AWB_NOT_READY';
      if (!isEarly || performance.now() > untilMs) throw error;
      await pause(300);
    }
  }
}

type Parcel = AnswerOf<'trackShipment'>;
type Scan = Parcel['history'][number];

async function trackParcel(cli: Cli, id: string, isWatched: boolean): Promise<void> {
  const qafila = await cli.connect();
  const read = (): Promise<Parcel> => qafila.api.trackShipment({ path: { shipment_id: id } });
  let parcel = await read();
  const { paint } = cli.out;
  const about = [parcel.referenceNumber, parcel.courierId, parcel.awb ?? '(no waybill yet)'];
  const heading = `${paint.bold(parcel.shipmentId)}  ${plain(about.join('  '))}`;
  if (!isWatched)
    return cli.out.result(parcel, [
      heading,
      ...parcel.history.map((scan) => scanLine(cli, scan)),
      ...endLines(cli, parcel),
    ]);
  const interrupted = untilInterrupted();
  const shown = new Set<string>();
  cli.out.lines([heading]);
  for (;;) {
    for (const scan of parcel.history) {
      if (!shown.has(scan.eventId)) cli.out.item(scan, scanLine(cli, scan));
      shown.add(scan.eventId);
    }
    if (FINAL.has(parcel.shipmentStatus) || interrupted.aborted) break;
    await pause(POLL_MS, interrupted);
    if (!interrupted.aborted) parcel = await read();
  }
  cli.out.lines(endLines(cli, parcel));
}

function scanLine(cli: Cli, scan: Scan): string {
  const { paint } = cli.out;
  const usual = scan.status === 'DELIVERED' ? paint.green : paint.cyan;
  const colour = BAD.test(scan.status) ? paint.red : usual;
  const place = [scan.location?.city, scan.location?.countryCode].filter(Boolean).join(', ');
  const inferred = scan.source === 'inferred' ? '(inferred)' : undefined;
  const text = [scan.description, scan.reasonCode, place, inferred].filter(Boolean).join(' · ');
  const time = paint.dim(scan.occurredAt.slice(0, 16).replace('T', ' '));
  return `  ${time}  ${colour(scan.status.padEnd(20))}  ${plain(text)}`.trimEnd();
}

function endLines(cli: Cli, parcel: Parcel): string[] {
  const cash =
    Number(parcel.codAmount ?? 0) === 0
      ? ''
      : `, cash ${parcel.codCollected ?? 0} of ${parcel.codAmount} ${parcel.currency} collected`;
  const alarms = parcel.alarms.map((alarm) => `  ${cli.out.paint.yellow('!')} ${JSON.stringify(alarm)}`);
  return [`${cli.out.paint.bold(parcel.shipmentStatus)}${cash}`, ...alarms];
}
