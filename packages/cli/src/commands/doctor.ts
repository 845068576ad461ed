import { Command } from 'commander';
import { diagnoseSignature } from '@qafila/signing/explain-signature';
import { SIGNATURE_ADVICE } from '@qafila/signing/signature-advice';
import { signBody } from '@qafila/sdk';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { EXIT, Failure, usageFailure } from '../failure.ts';
import { cut, plain } from '../terminal/paint.ts';
import { readInput } from './input.ts';

interface SignatureOptions {
  body: string;
  signature: string;
  secret?: string;
}

const HOW = `
Finds out which rule a signature breaks: spaces, escaped slashes, Unicode
escapes, the text of numbers, the order of keys, a line break at the end, the
form of the digest, or the secret. Nothing is sent.`;

export function addDoctor(program: Command): void {
  const doctor = program.command('doctor').description('find out why something does not work');
  withExamples(doctor, ['qafila doctor signature --body @body.json --signature 3d8c…']);
  const signature = doctor
    .command('signature')
    .description('explain why the API refuses a signature')
    .requiredOption('--body <text>', 'the body exactly as you send it: a text, @FILE, or - for stdin')
    .requiredOption('--signature <text>', 'your x-signature')
    .option('--secret <secret>', 'the HMAC secret (default: that of the profile)')
    .addHelpText('after', HOW)
    .action((options: SignatureOptions, self: Command) => explain(cliOf(self), options));
  withExamples(signature, ['qafila doctor signature --body @body.json --signature 3d8c…']);
}

async function explain(cli: Cli, options: SignatureOptions): Promise<void> {
  const rawBody = await readInput(options.body);
  const profile = options.secret === undefined ? await cli.profile() : undefined;
  const secret = options.secret ?? profile?.hmacSecret;
  if (secret === undefined) throw usageFailure('The profile has no HMAC secret.', 'Give it with --secret.');
  const otherSecrets = [profile?.apiKey, profile?.webhookSecret, profile?.clientSecret].filter(
    (each) => each !== undefined,
  );
  const { mistake, signedText } = diagnoseSignature({
    rawBody,
    signature: options.signature,
    secrets: [secret],
    otherSecrets,
  });
  const { rule, remedy } = SIGNATURE_ADVICE[mistake];
  const { paint } = cli.out;
  const isRight = mistake === 'none';
  const expected = await signBody(rawBody, secret);
  const shown = (text: string): string => cut(plain(text), cli.out.width - 12);
  cli.out.result({ mistake, rule, remedy, expected, signed_text: signedText ?? null }, [
    `${isRight ? paint.green('✓') : paint.red('✗')} ${paint.bold(mistake)}: ${rule}`,
    ...(signedText === undefined
      ? []
      : [
          `  ${paint.dim('sent')}      ${shown(rawBody.toString('utf8'))}`,
          `  ${paint.dim('signed')}    ${shown(signedText)}`,
        ]),
    ...(isRight ? [] : [`  ${paint.dim('expected')}  ${expected}`, `  ${paint.bold('→')} ${remedy}`]),
  ]);
  if (!isRight) throw new Failure(rule, { exit: EXIT.refused, isReported: true });
}
