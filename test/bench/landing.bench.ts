// What a person waits for: the first screen in a fresh browser on a processor slowed down four times, over the network
// of this machine and, at the width of a phone, over Fast 3G, each compared with an empty page of the same server.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { CLIENT_OUT } from '../../scripts/client.ts';
import { type Figure, median } from '../../scripts/measure.ts';
import { startServer } from '../../server/main.ts';
import { launchBrowser } from '../chromium.ts';
import { BENCH_PERSON, startBenchWorld } from '../helpers/benchWorld.ts';

/** Scripts of the first signed-in screen, gzipped, in kB: the achieved value, and 1.5 more. */
const SCRIPT_BUDGET = 220;
const SLOWER = 4;
const ROUNDS = 5;
/** Fast 3G as defined by Chromium's own tools. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const PHONE = { width: 375, network: FAST_3G };
const EMPTY =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title><main><h1>Empty</h1></main></html>';
const APPLICATION = '/business-function/application';

/** One visit of one page in a new browser. */
interface Visit {
  /** Milliseconds from the start of the navigation to the frame that contains `ready`. */
  usable: number;
  /** Cumulative layout shift until then and a second after. */
  shift: number;
  /** Slowest interaction, in ms, from the press to the next frame; NaN without any. */
  interaction: number;
  /** Addresses of the scripts loaded by then, and of those prefetched in the second after. */
  scripts: string[];
  ahead: string[];
  /** Bytes on the wire of everything loaded by then. */
  allBytes: number;
}

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const clientDir = await mkdtemp(join(tmpdir(), 'pokpong-client-'));
  await cp(CLIENT_OUT, clientDir, { recursive: true });
  await writeFile(join(clientDir, 'empty.html'), EMPTY);
  await sql`
    insert into applications (workspace_id, id, name, description, data_controller_id, status)
    select ${world.workspaceId}::uuid, gen_random_uuid(), 'ทะเบียนผู้ป่วยนอก ' || n, 'คำอธิบาย', (select id from data_controllers limit 1), 'draft' from generate_series(1, 60) as n`.execute(
    world.owner,
  );
  const server = await startServer(world.config, { databaseUrl: world.databaseUrl, clientDir });
  const browser = await launchBrowser();
  try {
    const rows = `tr:nth-child(10) a[href*="${APPLICATION}/"], li:nth-child(8) a[href*="${APPLICATION}/"]`;
    const heading = 'h1';
    const address = `${APPLICATION}?workspace=${world.workspaceId}`;
    const empty: Visit[] = [];
    const list: Visit[] = [];
    const fromHome: Visit[] = [];
    const home: Visit[] = [];
    const phone = { empty: [] as Visit[], list: [] as Visit[], dashboard: [] as Visit[], login: [] as Visit[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      empty.push(await visit(browser, server.address, '/empty.html', heading));
      list.push(await visit(browser, server.address, address, rows, { signedIn: true, act: openMenus }));
      fromHome.push(await visit(browser, server.address, '/', rows, { signedIn: true }));
      home.push(await visit(browser, server.address, '/', heading));
      phone.empty.push(await visit(browser, server.address, '/empty.html', heading, PHONE));
      phone.list.push(await visit(browser, server.address, address, rows, { signedIn: true, ...PHONE }));
      const dashboard = `/dashboard?workspace=${world.workspaceId}`;
      phone.dashboard.push(await visit(browser, server.address, dashboard, 'main h2', { signedIn: true, ...PHONE }));
      phone.login.push(await visit(browser, server.address, '/login', '[type=password]', PHONE));
    }
    const of = (visits: Visit[], key: 'usable' | 'shift' | 'interaction' | 'allBytes') =>
      median(visits.map((one) => one[key]));
    const figure = (
      name: string,
      value: number,
      unit: string,
      limit: number,
      goal?: { text: string; met: boolean },
    ): Figure => ({
      name,
      value,
      unit,
      limitName: 'empty page of the same server',
      limit,
      ratio: value / limit,
      ...(goal ? { goal: goal.text, met: goal.met } : {}),
    });
    const kB = (bytes: number) => bytes / 1000;
    const goal = (value: number, most: number, text: string) => ({ text, met: value <= most });
    const zipped = kB(await gzipped(clientDir, list[0]!.scripts));
    const ahead = kB(await gzipped(clientDir, list[0]!.ahead));
    const zippedHome = kB(await gzipped(clientDir, home[0]!.scripts));
    const time = of(list, 'usable');
    const shift = of(list, 'shift');
    const interaction = of(list, 'interaction');
    const slow = of(phone.list, 'usable');
    const slowEmpty = of(phone.empty, 'usable');
    const steady = (name: string, visits: Visit[]) => {
      const shift = of(visits, 'shift');
      return figure(`${name}, layout shift`, shift, '', of(phone.empty, 'shift'), goal(shift, 0.05, 'at most 0.05'));
    };
    return [
      figure(
        'Fast 3G at 375 px: first signed-in screen, rows drawn',
        slow,
        'ms',
        slowEmpty,
        goal(slow, 4500, 'at most 4,500 ms'),
      ),
      figure('Fast 3G at 375 px: scripts until then', phone.list[0]!.scripts.length, '', 0),
      figure('Fast 3G at 375 px: sign-in, form drawn', of(phone.login, 'usable'), 'ms', slowEmpty),
      steady('Fast 3G at 375 px: first signed-in screen', phone.list),
      steady('Fast 3G at 375 px: dashboard', phone.dashboard),
      steady('Fast 3G at 375 px: sign-in', phone.login),
      figure(
        'first signed-in screen, JavaScript gzipped',
        zipped,
        'kB',
        0,
        goal(zipped, SCRIPT_BUDGET, `at most ${SCRIPT_BUDGET} kB`),
      ),
      figure('fetched ahead once it is drawn, JavaScript gzipped', ahead, 'kB', 0),
      figure(
        'first signed-in screen, everything on the wire',
        kB(of(list, 'allBytes')),
        'kB',
        kB(of(empty, 'allBytes')),
      ),
      figure(
        'first signed-in screen, rows drawn',
        time,
        'ms',
        of(empty, 'usable'),
        goal(time, 2500, 'at most 2,500 ms'),
      ),
      figure('the same, coming by /', of(fromHome, 'usable'), 'ms', of(empty, 'usable')),
      figure('first signed-in screen, layout shift', shift, '', of(empty, 'shift'), goal(shift, 0.1, 'at most 0.1')),
      figure(
        'opening a menu, to the next frame',
        interaction,
        'ms',
        of(empty, 'usable'),
        goal(interaction, 200, 'at most 200 ms'),
      ),
      figure('/ signed out, JavaScript gzipped', zippedHome, 'kB', 0),
      figure('/ signed out, drawn', of(home, 'usable'), 'ms', of(empty, 'usable')),
      figure('/ signed out, layout shift', of(home, 'shift'), '', of(empty, 'shift')),
    ];
  } finally {
    await browser.close();
    await server.close();
    await world.close();
    await rm(clientDir, { recursive: true, force: true });
  }
}

/** @param ready selector of an element that exists once the page is usable */
async function visit(
  browser: Browser,
  base: string,
  path: string,
  ready: string,
  {
    signedIn = false,
    width = 1280,
    network,
    act,
  }: { signedIn?: boolean; width?: number; network?: typeof FAST_3G; act?: (page: Page) => Promise<void> } = {},
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: base, locale: 'th-TH', viewport: { width, height: 800 } });
  try {
    if (signedIn) {
      const answer = await context.request.post('/trpc/auth.signIn', { headers: { origin: base }, data: BENCH_PERSON });
      if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
    }
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    if (network) await cdp.send('Network.emulateNetworkConditions', network);
    const scripts = new Map<string, string>();
    let allBytes = 0;
    cdp.on(
      'Network.responseReceived',
      ({ requestId, type, response }) =>
        void (type === 'Script' && scripts.set(requestId, new URL(response.url).pathname)),
    );
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => void (allBytes += encodedDataLength));
    await page.addInitScript(watch(ready));
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForSelector(ready, { state: 'attached', timeout: 30_000 });
    const onArrival = { scripts: [...scripts.values()], allBytes };
    await page.waitForTimeout(1000);
    const ahead = [...scripts.values()].slice(onArrival.scripts.length);
    await act?.(page);
    const { usable, shift, interactions } = await page.evaluate<{
      usable: number;
      shift: number;
      interactions: number[];
    }>('window.seen');
    const interaction = interactions.length > 0 ? Math.max(...interactions) : NaN;
    return { usable, shift, interaction, ahead, ...onArrival };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before any of our code; the time is that of the first frame that contains `ready`. */
const watch = (ready: string) => `
  window.seen = { usable: 0, shift: 0, interactions: [] };
  const look = (at) => document.querySelector(${JSON.stringify(ready)}) ? window.seen.usable = at : requestAnimationFrame(look);
  requestAnimationFrame(look);
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) window.seen.interactions.push(entry.duration); })
    .observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** Opens and closes each menu of the top bar, as a person would. */
async function openMenus(page: Page): Promise<void> {
  const triggers = page.locator('header [aria-haspopup]:visible');
  const count = await triggers.count();
  if (count === 0) throw new Error('the top bar has no menu');
  for (let index = 0; index < count; index += 1) {
    await triggers.nth(index).click();
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
  }
}

/** Bytes of these files of the built client, gzipped as a proxy would. */
async function gzipped(clientDir: string, paths: string[]): Promise<number> {
  const files = await Promise.all([...new Set(paths)].map((path) => readFile(join(clientDir, path))));
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}
