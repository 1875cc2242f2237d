// PokpongNotice: the first layer of a privacy notice on any page, in the element that names it; reasons for its
// behaviour: docs/decisions/102.
import { publicClient } from '../kit/client.ts';
import { type Language, pageLanguage } from '../kit/language.ts';
import { firstLayer, type PublicNotice } from './layer.ts';
import { applySheet } from '../kit/sheet.ts';
import css from './notice.css?inline';
import type { NoticeApi } from './types.ts';

/** The origin of this script: the product. */
function ownOrigin(): string {
  const script =
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>('script[src*="/notices/embed/script.js"]');
  return script?.src ? new URL(script.src).origin : location.origin;
}

const UNDRAWN = '[data-privacy-notice][data-workspace]:not([data-drawn])';

const languageOf = (host: HTMLElement): Language => {
  const { lang } = host.closest<HTMLElement>('[lang]') ?? { lang: '' };
  return /^en\b/i.test(lang) ? 'en' : /^th\b/i.test(lang) ? 'th' : pageLanguage();
};

/** One below the preceding heading, so that the page's outline has no gap. */
function levelAt(host: HTMLElement): 2 | 3 | 4 {
  const before = [...document.querySelectorAll('h1, h2, h3')].filter(
    (heading) => heading.compareDocumentPosition(host) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const last = before.at(-1)?.tagName;
  return last === 'H3' ? 4 : last === 'H2' ? 3 : 2;
}

function createApi(origin: string): NoticeApi {
  /** The content of the element, a plain link, stays until the notice is loaded, and where it cannot be loaded. */
  const drawOne = async (host: HTMLElement): Promise<void> => {
    const { privacyNotice = '', workspace = '' } = host.dataset;
    host.dataset.drawn = 'loading';
    try {
      const language = languageOf(host);
      const call = publicClient(origin, workspace, () => language);
      const path = `/privacy-notices/${encodeURIComponent(privacyNotice)}/public?format=json&lang=${language}`;
      const layer = firstLayer(await call<PublicNotice>(path), levelAt(host), origin);
      // Open, so that the page's own accessibility checks can look inside.
      const root = host.attachShadow({ mode: 'open' });
      applySheet(root, css);
      root.append(layer);
      host.dataset.drawn = 'yes';
    } catch {
      delete host.dataset.drawn;
    }
  };
  return {
    draw: async () => {
      await Promise.all([...document.querySelectorAll<HTMLElement>(UNDRAWN)].map(drawOne));
    },
  };
}

// A second copy of the script leaves the first one running, and makes it look again.
const api = (window.PokpongNotice ??= createApi(ownOrigin()));
if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', () => void api.draw(), { once: true });
else void api.draw();
