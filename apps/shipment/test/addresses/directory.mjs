import { serve } from '../couriers/fake-server.mjs';

/**
 * The API of the National Address as its documentation has it, in a process of its own: one language a call, the key in
 * a header. It has all addresses that begin with MDSB.
 */
const [port] = process.argv.slice(2);
const PATH = '/NationalAddress/NationalAddressByShortAddress/NationalAddressByShortAddress';
const NUMBERS = { BuildingNumber: '8080', PostCode: '14926', AdditionalNumber: '3125' };
const WORDS = {
  A: { Street: 'عاصم', District: 'حي العوالي', City: 'الرياض' },
  E: { Street: 'Asim', District: 'Al Awali', City: 'Riyadh' },
};
const calls = [];
let isHanging = false;

serve({
  port,
  authorize: ({ headers }) => (headers['api_key'] === 'key-1' ? null : [401, { message: 'no such key' }]),
  routes: [
    [
      'GET',
      new RegExp(`^${PATH}$`),
      ({ query }) => {
        const [short, language] = [query.get('shortaddress'), query.get('language')];
        calls.push(`${short} ${language}`);
        if (isHanging) return undefined;
        const found = short.startsWith('MDSB') ? [{ ...NUMBERS, ...WORDS[language] }] : [];
        return [200, { totalSearchResults: String(found.length), Addresses: found, success: true }];
      },
    ],
  ],
  control: {
    calls: () => ({ calls: calls.splice(0) }),
    hang: ({ is }) => void (isHanging = is),
  },
});
