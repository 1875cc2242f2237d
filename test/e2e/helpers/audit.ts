import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { languagesFrom } from '../../languages.ts';
import { sized } from '../../size.ts';
import { colourPairs } from './colourPairs.ts';
import { picture } from './picture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The width and the colour mode of a page. */
export interface Look {
  width: number;
  dark: boolean;
}

/** Each width in one colour mode first, then in the other. */
export const LOOKS: readonly Look[] = [
  { width: 1280, dark: false },
  { width: 375, dark: true },
  { width: 375, dark: false },
  { width: 1280, dark: true },
];

/**
 * The looks that a screen is examined in, in a language. `npm test`: in Thai each width and each colour once, in
 * English the narrow one, where words may not fit; `npm run test:long`: all four in Thai, both widths in English, whose
 * colours are those of Thai.
 */
export function looksIn(locale: 'th' | 'en'): readonly Look[] {
  return locale === 'th' ? LOOKS.slice(0, sized(2, LOOKS.length)) : LOOKS.slice(sized(1, 0), 2);
}

/** Waits until a page is rendered: its heading exists and nothing on it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null,
  );
}

/** Changes the layout of a page and waits until it is applied: colour mode, layout, and no running transition. */
export async function wear(page: Page, { dark, width }: Look): Promise<void> {
  const height = width < 600 ? 740 : 800;
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
  await page.waitForFunction((wanted) => document.documentElement.classList.contains('dark') === wanted, dark);
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let count = 0; count < 3; count += 1) await frame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await frame();
  });
}

/** Rules of axe-core that depend on colours; the results of all others are the same in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const RULES = {
  all: { runOnly: TAGS },
  colours: { runOnly: { type: 'rule', values: COLOUR_RULES } },
  structure: { runOnly: TAGS, rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
};

/**
 * Serious and critical findings of axe-core (WCAG 2.2 A and AA) on the current page, one line each.
 * @param scope `colours`: of a page found without fault at this width in its other colours; `structure`: of a page
 * whose colours were
 */
export async function faultsOf(page: Page, scope: keyof typeof RULES = 'all'): Promise<string[]> {
  // A dialog that is still being animated does not count as covering the page yet.
  const loaded = await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
    return 'axe' in window;
  });
  if (!loaded) await page.evaluate(axe);
  const look = () =>
    page.evaluate(async (rules) => {
      const { violations } = await (
        window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
      ).axe.run({ resultTypes: ['violations'], elementRef: false, ...rules });
      const element = (target: unknown) => document.querySelector(String(target));
      const floats = (from: Element | null): boolean =>
        from !== null && (/fixed|sticky/u.test(getComputedStyle(from).position) || floats(from.parentElement));
      // Content under a notification or a bar is scrolled out from under it, and a notification disappears.
      const isUnderFloating = ({ target, any }: AxeResults['violations'][number]['nodes'][number]) => {
        const above = any.find(({ id }) => id === 'target-size')?.relatedNodes ?? [];
        return (
          above.length > 0 && !floats(element(target[0])) && above.every((node) => floats(element(node.target[0])))
        );
      };
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => ({
          id,
          nodes: id === 'target-size' ? nodes.filter((node) => !isUnderFloating(node)) : nodes,
        }))
        .filter(({ nodes }) => nodes.length > 0);
    }, RULES[scope]);
  // On a newly rendered page axe has reported links without names which it read a moment later; a real fault is
  // reported twice.
  const violations = (await look()).length === 0 ? [] : await look();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary?.split('\n')[1]?.trim()})`)
        .join('; ')}`,
  );
}

/** The faults of a page in what every page must have. */
export function frameFaults(page: Page, locale: 'th' | 'en'): Promise<string[]> {
  return page.evaluate((wanted) => {
    const faults: string[] = [];
    const { scrollWidth, lang } = document.documentElement;
    if (!document.title.trim()) faults.push('no title');
    if (document.querySelectorAll('h1').length !== 1) faults.push(`${document.querySelectorAll('h1').length} h1`);
    if (lang !== wanted) faults.push(`lang ${lang}`);
    if (scrollWidth > innerWidth) faults.push(`${scrollWidth} px wide in ${innerWidth}`);
    return faults;
  }, locale);
}

/** Thai texts of an English page that are not marked as Thai. */
export function thaiFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? '';
      const thai = text.match(/[\u0e00-\u0e7f]/gu)?.length ?? 0;
      const element = texts.currentNode.parentElement;
      // A sentence in English may contain a Thai name.
      const isThai = thai > (element?.textContent.match(/[a-z]/giu)?.length ?? 0);
      if (isThai && element?.closest('[lang]')?.getAttribute('lang') !== 'th')
        faults.push(`Thai without lang: ${text}`);
    }
    return faults;
  });
}

/** Headings of a page that skip a level, one line each; a dialog starts again below its page's heading. */
export function headingFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    let level = 0;
    for (const heading of document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')) {
      if (!heading.checkVisibility({ visibilityProperty: true })) continue;
      const own = Number(heading.tagName[1]);
      if (own > level + 1) faults.push(`h${level} then h${own} “${heading.textContent}”`);
      level = own;
    }
    return faults;
  });
}

interface LookOptions {
  /** Layouts to examine; those of `looksIn` by default. */
  looks?: readonly Look[];
  /**
   * Colours that axe has examined on this page before, for example in another language; newly examined ones are added.
   */
  judged?: Set<string>;
  /** Languages in which axe runs: its results hardly differ between them. */
  axeIn?: readonly ('th' | 'en')[];
  /** What else to do in each layout. */
  each?: (look: Look) => Promise<void>;
  /** Whether screenshots are of the full page. */
  fullPage?: boolean;
}

/**
 * The faults of the current page, wide and narrow, light and dark, one line each: axe and the frame. Axe examines the
 * page once at each width, and its contrast only where a text has a combination of colours that it has not examined
 * yet: no other result differs between light and dark. Takes screenshots on request; leaves the page wide and light.
 */
export async function lookFaults(
  page: Page,
  locale: 'th' | 'en',
  name: string,
  { looks = looksIn(locale), judged = new Set(), axeIn = languagesFrom('th'), each, fullPage }: LookOptions = {},
): Promise<string[]> {
  const faults: string[] = [];
  const widths = new Set<number>();
  const axeFaults = async (width: number): Promise<string[]> => {
    const pairs = await colourPairs(page);
    const colours = pairs.some((pair) => !judged.has(pair));
    for (const pair of pairs) judged.add(pair);
    if (widths.has(width)) return colours ? faultsOf(page, 'colours') : [];
    widths.add(width);
    return faultsOf(page, colours ? 'all' : 'structure');
  };
  for (const look of looks) {
    await wear(page, look);
    await settled(page);
    const named = `${name}-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`;
    await picture(page, named, fullPage);
    const found = await frameFaults(page, locale);
    if (axeIn.includes(locale)) found.push(...(await axeFaults(look.width)));
    faults.push(...found.map((fault) => `${named}: ${fault}`));
    await each?.(look);
  }
  await wear(page, LOOKS[0]!);
  return faults;
}

/** Expects no fault of the page in any layout (`lookFaults`). */
export async function looksRight(
  page: Page,
  locale: 'th' | 'en',
  name: string,
  options: LookOptions = {},
): Promise<void> {
  expect(await lookFaults(page, locale, name, options)).toEqual([]);
}

/** Elements that extend beyond the page's right edge if the page scrolls horizontally: what they are and how far. */
export const elementsTooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [`page: ${document.documentElement.scrollWidth} px in ${innerWidth}`].concat(
          Array.from(document.body.querySelectorAll('*'))
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
            .map(
              (one) =>
                `${one.tagName} ${one.className} "${one.textContent.slice(0, 40)}" ${one.getBoundingClientRect().right}`,
            ),
        ),
  );
