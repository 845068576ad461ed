/**
 * Event types that merchants register and publish themselves. All are of the family `custom`, so a type that Qafila
 * adds later never has the name of a merchant's.
 */
export const CUSTOM_TYPE = /^custom(\.[a-z0-9][a-z0-9_-]*)+$/;
export const CUSTOM_TYPE_CHARACTERS_MAX = 100;

export function isCustomType(name: string): boolean {
  return name.length <= CUSTOM_TYPE_CHARACTERS_MAX && CUSTOM_TYPE.test(name);
}

/** The name of a merchant's type, or a family: `custom.*`, `custom.order.*`. */
export function isCustomPattern(text: string): boolean {
  const family = text.endsWith('.*') ? text.slice(0, -2) : text;
  return isCustomType(family) || (family === 'custom' && text !== family);
}
