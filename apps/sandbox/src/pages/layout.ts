import { createHash } from 'node:crypto';
import { Html, html } from '@qafila/runtime/html';

export interface Page {
  status: number;
  body: string;
  headers: Record<string, string>;
}

export interface PageParts {
  title: string;
  /** The simulated company or application that shows the page. */
  brand: string;
  content: Html;
  status?: number;
  wide?: boolean;
  language?: 'en' | 'ar' | 'ur';
  /**
   * The page opens this address without script. A redirect would be subject to the policy `form-action` of the form.
   */
  leadsTo?: string;
  refreshSeconds?: number;
}

const CSS = `:root{--ink:#1b1f23;--soft:#57606a;--line:#c9d1d9;--accent:#3d3a8c;--bg:#f6f6fb}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);
font:1rem/1.6 system-ui,"Segoe UI","Noto Sans","Noto Naskh Arabic",Tahoma,sans-serif}
header{background:var(--accent);color:#fff;padding-block:.9rem}
header p,main,footer{max-width:28rem;margin-inline:auto}
.wide header p,.wide main,.wide footer{max-width:60rem}
header p{margin-block:0;padding-inline:1rem;font-weight:600}
main{padding:1rem}
h1{font-size:1.3rem;margin:.5rem 0 1rem}
h2{font-size:1.1rem;margin:1.75rem 0 .5rem}
.total{font-size:1.4rem;font-weight:700;margin:0 0 1rem}
.test{background:#fff8e1;border:1px solid #9a6700;border-radius:.5rem;padding:.6rem .9rem;margin-block:0 1rem}
.notice{background:#fff4f2;border:1px solid #b42318;border-radius:.5rem;padding:.6rem .9rem;margin-block:0 1rem}
label{display:block;font-weight:600;margin-block:.5rem .2rem}
input,select{width:100%;font:inherit;padding:.65rem;border:1px solid #6e7781;border-radius:.5rem;
background:#fff;color:var(--ink);direction:ltr;text-align:start}
:lang(ur){line-height:2}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;align-items:end}
button,.button{display:block;width:100%;font:inherit;font-weight:600;text-align:center;text-decoration:none;
padding:.75rem;margin-block-start:1rem;border:1px solid var(--accent);border-radius:.5rem;
background:var(--accent);color:#fff;cursor:pointer}
button.quiet{background:#fff;color:var(--accent)}
ul.fill{list-style:none;padding:0;margin:0;display:grid;gap:.4rem}
ul.fill button,td button{margin:0;padding:.45rem .7rem;background:#fff;color:var(--accent);
text-align:start;font-weight:400}
ul.acts{grid-template-columns:repeat(auto-fill,minmax(14rem,1fr))}
ul.fill small{display:block;color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;background:#fff;border:1px solid var(--line)}
th,td{text-align:start;padding:.4rem .6rem;border-block-start:1px solid var(--line);vertical-align:top}
code{font-size:.95em;overflow-wrap:anywhere}
.lever{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:center}
.lever input{flex:0 0 13rem;width:13rem;padding:.3rem .4rem}
.lever span{flex:1 1 12rem}
dl.levers{margin:0}
dl.levers dd{margin:0 0 .5rem}
details{margin-block:1rem}
summary{font-weight:600;cursor:pointer;padding-block:.3rem}
footer{padding:1rem;color:var(--soft);font-size:.9rem}
:focus-visible{outline:3px solid #1f6feb;outline-offset:2px}
header :focus-visible{outline-color:#fff}`;

/** Prevents a second submission and copies values. The pages work without it. */
const SCRIPT = `addEventListener('submit',e=>{
const f=e.target;if(f.dataset.sent){e.preventDefault();return}f.dataset.sent='1'});
addEventListener('pageshow',()=>{for(const f of document.forms)delete f.dataset.sent});
addEventListener('focusin',e=>{if(e.target.readOnly)e.target.select()});
addEventListener('click',e=>{
const t=e.target;if(t.dataset&&t.dataset.copy&&navigator.clipboard){
navigator.clipboard.writeText(t.dataset.copy);document.getElementById('said').textContent='Copied '+t.dataset.copy}})`;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page loads nothing, and no inline part runs except those with these hashes. */
const HEADERS: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hash(CSS)}`,
    `script-src ${hash(SCRIPT)}`,
    "form-action 'self'",
    // For the inline icon, which keeps a browser from requesting /favicon.ico.
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export function page({
  title,
  brand,
  content,
  status = 200,
  wide = false,
  leadsTo,
  refreshSeconds,
  language = 'en',
}: PageParts): Page {
  const body = html`<!doctype html>
<html lang="${language}" dir="${language === 'en' ? 'ltr' : 'rtl'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${leadsTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${leadsTo}">`}
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title} · ${brand}</title>
<style>${new Html(CSS)}</style>
</head>
<body${wide && html` class="wide"`}>
<header lang="en"><p>${brand}</p></header>
<main><h1>${title}</h1>${content}<p id="said" role="status"></p></main>
<footer lang="en" dir="ltr">Qafila sandbox. No money moves here.</footer>
<script>${new Html(SCRIPT)}</script>
</body>
</html>
`.text;
  return { status, body, headers: HEADERS };
}

export function redirect(path: string): Page {
  return {
    status: 303,
    body: '',
    headers: { location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  };
}
