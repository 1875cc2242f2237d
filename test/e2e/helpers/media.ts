import type { Page } from 'playwright-core';

/** The minimum size of touch targets, and of text in input fields: iOS zooms the page for less. */
const TARGET = 44;
const TYPED = 16;

/**
 * Targets on the current page too small for a finger, one line each; the page has a coarse pointer during the check.
 */
export async function touchFaults(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches);
  const faults = await page.evaluate(
    ({ least, typed }) => {
      const nameOf = (one: Element) =>
        `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}"`;
      const sizeOf = (one: Element) => {
        const { width, height } = one.getBoundingClientRect();
        // A touch target may extend beyond what is drawn.
        const around = ['::before', '::after']
          .map((part) => getComputedStyle(one, part))
          .filter(({ content, position }) => content !== 'none' && position === 'absolute')
          .map((style) => [parseFloat(style.width) || 0, parseFloat(style.height) || 0] as const);
        return [
          Math.max(width, ...around.map(([wide]) => wide)),
          Math.max(height, ...around.map(([, high]) => high)),
        ] as const;
      };
      return [
        ...document.querySelectorAll(
          'a[href], button, input, select, textarea, summary, [role=button], [role=option], [role^=menuitem]',
        ),
      ].flatMap((one) => {
        const found: string[] = [];
        const box = one.getBoundingClientRect();
        if (!one.checkVisibility({ visibilityProperty: true }) || box.width <= 1 || box.height <= 1) return found;
        const ticked = one.matches('[type=checkbox], [type=radio]');
        const font = parseFloat(getComputedStyle(one).fontSize);
        if (one.matches('input, select, textarea') && !ticked && font < typed)
          found.push(`${nameOf(one)}: ${font} px text`);
        const [width, height] = sizeOf((ticked && one.closest('label')) || one);
        const isText = one.matches('[data-link], [data-look=text]');
        if (height < least - 0.5 || (!isText && width < least - 0.5))
          found.push(`${nameOf(one)}: ${Math.round(width)} × ${Math.round(height)} px to touch`);
        return found;
      });
    },
    { least: TARGET, typed: TYPED },
  );
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.detach();
  return faults;
}

/** Clocks that count down and are Tab stops. */
export const clockFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=timer]')]
      .filter((clock) => clock.matches('[tabindex="0"]') || clock.querySelector('[tabindex="0"]'))
      .map((clock) => `a clock is a stop: ${clock.textContent}`),
  );

/** Action bars that are not visible although their content is, with the page at its top. */
export function actionBarFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo(0, 0);
    return [...document.querySelectorAll('main [data-actions]')].flatMap((bar) => {
      const { bottom, height } = bar.getBoundingClientRect();
      const around = bar.parentElement!.getBoundingClientRect();
      const isNear = around.top + height < innerHeight;
      return isNear && bottom > innerHeight + 1 ? [`acts ${Math.round(bottom - innerHeight)} px below the window`] : [];
    });
  });
}

/** Bars of charts that are invisible in forced colours. */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const faults = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'forced-color-adjust: none; background: Canvas';
    const canvas = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const isGround = (colour: string) => colour === canvas || /^rgba\(.*, 0\)$/.test(colour);
    return [
      ...document.querySelectorAll('main [style*="width:"], main [style*="height:"], main svg[role=img] rect'),
    ].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      if (
        width < 2 ||
        height < 2 ||
        one.childNodes.length > 0 ||
        one.matches('canvas, input, select, textarea') ||
        !one.checkVisibility()
      )
        return [];
      const { backgroundColor, backgroundImage, fill } = getComputedStyle(one);
      const isDrawn =
        one instanceof SVGElement ? fill !== canvas : backgroundImage !== 'none' || !isGround(backgroundColor);
      return isDrawn ? [] : [`a bar without colour: ${one.outerHTML.slice(0, 120)}`];
    });
  });
  await page.emulateMedia({ forcedColors: null });
  return faults;
}

/** Parts of the printed page that do not belong in a document. */
export async function printFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const faults = await page.evaluate(async () => {
    for (let count = 0; count < 2; count += 1) await new Promise(requestAnimationFrame);
    const isVisible = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().height > 1;
    const found: string[] = [];
    for (const what of [
      'nav',
      'footer',
      'body header:has(~ main)',
      'button[data-look]:not([data-look=text])',
      '[role=search]',
    ])
      if ([...document.querySelectorAll(what)].some(isVisible)) found.push(`${what} is printed`);
    if (![...document.querySelectorAll('h1')].some((one) => one.checkVisibility())) found.push('no heading is printed');
    if (document.documentElement.classList.contains('dark')) found.push('printed dark');
    for (const one of document.querySelectorAll('main div'))
      if (isVisible(one) && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto')
        found.push(`cut: ${one.className}`);
    return found;
  });
  await page.emulateMedia({ media: null });
  return faults;
}
