/** Addresses that a webhook must never reach, in all the ways in which a URL can spell them. */
const TARGETS = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '255.255.255.255',
  '224.0.0.1',
  '240.0.0.1',
];

const FULL_WIDTH = [...'０１２３４５６７８９'];
const CIRCLED = [...'⓪①②③④⑤⑥⑦⑧⑨'];
const BOLD = [...'𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'];
const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹'];

function spelt(text: string, digits: string[]): string {
  return text.replace(/\d/g, (digit) => digits[Number(digit)] as string);
}

function formsOfV4(ip: string): string[] {
  const bytes = ip.split('.').map(Number) as [number, number, number, number];
  const [a, b, c, d] = bytes;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number, width = 0): string => value.toString(16).padStart(width, '0');
  const high = hex(a * 256 + b);
  const low = hex(c * 256 + d);
  const inverted = [a * 256 + b, c * 256 + d].map((half) => hex(0xffff - half)).join(':');
  return [
    ip,
    `${ip}.`,
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    bytes.map((byte) => `000${byte.toString(8)}`).join('.'),
    `0x${hex(a)}.0${b.toString(8)}.${c}.${d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.${hex((b * 256 + c) * 256 + d) === '0' ? '0' : `0x${hex((b * 256 + c) * 256 + d)}`}`,
    [...ip].map((character) => `%${hex(character.charCodeAt(0), 2)}`).join(''),
    ip.replace(/\./g, '%2e'),
    spelt(ip, FULL_WIDTH),
    spelt(ip, CIRCLED),
    spelt(ip, BOLD),
    spelt(ip, RAISED),
    ip.replace(/\./g, '。'),
    ip.replace(/\./g, '．'),
    ip.replace(/\./g, '｡'),
    spelt(ip, FULL_WIDTH).replace(/\./g, '。'),
    ip.replace('.', '\u00ad.'),
    ip.replace('.', '\u200b.'),
    `[::ffff:${ip}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${ip}]`,
    `[::ffff:0:${ip}]`,
    `[64:ff9b::${ip}]`,
    `[64:ff9b:1::${ip}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:4136:e378:8000:63bf:${inverted}]`,
    `[fe80::5efe:${ip}]`,
    `[fe80::5efe:${ip}%25eth0]`,
    `example.com@${ip}`,
    `example.com:80@${ip}`,
    `a%2f%2fexample.com@${ip}`,
  ];
}

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'ⓛocalhost',
  'localhost.localdomain',
  'printer.local',
  'metadata.google.internal',
  'metadata',
  'kubernetes.default.svc.cluster.local',
  'ip-10-0-0-1.ec2.internal',
  'router.lan',
  'nas.home.arpa',
  'wiki.corp',
  'intranet',
  'host.docker.internal',
  'redis',
  'x.onion',
];

const V6 = [
  '::1',
  '0:0:0:0:0:0:0:1',
  '::',
  '::0001',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fdff::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff::1',
  '3fff::1',
  '3ffe::1',
  '5f00::1',
  '4000::1',
  '64:ff9b::8.8.8.8',
  '::ffff:8.8.8.8',
  '2002:808:808::1',
  'fe80::1%25lo',
  'fe80::1%lo',
  '::1%25lo',
  '::ffff:127.0.0.1%25lo',
];

/** URLs that all lead to the inside, most of them to the listener at this port when nothing stops them. */
export function urlsToTheInside(port: number): string[] {
  const hosts = [...TARGETS.flatMap(formsOfV4), ...V6.map((ip) => `[${ip}]`), ...NAMES];
  const odd = [
    `http:127.0.0.1:${port}/`,
    `http:\\\\127.0.0.1:${port}/`,
    `http:///127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}\\@example.com/`,
    `http://127.0.0.1:${port}#@example.com/`,
    `http://127.0.0.1:${port}?@example.com/`,
    ` http://127.0.0.1:${port}/`,
    `http://127.0.\t0.1:${port}/`,
    `ht\ntp://127.0.0.1:${port}/`,
    `http://127.0.0.1:0${port}/`,
    `HTTP://127.0.0.1:${port}/`,
    `http://example.com@127.0.0.1:${port}@/`,
    `file:///etc/passwd`,
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/`,
    `data:text/plain,x`,
    `unix:/var/run/docker.sock`,
    `http+unix://%2Fvar%2Frun%2Fdocker.sock/`,
  ];
  return [...hosts.map((host) => `http://${host}:${port}/`), ...odd];
}
