import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { addCheckout } from './commands/checkout.ts';
import { addCod } from './commands/cod.ts';
import { addCompletion } from './commands/completion.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEvents } from './commands/events.ts';
import { addLedger } from './commands/ledger.ts';
import { addListen } from './commands/listen.ts';
import { addLogin } from './commands/login.ts';
import { addLogs } from './commands/logs.ts';
import { addParcel } from './commands/parcel.ts';
import { addPayments } from './commands/payments.ts';
import { addRequests } from './commands/requests.ts';
import { addShip } from './commands/ship.ts';
import { addShipments } from './commands/shipments.ts';
import { addTrigger } from './commands/trigger.ts';
import { addUsageImport } from './commands/usage-import.ts';
import { addUsage } from './commands/usage.ts';
import { addUsageQuery } from './commands/usage-query.ts';

const EXIT_CODES = `
Exit codes:
  0    done
  1    the API refused the request, or a check failed
  2    the command line is wrong
  3    no connection, or the platform is away
  4    login is needed, or the keys are not valid
  130  ended by a second Ctrl-C

Environment:
  QAFILA_PROFILE   the profile to use
  QAFILA_BASE_URL, QAFILA_API_KEY, QAFILA_ACCOUNT_ID, QAFILA_HMAC_SECRET,
  QAFILA_WEBHOOK_SECRET, QAFILA_CLIENT_ID, QAFILA_CLIENT_SECRET,
  QAFILA_COMPANY_CODE
                   replace the fields of the profile
  QAFILA_CONFIG_DIR, NO_COLOR, FORCE_COLOR

Start:
  $ qafila login --demo     beside a running "npm start"
  $ qafila get meter`;

/** The whole command line. */
export function makeProgram(): Command {
  const program = new Command('qafila')
    .description('Work with the Qafila API: payments, parcels, usage metering and webhooks.')
    .version(version(), '-V, --version', 'print the version')
    .option('--json', 'write JSON to stdout, and nothing else')
    .option('--field <path>', 'write one field of the result, such as id or data.items.0.id')
    .option('--profile <name>', 'the profile to use (see "qafila login")')
    .helpOption('-h, --help', 'print help')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .exitOverride()
    .addHelpText('after', EXIT_CODES);
  program.commandsGroup('Start:');
  addLogin(program);
  program.commandsGroup('Any operation of the API:');
  addRequests(program);
  program.commandsGroup('Metering, payments, parcels:');
  const usage = addUsage(program);
  addUsageImport(usage);
  addUsageQuery(usage);
  addCheckout(program);
  addPayments(program);
  addLedger(program);
  addShip(program);
  addParcel(program);
  addCod(program);
  addShipments(program);
  program.commandsGroup('Webhooks:');
  addListen(program);
  addTrigger(program);
  addEvents(program);
  addLogs(program);
  program.commandsGroup('Help:');
  program.addHelpCommand(
    program.createCommand('help').argument('[command]').description('print the help of a command').helpGroup('Help:'),
  );
  addDoctor(program);
  addCompletion(program);
  return program;
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
