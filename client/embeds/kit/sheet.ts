import { element } from './dom.ts';

/** A script has one style sheet. */
let sheet: CSSStyleSheet | undefined;

/**
 * One style sheet for everything of the embed on the page. A constructed sheet needs no permission of the page's
 * Content-Security-Policy.
 */
export function applySheet(root: ShadowRoot, css: string): void {
  try {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets.push(sheet);
  } catch {
    // Safari before 16.4.
    const style = element('style');
    style.textContent = css;
    root.append(style);
  }
}
