import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { languagesFrom } from '../../languages.ts';
import { colourPairs } from './colourPairs.ts';
import { picture } from './picture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How wide a page is and in which colours. */
export interface Look {
  width: number;
  dark: boolean;
}

/** Each width in one of its colours first, then in the other. */
export const LOOKS: readonly Look[] = [
  { width: 1280, dark: false },
  { width: 375, dark: true },
  { width: 375, dark: false },
  { width: 1280, dark: true },
];

/** The looks of what is examined in both languages: in English wide and narrow, since the colours are those of Thai. */
export const looksIn = (locale: 'th' | 'en'): readonly Look[] => (locale === 'th' ? LOOKS : LOOKS.slice(0, 2));

/** Waits until a page is drawn: its heading is there and nothing on it says that it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null,
  );
}

/** Gives a page another look and waits until it has it: colour mode, layout, and no transition still on its way. */
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

/** Rules of axe-core that ask for colours; all others judge a page the same in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const RULES = {
  all: { runOnly: TAGS },
  colours: { runOnly: { type: 'rule', values: COLOUR_RULES } },
  structure: { runOnly: TAGS, rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
};

/**
 * Serious and critical findings of axe-core (WCAG 2.2 A and AA) on the page as it stands, one line each.
 * @param scope `colours`: of a page that was found without fault at this width in its other colours; `structure`: of a
 *   page whose colours were
 */
export async function faultsOf(page: Page, scope: keyof typeof RULES = 'all'): Promise<string[]> {
  // A dialog still on its way in is not yet known to cover the page.
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
      // What lies under a notice or a bar is scrolled out from under it, and a notice goes away.
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
  // On a page just drawn axe has called links nameless whose names it read a moment later; a fault that is one is there
  // twice.
  const violations = (await look()).length === 0 ? [] : await look();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary?.split('\n')[1]?.trim()})`)
        .join('; ')}`,
  );
}

/** What every page must have, as a list of what this one lacks. */
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

/** Texts of a page in English that are in Thai and do not say so. */
export function thaiFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? '';
      const thai = text.match(/[\u0e00-\u0e7f]/gu)?.length ?? 0;
      const element = texts.currentNode.parentElement;
      // A sentence in English may name something in Thai.
      const isThai = thai > (element?.textContent.match(/[a-z]/giu)?.length ?? 0);
      if (isThai && element?.closest('[lang]')?.getAttribute('lang') !== 'th')
        faults.push(`Thai without lang: ${text}`);
    }
    return faults;
  });
}

/** Headings of a page that skip a level, one line each; a dialog begins anew below its page's heading. */
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
  /** Looks to have; all four unless given. */
  looks?: readonly Look[];
  /** Colours that axe has judged on this page before, in another language say; those it judges now are added. */
  judged?: Set<string>;
  /** Languages in which axe reads it: what it judges hardly differs between them. */
  axeIn?: readonly ('th' | 'en')[];
  /** What else to do in each look. */
  each?: (look: Look) => Promise<void>;
  /** Whether pictures are of all the page. */
  fullPage?: boolean;
}

/**
 * What is wrong with the page as it stands, wide and narrow, light and dark, one line each: axe and the frame. Axe reads
 * the page once at each width, and is asked for contrast only where a text has a colour on a ground that it has not
 * judged yet: nothing else of what it judges differs between light and dark. Keeps pictures where asked; leaves the page
 * wide and light.
 */
export async function lookFaults(
  page: Page,
  locale: 'th' | 'en',
  name: string,
  { looks = LOOKS, judged = new Set(), axeIn = languagesFrom('th'), each, fullPage }: LookOptions = {},
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

/** Finds nothing wrong with the page in any look (`lookFaults`). */
export async function looksRight(
  page: Page,
  locale: 'th' | 'en',
  name: string,
  options: LookOptions = {},
): Promise<void> {
  expect(await lookFaults(page, locale, name, options)).toEqual([]);
}

/** Elements that reach beyond the page's right edge where the page scrolls sideways: what they are and how far. */
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
