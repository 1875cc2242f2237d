import { element } from './dom.ts';

/** An embed has one style sheet. */
let sheet: CSSStyleSheet | undefined;

/**
 * One style sheet for everything of the embed on the page. A constructed sheet needs no permission of the page's
 * Content-Security-Policy.
 */
export function applySheet(root: ShadowRoot, css: string): void {
  try {
    if (!sheet) {
      const created = new CSSStyleSheet();
      created.replaceSync(css);
      sheet = created;
    }
    root.adoptedStyleSheets = [sheet];
  } catch {
    // Safari before 16.4.
    const style = element('style');
    style.textContent = css;
    root.append(style);
  }
}
