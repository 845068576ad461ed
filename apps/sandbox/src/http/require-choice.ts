import { invalid } from '@qafila/envelopes/refusal';

/** A part of a path that is one of a few words. */
export function requireChoice<const Choice extends string>(
  value: string | undefined,
  name: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw invalid(name, `${name} must be one of ${choices.join(', ')}.`);
  return choice;
}
