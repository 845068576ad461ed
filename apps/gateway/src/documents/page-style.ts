/**
 * The style sheet of the landing page, the page of errors, and what /docs has beside the reference. The reference puts
 * a link beside each heading, out of its flow: beside a heading as wide as a phone it would widen the page.
 */
export const STYLE = `:root { color-scheme: light dark; --line: #8885; --soft: #8882; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --link: #8ab4f8; } }
.page main { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
.page main a { color: var(--link); }
.page main h1 { line-height: 1.2; }
.page main code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.page main li { margin: .4rem 0; }
.page main .mode { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .4rem; font-size: .9rem; }
.page main section { border-top: 1px solid var(--line); padding: .5rem 0; }
.page main section h3 { margin: .3rem 0; font-size: 1rem; }
.page main section p { margin: .3rem 0; }
.page main section:target { background: var(--soft); }
#reference { overflow-x: clip; }
#credentials { position: fixed; right: 1rem; bottom: 1rem; z-index: 20000; padding: .5rem .9rem;
  font: 600 .875rem system-ui, sans-serif;
  color: #fff; background: #1a4fa3; border: 0; border-radius: .5rem; cursor: pointer; }
dialog { width: min(28rem, calc(100vw - 2rem)); box-sizing: border-box; border: 1px solid #8885; border-radius: .5rem;
  color: CanvasText; background: Canvas; font: .95rem/1.4 system-ui, sans-serif; }
dialog::backdrop { background: #0008; }
dialog h2 { margin: 0; font-size: 1.1rem; font-weight: 600; }
dialog label { display: block; margin: .7rem 0; font-weight: 600; }
dialog label.needed::after { content: 'needed for this request'; font-weight: 400; color: #b3261e; }
dialog small { font-weight: 400; opacity: .8; }
dialog input { display: block; width: 100%; box-sizing: border-box; margin-top: .2rem; padding: .45rem; font: inherit;
  color: inherit; background: Canvas; border: 1px solid #888; border-radius: .25rem; }
dialog button { padding: .5rem 1.2rem; font: inherit; color: #fff;
  background: #1a4fa3; border: 0; border-radius: .25rem; cursor: pointer; }
`;
