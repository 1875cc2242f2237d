import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from './picture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until a page is drawn: its heading is there and nothing on it says that it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null,
  );
}

/** Gives a page another look and waits until it has it: colour mode, layout, and no transition still on its way. */
export async function wear(page: Page, { dark, width }: { dark: boolean; width: number }): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.setViewportSize({ width, height: width < 600 ? 740 : 800 });
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

/**
 * Serious and critical findings of axe-core (WCAG 2.2 A and AA) on the page as it stands, one line each.
 * @param scope `colours`: of a page that was found without fault at this width in its other colours
 */
export async function faultsOf(page: Page, scope: 'all' | 'colours' = 'all'): Promise<string[]> {
  // A dialog still on its way in is not yet known to cover the page.
  const loaded = await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
    return 'axe' in window;
  });
  if (!loaded) await page.evaluate(axe);
  const look = () =>
    page.evaluate(
      async (rules) => {
        const { violations } = await (
          window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
        ).axe.run({
          resultTypes: ['violations'],
          runOnly: rules
            ? { type: 'rule', values: rules }
            : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          elementRef: false,
        });
        return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      },
      scope === 'colours' ? COLOUR_RULES : null,
    );
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

/** Each width in one of its colours first, then in the other. */
const LOOKS = [
  { width: 1280, dark: false },
  { width: 375, dark: true },
  { width: 375, dark: false },
  { width: 1280, dark: true },
];

/**
 * Looks at the page as it stands, wide and narrow, light and dark: nothing serious for axe, no sideways scrolling.
 * Keeps pictures where asked.
 */
export async function looksRight(page: Page, locale: 'th' | 'en', name: string): Promise<void> {
  for (const [index, look] of LOOKS.entries()) {
    await wear(page, look);
    const named = `${name}-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`;
    await picture(page, named);
    expect(
      [...(await frameFaults(page, locale)), ...(await faultsOf(page, index < 2 ? 'all' : 'colours'))],
      named,
    ).toEqual([]);
  }
  await wear(page, LOOKS[0]!);
}
