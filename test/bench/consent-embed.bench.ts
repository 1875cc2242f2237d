// The cost of the consent form for external pages: its bytes, and how long a first visitor on a processor slowed down
// four times waits until it is rendered, compared with the same page without it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { CLIENT_OUT } from '../../scripts/client.ts';
import { type Figure, median } from '../../scripts/measure.ts';
import { startServer } from '../../server/main.ts';
import { launchBrowser } from '../chromium.ts';
import { type HostSite, startHostSite } from '../e2e/helpers/hostPage.ts';
import { benchPerson, startBenchWorld } from '../helpers/benchWorld.ts';
import { buildConsentForm } from '../helpers/consents.ts';

const SLOWER = 4;
const ROUNDS = 9;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const server = await startServer(world.config, { databaseUrl: world.databaseUrl, clientDir: CLIENT_OUT });
  const browser = await launchBrowser();
  const site = await startHostSite(server.address);
  try {
    const person = await benchPerson(world, server.address);
    const form = await buildConsentForm(world, person, { purposes: 5 });
    const options = { workspaceUUID: form.workspaceId, applicationUUID: form.applicationId, autoShowIfNoConsent: true };
    const times: { heading: number; shown: number; shift: number; longest: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await visit(browser, site, options));
    const script = await readFile(join(CLIENT_OUT, 'embeds', 'consent.js'));
    const of = (key: 'heading' | 'shown' | 'shift' | 'longest') => median(times.map((one) => one[key]));
    const kB = (bytes: Buffer) => bytes.length / 1000;
    const figure = (
      name: string,
      value: number,
      unit: string,
      limitName: string,
      limit: number,
      goal?: { text: string; met: boolean },
    ): Figure => ({
      name,
      value,
      unit,
      limitName,
      limit,
      ratio: value / limit,
      ...(goal ? { goal: goal.text, met: goal.met } : {}),
    });
    const zipped = kB(gzipSync(script, { level: 9 }));
    return [
      figure('consent form, script gzipped', zipped, 'kB', 'as it is', kB(script), {
        text: 'at most 14 kB',
        met: zipped <= 14,
      }),
      figure('consent form, script in brotli', kB(brotliCompressSync(script)), 'kB', 'as it is', kB(script)),
      figure(
        'consent form drawn, first visit, 4x slower processor',
        of('shown'),
        'ms',
        'heading of the same page',
        of('heading'),
      ),
      figure('longest task meanwhile', of('longest'), 'ms', 'what counts as long', 50),
      figure('layout shift of the host page', of('shift'), '', 'none', 0, { text: 'none', met: of('shift') === 0 }),
    ];
  } finally {
    await site.close();
    await browser.close();
    await server.close();
    await world.close();
  }
}

/**
 * Milliseconds from the start of the navigation to the frames in which the page's heading and the form are rendered.
 */
async function visit(browser: Browser, site: HostSite, options: Parameters<HostSite['visit']>[1]) {
  const context = await browser.newContext({ locale: 'th-TH', viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const before = `
      window.timing = { heading: 0, shown: 0, longest: 0 };
      const look = (at) => {
        if (!timing.heading && document.querySelector('h1')) timing.heading = at;
        if (document.querySelector('pokpong-consent')) timing.shown = at; else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) timing.longest = Math.max(timing.longest, duration); }).observe({ type: 'longtask', buffered: true });`;
    await site.visit(page, options, { before });
    // A function, because the site's policy forbids evaluating text.
    await page.waitForFunction(() => (window as unknown as { timing: { shown: number } }).timing.shown > 0);
    return await page.evaluate<{ heading: number; shown: number; shift: number; longest: number }>(
      '({ ...timing, shift })',
    );
  } finally {
    await context.close();
  }
}
