/** One style for all pages, designed for phones first. Logical properties serve right-to-left languages too. */
export function style(color: string): string {
  return `:root{--brand:${color};--ink:#1b1f23;--soft:#57606a;--line:#c9d1d9;--bg:#f6f8fa}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);
font:1rem/1.6 system-ui,"Segoe UI","Noto Sans","Noto Naskh Arabic","Noto Nastaliq Urdu",Tahoma,sans-serif}
:lang(ur){line-height:2}
header{background:var(--brand);color:#fff;padding-block:1rem}
header div,main,footer{max-width:28rem;margin-inline:auto}
header div{display:flex;padding-inline:1rem;justify-content:space-between;gap:1rem;align-items:center;flex-wrap:wrap}
header p{margin:0;font-weight:600;font-size:1.1rem;overflow-wrap:anywhere}
nav{display:flex;gap:.75rem;align-items:baseline}
nav a{color:#fff;padding:.25rem}
main{padding:1rem}
h1{font-size:1.3rem;margin:.5rem 0 1rem}
dl{display:grid;grid-template-columns:auto 1fr;align-items:baseline;gap:.25rem 1rem;margin:0 0 1.25rem;
background:#fff;border:1px solid var(--line);border-radius:.5rem;padding:1rem}
dt{color:var(--soft)}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
dd.total{font-size:1.25rem;font-weight:700}
fieldset{border:0;padding:0;margin:0 0 1rem}
.method{display:flex;gap:.75rem;align-items:baseline;background:#fff;border:1px solid var(--line);border-radius:.5rem;
padding:.9rem;margin-block-end:.5rem;cursor:pointer}
.method input{margin-block:0;accent-color:var(--brand)}
.save{margin-block-end:1rem}
.method small,.hint{color:var(--soft);display:block}
label.field{display:block;font-weight:600;margin-block-end:.25rem}
input.text{width:100%;font:inherit;padding:.7rem;border:1px solid #6e7781;border-radius:.5rem;margin-block-end:1rem;
direction:ltr;text-align:start}
input.text[dir=auto]{direction:inherit}
button,.button{display:block;width:100%;font:inherit;font-weight:600;text-align:center;text-decoration:none;
padding:.8rem;border:1px solid var(--brand);border-radius:.5rem;background:var(--brand);color:#fff;cursor:pointer}
button.quiet,.quiet{background:transparent;color:var(--ink);border-color:transparent;text-decoration:underline;
font-weight:400}
button[disabled]{opacity:.6;cursor:progress}
:focus-visible{outline:3px solid #1f6feb;outline-offset:2px}
header :focus-visible{outline-color:#fff}
.notice{background:#fff4f2;border:1px solid #b42318;border-radius:.5rem;padding:.75rem 1rem;margin-block-end:1rem}
input.text+.hint{margin-block:-.75rem 1rem}
p.about{font-size:1.1rem;margin-block:0 1rem;overflow-wrap:anywhere}
footer{padding:1rem;color:var(--soft);font-size:.9rem}
form+form{margin-block-start:.5rem}`;
}

/** Keeps a second press of a button from submitting. The pages also work without it. */
export const SCRIPT = `addEventListener('submit',e=>{const f=e.target;if(f.dataset.sent){e.preventDefault();return}
f.dataset.sent='1';for(const b of f.querySelectorAll('button'))b.setAttribute('aria-disabled','true')});
addEventListener('pageshow',()=>{for(const f of document.forms)delete f.dataset.sent})`;
