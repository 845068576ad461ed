import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import { parts } from '@qafila/pages/fields';
import type { Language } from '@qafila/pages/languages';
import { page as shell, PLAIN_LOOK } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import { TRACKING } from '../limits.ts';
import { shownTime } from './local-time.ts';
import { PROBLEMS } from './problem-report.entity.ts';
import type { Problem } from './problem-report.entity.ts';
import type { TrackingLook } from './store-look.ts';
import { TRACKING_STYLE } from './style.ts';
import { TEXTS } from './texts.ts';
import { reachedStep, STEPS, shownStatus } from './timeline.ts';
import type { TimelineEntry } from './timeline.ts';
import type { Status } from '../state/status.ts';

/** What a receiver may see. No name, phone or street is in it. */
export interface Tracked {
  look: TrackingLook;
  language: Language;
  /** Of the page. */
  path: string;
  status: Status;
  order: string;
  courier: string;
  awb: string | null;
  city: string;
  countryCode: string;
  packageCount: number;
  /** Each package, once the courier reports them one by one. */
  packages: Status[] | null;
  timeline: TimelineEntry[];
  /** What the receiver reported last. */
  reported: Problem | null;
  /** Of the form; undefined while nothing can be reported. */
  formId: string | undefined;
  notice?: 'notSent' | 'tooMany';
}

type Tone = 'good' | 'warn' | 'stop' | undefined;
const TONES: Partial<Record<ReturnType<typeof shownStatus>, Tone>> = {
  DELIVERED: 'good',
  ON_HOLD: 'warn',
  DELIVERY_FAILED: 'warn',
  RETURN_TO_ORIGIN: 'warn',
  RETURNED: 'warn',
  LOST: 'stop',
  CANCELLED: 'stop',
};

export function trackingPage(tracked: Tracked, status = 200): Page {
  const { look, language } = tracked;
  const texts = TEXTS[language];
  const shown = shownStatus(tracked.status);
  const tone = TONES[shown];
  return shell({
    language,
    store: look,
    title: texts.states[shown].title,
    footer: texts.footer,
    css: TRACKING_STYLE,
    status,
    content: html`<p class="lead">${texts.states[shown].hint}</p>
      ${notices(tracked)}
      <div class="sides">
        <div>
          ${progress(tracked, tone)} ${facts(tracked)} ${packages(tracked)}
        </div>
        <div>
          <section class="card">
            <h2>${texts.updates}</h2>
            ${timeline(tracked)}
          </section>
          ${reportForm(tracked)}
          ${
            look.supportUrl !== null &&
            html`<p><a class="button" href="${look.supportUrl}" rel="noreferrer">${texts.help}</a></p>`
          }
        </div>
      </div>`,
  });
}

function notices({ language, reported, notice }: Tracked): Html {
  const texts = TEXTS[language];
  return html`${notice !== undefined && html`<p class="note stop" role="alert">${texts[notice]}</p>`}
  ${
    reported !== null &&
    html`<p class="note good" role="status">${parts(texts.reported, 'problem', texts.problems[reported])}</p>`
  }`;
}

/** The way to the receiver; goods that no longer come have none. */
function progress({ status, language }: Tracked, tone: Tone): Html | false {
  const reached = reachedStep(shownStatus(status));
  const texts = TEXTS[language];
  if (reached === undefined) return false;
  return html`<section class="card${tone === undefined ? '' : ` ${tone}`}">
    <ol class="progress" aria-label="${texts.progress}">
      ${STEPS.map((step, at) => html`<li ${stepState(at, reached)}>${texts.steps[step]}</li>`)}
    </ol>
  </section>`;
}

function stepState(at: number, reached: number): Html | false {
  if (at === reached) return html`class="done" aria-current="step"`;
  return at < reached && html`class="done"`;
}

function facts({ language, order, courier, awb, city, packageCount }: Tracked): Html {
  const texts = TEXTS[language];
  const fact = (label: string, value: string | number): Html =>
    html`<dt>${label}</dt>
      <dd><bdi>${value}</bdi></dd>`;
  return html`<section class="card">
    <dl>
      ${fact(texts.order, order)} ${fact(texts.destination, city)} ${fact(texts.courier, courier)}
      ${awb !== null && fact(texts.waybill, awb)} ${packageCount > 1 && fact(texts.parcels, packageCount)}
    </dl>
  </section>`;
}

function packages({ packages: all, language }: Tracked): Html | false {
  if (all === null || all.length < 2) return false;
  const texts = TEXTS[language];
  return html`<section class="card">
    <h2>${texts.eachParcel}</h2>
    <dl>
      ${all.map(
        (status, at) =>
          html`<dt>${parts(texts.parcel, 'number', `${at + 1}/${all.length}`)}</dt>
            <dd>${texts.states[shownStatus(status)].title}</dd>`,
      )}
    </dl>
  </section>`;
}

function timeline({ timeline: entries, language, countryCode, packageCount }: Tracked): Html {
  const texts = TEXTS[language];
  if (entries.length === 0) return html`<p class="hint">${texts.noUpdates}</p>`;
  return html`<ol class="timeline">
    ${entries.map(
      ({ status, at, city, reasonCode, packageNumber }) =>
        html`<li>
          <strong>${texts.states[status].title}</strong>
          ${
            packageNumber > 0 &&
            html`<small>${parts(texts.parcel, 'number', `${packageNumber}/${packageCount}`)}</small>`
          }
          ${reasonOf(reasonCode, texts.reasons)}
          <small>
            <time datetime="${at.toISOString()}"><bdi>${shownTime(at, language, countryCode)}</bdi></time>
            ${city !== null && html` · <bdi>${city}</bdi>`}
          </small>
        </li>`,
    )}
  </ol>`;
}

function reasonOf(code: string | null, reasons: Record<string, string>): Html | false {
  const text = code === null ? undefined : reasons[code];
  return text !== undefined && html`<small>${text}</small>`;
}

function reportForm({ formId, language, path, notice }: Tracked): Html | false {
  const texts = TEXTS[language];
  if (formId === undefined) return false;
  return html`<section class="card">
    <details${notice === 'notSent' ? html` open` : ''}>
      <summary>${texts.report}</summary>
      <p class="hint">${texts.reportHint}</p>
      <form method="post" action="${path}/problem">
        <input type="hidden" name="lang" value="${language}" />
        <input type="hidden" name="form" value="${formId}" />
        <label class="field" for="problem">${texts.problem}</label>
        <select class="text" id="problem" name="problem" required>
          <option value="">${texts.choose}</option>
          ${PROBLEMS.map((problem) => html`<option value="${problem}">${texts.problems[problem]}</option>`)}
        </select>
        <label class="field" for="note">${texts.note}</label>
        <textarea
          class="text"
          id="note"
          name="note"
          maxlength="${TRACKING.noteCharactersMax}"
          aria-describedby="note-hint"
        ></textarea>
        <p class="hint" id="note-hint">${texts.noteHint}</p>
        <button>${texts.send}</button>
      </form>
    </details>
  </section>`;
}

/** Some time after the end the page shows nothing of the order. */
export function closedPage(look: TrackingLook, language: Language): Page {
  const { closed, closedHint, footer } = TEXTS[language];
  return shell({ language, store: look, title: closed, content: html`<p>${closedHint}</p>`, footer, status: 410 });
}

export function notFoundPage(language: Language): Page {
  const { notFound, notFoundHint, footer } = TEXTS[language];
  const content = html`<p>${notFoundHint}</p>`;
  return shell({ language, store: PLAIN_LOOK, title: notFound, content, footer, status: 404 });
}

export function troublePage(language: Language, status: number, path: string): Page {
  const { trouble, troubleHint, again, footer } = TEXTS[language];
  const content = html`<p role="alert">${troubleHint}</p>
    <p><a class="button" href="${path}?lang=${language}">${again}</a></p>`;
  return shell({ language, store: PLAIN_LOOK, title: trouble, content, footer, status });
}
