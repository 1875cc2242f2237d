import type { Page } from 'playwright-core';

/** Milliseconds between frames during an action. */
export interface Frames {
  median: number;
  p95: number;
  longest: number;
  count: number;
}

/** Measures every frame of the page while `act` moves the pointer or the wheel. */
export async function framesOf(page: Page, act: (page: Page) => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frameTimes: frames });
    let last = performance.now();
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      if ('frameTimes' in window) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await act(page);
  const all = await page.evaluate(() => {
    const { frameTimes } = window as unknown as { frameTimes: number[] };
    Reflect.deleteProperty(window, 'frameTimes');
    return frameTimes;
  });
  const sorted = all.slice(2).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { median: at(0.5), p95: at(0.95), longest: sorted.at(-1) ?? NaN, count: sorted.length };
}

export interface Middle {
  x: number;
  y: number;
}

/** Drags the picture along a curve, like a person looking around: some 1.5 s. */
export async function panAbout(page: Page, { x, y }: Middle): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 90; step += 1) {
    await page.mouse.move(x + 260 * Math.sin(step / 12), y + 120 * Math.sin(step / 7));
    await page.waitForTimeout(12);
  }
  await page.mouse.up();
}

/** Drags continuously in one direction: new parts become visible all the time. */
export async function travel(page: Page, { x, y }: Middle): Promise<void> {
  for (let time = 0; time < 4; time += 1) {
    await page.mouse.move(x + 300, y);
    await page.mouse.down();
    for (let step = 1; step <= 30; step += 1) {
      await page.mouse.move(x + 300 - step * 20, y - step * 2);
      await page.waitForTimeout(12);
    }
    await page.mouse.up();
  }
}

/** Turns the wheel to zoom in and out again. */
export async function zoomInAndOut(page: Page, { x, y }: Middle): Promise<void> {
  await page.mouse.move(x, y);
  for (const turn of [-1, 1]) {
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.wheel(0, turn * 60);
      await page.waitForTimeout(14);
    }
  }
}
