import { useMediaQuery } from '@mantine/hooks';
import { PHONE_MAX } from './tokens.ts';

export function useIsPhone(): boolean {
  return useMediaQuery(`(max-width: ${PHONE_MAX})`, undefined, { getInitialValueInEffect: false });
}
