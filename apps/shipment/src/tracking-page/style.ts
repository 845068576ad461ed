/** What tracking pages have beside the style of all pages. From a tablet's width on, the updates stand beside. */
export const TRACKING_STYLE = `
.lead{font-size:1.05rem;margin:-.5rem 0 1.25rem;color:var(--soft)}
.eyebrow{margin:0;color:var(--soft);overflow-wrap:anywhere}
.card{background:#fff;border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.1rem;margin-block-end:1rem}
.card h2{font-size:1.05rem;margin:0 0 .75rem}
.card dl{border:0;padding:0;margin:0;gap:.25rem .5rem}
.progress{list-style:none;display:grid;grid-template-columns:repeat(4,1fr);margin:0;padding:0;text-align:center;
font-size:.85rem;line-height:1.4;color:var(--soft)}
.progress li{position:relative;padding-block-start:2rem;padding-inline:.15rem}
.progress li::before{content:"";position:absolute;inset-block-start:0;inset-inline-start:50%;margin-inline-start:-.7rem;
width:1.4rem;height:1.4rem;border-radius:50%;background:#fff;border:2px solid var(--line);z-index:1}
.progress li+li::after{content:"";position:absolute;inset-block-start:.62rem;inset-inline-end:50%;width:100%;height:3px;
background:var(--line)}
.progress .done{color:var(--ink)}
.progress .done::before{background:var(--brand) url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
viewBox='0 0 16 16'%3E%3Cpath d='m3.5 8.5 3 3 6-7' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E") \
center/80% no-repeat;border-color:var(--brand)}
.progress li.done+.done::after{background:var(--brand)}
.progress [aria-current]{font-weight:700}
.progress [aria-current]::before{box-shadow:0 0 0 4px color-mix(in srgb,var(--brand) 20%,transparent)}
.timeline{list-style:none;margin:0;padding:0}
.timeline li{position:relative;padding-inline-start:1.6rem;padding-block-end:1.1rem}
.timeline li:last-child{padding-block-end:0}
.timeline li::before{content:"";position:absolute;inset-inline-start:.2rem;inset-block-start:.5rem;width:.7rem;
height:.7rem;border-radius:50%;background:#8c959f;z-index:1}
.timeline li:first-child::before{background:var(--brand)}
.timeline li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.5rem;inset-block:.8rem -.4rem;
width:2px;background:var(--line)}
.timeline strong{display:block;font-weight:600}
.timeline small{display:block;color:var(--soft);font-size:.9rem}
.note{border:1px solid;border-radius:.75rem;padding:.75rem 1.1rem;margin:0 0 1rem}
.warn{background:#fff8e6;border-color:#9a6700}
.stop{background:#fff4f2;border-color:#b42318}
.good{background:#eefbf1;border-color:#1a7f37}
details summary{cursor:pointer;font-weight:600;padding-block:.35rem}
details[open] summary{margin-block-end:.5rem}
select.text,textarea.text{width:100%;font:inherit;padding:.7rem;border:1px solid #6e7781;border-radius:.5rem;
margin-block-end:1rem;background:#fff;color:var(--ink)}
textarea.text{min-height:6rem;resize:vertical;margin-block-end:.25rem}
textarea.text+.hint{margin-block-end:1rem}
@media (min-width:56rem){header div,main,footer{max-width:60rem}main{padding-block:2rem}h1{font-size:1.75rem}
.sides{display:grid;grid-template-columns:3fr 2fr;gap:1.25rem;align-items:start}}`;
