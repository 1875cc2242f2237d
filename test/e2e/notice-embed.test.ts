import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {} from '../../client/embeds/notice/types.ts';
import en from '../../shared/locales/en/noticeEmbed.ts';
import th from '../../shared/locales/th/noticeEmbed.ts';
import { NOTICE_SCRIPT, noticePage } from '../../shared/privacyNotice/address.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import { embedSnippet, linkSnippet, policySnippet } from '../../shared/privacyNotice/snippet.ts';
import { buildDataController, buildPerson, buildWorkspace } from '../factories.ts';
import { publishNotice } from '../helpers/notices.ts';
import { faultsOf } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { type Product, startProduct } from './helpers/product.ts';

const HOSTILE = '</h2><script>globalThis.hit=1</script><img src=x onerror=alert(1)>';

let product: Product;
let ws: string;
let notice: Notice;
/** An external site, under a policy that forbids everything except what the notice needs. */
let site: Server;
let body = '';
beforeAll(async () => {
  product = await startProduct({});
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO' });
  const { id: dataControllerId } = await buildDataController(product, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  notice = await publishNotice(product, dpo, { dataControllerId, name: HOSTILE });
  site = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(204).end();
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; ${policySnippet({ publicUrl: product.address })}; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'`,
      })
      .end(
        `<!doctype html><html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>ร้านหนังสือ</title></head><body><main><h1>ร้านหนังสือ</h1>${body}</main></body></html>`,
      );
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(() => product.closePages());
afterAll(async () => {
  site?.closeAllConnections();
  site?.close();
  await product?.close();
});

const facts = (lang: 'th' | 'en') => ({ publicUrl: product.address, ws, id: notice.id, name: notice.name, lang });
const snippet = (lang: 'th' | 'en') => embedSnippet(facts(lang));
const scriptTag = () => `<script src="${product.address}${NOTICE_SCRIPT}"></script>`;

let requests: string[] = [];
let broken: string[] = [];
beforeEach(() => {
  requests = [];
  broken = [];
});

/** Opens the site as a visitor new to the product. */
async function visit(html: string, width = 1280): Promise<Page> {
  body = html;
  const page = await product.open({ width });
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text());
  });
  // By name, so that it is also another site and not only another port.
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  return page;
}
/** Waits for the script, and until it has processed every element. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => 'PokpongNotice' in window);
  await page.evaluate(() => window.PokpongNotice!.draw());
}
const layer = (page: Page) => page.locator('[data-privacy-notice]');

describe.each([
  ['th', th],
  ['en', en],
] as const)('a notice on the page of another site, in %s', (lang, words) => {
  it('displays its first layer in its language, a link to the complete text, and executes no user text', async () => {
    const page = await visit(snippet(lang));
    const section = layer(page).locator('section');
    await section.getByRole('heading', { name: HOSTILE, level: 2 }).waitFor();
    expect(await section.getAttribute('lang')).toBe(lang);
    await section.getByText(notice.summary.controller[lang], { exact: true }).waitFor();
    await section.getByText(notice.summary.purposes[0]![lang], { exact: true }).waitFor();
    await section.getByText('dpo@romyen.example', { exact: false }).waitFor();
    await section.getByText(notice.summary.rights![lang], { exact: true }).waitFor();
    await section.getByText(words.byContact, { exact: false }).waitFor();
    expect(await section.getByRole('link', { name: words.full }).getAttribute('href')).toContain(
      `${noticePage(ws, notice.id)}?lang=${lang}`,
    );
    expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await picture(page, `notice-embed-${lang}-${width}`);
    }
    expect(await faultsOf(page)).toEqual([]);
    await section.getByRole('link', { name: words.full }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
  });
});

describe('a notice on the page of another site', () => {
  it('sets no cookie, stores nothing, violates no policy, and requests only its script and its text', async () => {
    const page = await visit(snippet('th'));
    await layer(page).locator('section').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expect(broken).toEqual([]);
    expect(requests.filter((url) => url.startsWith(product.address)).toSorted()).toEqual([
      `${product.address}/api/v1/${ws}/privacy-notices/${notice.id}/public?format=json&lang=th`,
      `${product.address}${NOTICE_SCRIPT}`,
    ]);
  });

  it('is rendered once if the script is loaded twice, in each element that names one', async () => {
    const page = await visit(`${snippet('th')}${snippet('en')}${scriptTag()}`);
    await expect.poll(() => layer(page).locator('section').count()).toBe(2);
    expect(
      await layer(page)
        .locator('section')
        .evaluateAll((all) => all.map((one) => one.getAttribute('lang'))),
    ).toEqual(['th', 'en']);
    // A page that changes without a reload requests those added since.
    await page.evaluate(() => {
      const first = document.querySelector<HTMLElement>('[data-privacy-notice]')!;
      const copy = first.cloneNode(true) as HTMLElement;
      copy.removeAttribute('data-drawn');
      document.querySelector('main')!.append(copy);
      return window.PokpongNotice!.draw();
    });
    expect(await layer(page).locator('section').count()).toBe(3);
  });

  it('remains a plain link without the script, without a response, and for an unknown notice', async () => {
    const link = `a[href="${product.address}${noticePage(ws, notice.id)}?lang=th"]`;
    const page = await visit(linkSnippet(facts('th')));
    expect(await page.locator(link).textContent()).toBe(HOSTILE);

    const away = await visit('');
    await away.context().route(`${product.address}/api/**`, (route) => route.abort('internetdisconnected'));
    body = snippet('th');
    await away.reload();
    await drawn(away);
    expect(await away.locator(link).isVisible()).toBe(true);

    const unknown = `data-privacy-notice="${ws}"`;
    const missing = await visit(snippet('th').replace(`data-privacy-notice="${notice.id}"`, unknown));
    await drawn(missing);
    expect(await missing.locator(link).isVisible()).toBe(true);
  });
});
