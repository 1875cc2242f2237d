import { randomUUIDv7 } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  initSnippet,
  pageSnippet,
  type SnippetFacts,
  submitCurl,
  templateSnippet,
} from '../../shared/consent/snippets.ts';
import { formPolicy } from '../../shared/embedSnippets.ts';
import en from '../../shared/locales/en/consentGuide.ts';
import enEmbed from '../../shared/locales/en/embedScreen.ts';
import enUi from '../../shared/locales/en/ui.ts';
import th from '../../shared/locales/th/consentGuide.ts';
import thEmbed from '../../shared/locales/th/embedScreen.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { SDK_PLATFORMS, sdkArchive } from '../../shared/sdk.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { type BuiltForm, buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { looksIn, looksRight, settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
/** An external site; serves the content of `html`. */
let site: Server;
let html = '';
let dpo: Person;
beforeAll(async () => {
  product = await startProduct();
  site = createServer(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  dpo = await buildPerson(product, {
    workspaceId: (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id,
    name: 'สมปอง คุ้มครอง',
    role: 'DPO',
  });
});
afterEach(() => product.closePages());
afterAll(async () => {
  site?.closeAllConnections();
  site?.close();
  await product?.close();
});

const factsOf = (form: BuiltForm): SnippetFacts => ({
  publicUrl: product.address,
  ws: form.workspaceId,
  consentId: form.id,
  applicationId: form.applicationId,
  version: 1,
  purposeIds: form.purposeIds,
  level: 'open',
});
const panel = (page: Page) => page.locator('pokpong-consent .panel');
const marketing = (page: Page) => page.evaluate(() => document.documentElement.dataset.marketing);

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function visit(code: string): Promise<Page> {
  html = code;
  const page = await product.open();
  await page.route('https://www.example.com/**', (route) =>
    route.fulfill(route.request().url().endsWith('.png') ? { contentType: 'image/png', body: PIXEL } : { status: 404 }),
  );
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  return page;
}

test('the complete page of the guide asks, informs the site, and asks again at the button', async () => {
  const form = await buildConsentForm(product, dpo, { purposes: 2 });
  const page = await visit(pageSnippet(factsOf(form)));
  await panel(page).getByRole('button', { name: form.content.theme.acceptLabel.th, exact: true }).click();
  await expect.poll(() => marketing(page)).toBe('on');
  await panel(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'ตั้งค่าความยินยอม' }).click();
  await panel(page).getByRole('button', { name: form.content.theme.declineLabel.th, exact: true }).click();
  await expect.poll(() => marketing(page)).toBe('off');
  // A withdrawal takes effect immediately, before it has been received.
  const stored = async () =>
    (
      await product.owner
        .selectFrom('userConsents')
        .select(['action', 'channel'])
        .where('consentId', '=', form.id)
        .orderBy('id')
        .execute()
    ).map(({ action, channel }) => [action, channel]);
  await expect.poll(stored).toEqual([
    ['ALL', 'JS Web Form'],
    ['NONE', 'JS Web Form'],
  ]);
  const sources = await product.owner
    .selectFrom('consentSources')
    .select('name')
    .where('consentId', '=', form.id)
    .execute();
  expect(sources).toEqual([{ name: 'www.example.com' }]);
});

test('a page does not wait for the script: calls made before it is loaded are executed afterwards', async () => {
  const form = await buildConsentForm(product, dpo, { purposes: 2 });
  html = pageSnippet(factsOf(form))
    .replace('autoShowIfNoConsent: true', 'autoShowIfNoConsent: false, googleConsentMode: true')
    .replace('</body>', '<script>const { status, update } = PokpongConsent;</script></body>');
  const page = await product.open({ width: 375 });
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/consent/form/script.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`, { waitUntil: 'domcontentloaded' });
  // The page is rendered at the width of a phone and works; nothing is granted, which Google's tags are told.
  expect(await page.evaluate(() => innerWidth)).toBe(375);
  const settings = page.locator('#consent-settings');
  await settings.click();
  // A press gives feedback while the script neither loads nor fails.
  expect(await settings.textContent()).toBe('กำลังเปิด…');
  expect(await page.evaluate(() => window.PokpongConsent!.status())).toMatchObject({
    action: 'NO_ANSWER',
    purposes: [],
  });
  const firstCommand = () => page.evaluate(() => Array.from((window.dataLayer ?? [])[0] as ArrayLike<unknown>));
  expect(await firstCommand()).toEqual(['consent', 'default', expect.objectContaining({ ad_storage: 'denied' })]);
  release();
  await expect.poll(() => settings.textContent()).toBe('ตั้งค่าความยินยอม');
  // The press is not lost, and earlier listeners receive the answer.
  await panel(page).getByRole('button', { name: form.content.theme.acceptLabel.th, exact: true }).click();
  await expect.poll(() => marketing(page)).toBe('on');
  // A function taken from the stub calls the script.
  const wrong = await page.evaluate('update(["not a purpose"]).catch((error) => error.name)');
  expect(wrong).toBe('TypeError');
  expect(await page.evaluate(() => 'queue' in window.PokpongConsent!)).toBe(false);
});

test('a visitor who requests the form while its script cannot be loaded is informed, and gets it once it can', async () => {
  const form = await buildConsentForm(product, dpo, { purposes: 1 });
  html = pageSnippet(factsOf(form)).replace('autoShowIfNoConsent: true', 'autoShowIfNoConsent: false');
  const page = await product.open();
  await page.route('**/consent/form/script.js', (route) => route.abort());
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  const settings = page.getByRole('button', { name: 'ตั้งค่าความยินยอม' });
  const answers: string[] = [];
  page.on('dialog', (dialog) => {
    answers.push(dialog.message());
    void dialog.accept();
  });
  await settings.click();
  await expect.poll(async () => answers).toEqual([expect.stringContaining('โปรดลองอีกครั้งภายหลัง')]);
  await page.unroute('**/consent/form/script.js');
  await settings.click();
  await panel(page).getByRole('button', { name: form.content.theme.acceptLabel.th, exact: true }).click();
  await expect.poll(() => marketing(page)).toBe('on');
  expect(answers).toHaveLength(1);
});

test('step 4 replaces step 2', async () => {
  const form = await buildConsentForm(product, dpo, { purposes: 1 });
  const facts = factsOf(form);
  const code = pageSnippet(facts).replace(initSnippet(facts).replaceAll('\n', '\n  '), templateSnippet(facts));
  expect(code).toContain('template: {');
  const page = await visit(code);
  await panel(page).locator('img[src="https://www.example.com/logo.png"]').waitFor({ state: 'attached' });
});

describe.each(['th', 'en'] as const)('the channels page, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = { th, en }[locale];
  const kit = { th: thEmbed, en: enEmbed }[locale];
  const { copy } = { th: thUi, en: enUi }[locale];

  async function open(form: BuiltForm, query = '', { as = dpo, width = 1280 } = {}): Promise<Page> {
    const page = await product.open({ as, locale, width });
    await page.goto(address(`/consent/${form.id}?tab=channels${query}`, { locale, ws: form.workspaceId }));
    await settled(page);
    return page;
  }

  it('displays the four steps with the ids of the form, and a click copies', async () => {
    const form = await buildConsentForm(product, dpo, { purposes: 2 });
    const page = await open(form);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const steps = page.getByRole('heading', { level: 2, name: /^[1-4]\. / });
    await expect
      .poll(() => steps.allTextContents())
      .toEqual(
        [texts.piece.include, texts.piece.init, texts.piece.show, kit.guide.piece.template].map(
          ({ title }, index) => `${index + 1}. ${title}`,
        ),
      );
    // What a strict page has to allow, which the pages of the form's own tests go by.
    await page.getByRole('region', { name: kit.guide.piece.policy.title, exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(formPolicy(product.address));
    await picture(page, `channels-web-${locale}`);

    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('region', { name: texts.piece.init.title, exact: true }).click();
    await expect.poll(clipboard).toBe(initSnippet(factsOf(form)));
    await page.getByText(copy.done, { exact: true }).first().waitFor();
    await expect
      .poll(() => page.locator('[aria-live=polite]').filter({ hasText: copy.done }).count())
      .toBeGreaterThan(0);

    await page.getByRole('link', { name: texts.guide.api }).click();
    await page.getByRole('button', { name: fill(kit.copyName, { name: texts.piece.submit.title }) }).click();
    await expect.poll(clipboard).toBe(submitCurl(factsOf(form)));
    await picture(page, `channels-api-${locale}`);

    await page.getByRole('link', { name: texts.guide.sdk }).click();
    for (const platform of SDK_PLATFORMS) {
      const name = { android: 'Android', ios: 'iOS', flutter: 'Flutter' }[platform];
      await page.getByRole('navigation', { name: kit.platforms }).getByRole('link', { name }).click();
      const download = page.getByRole('link', { name: fill(kit.download, { platform: name }) });
      expect(await download.getAttribute('href')).toBe(sdkArchive('consent', platform));
      const answer = await page.request.get(product.address + sdkArchive('consent', platform));
      expect(answer.status()).toBe(200);
      expect((await answer.body()).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
      await page.getByRole('region', { name: texts.piece.use.title }).waitFor();
    }
    await picture(page, `channels-sdk-${locale}`);
  });

  it('enables and disables channels, stores the list of sites, and generates a secret that is displayed once', async () => {
    const form = await buildConsentForm(product, dpo, { purposes: 1 });
    const settings = async () =>
      (await callerFor(product, dpo)).consent.settings.get({ ws: form.workspaceId, id: form.id });
    const page = await open(form, '&guide=api');
    await page.getByRole('switch', { name: texts.channels.api }).click();
    await expect.poll(async () => (await settings()).channels).toEqual({ web: true, api: false, mobile: true });
    await page.getByText(texts.closed).waitFor();

    const field = page.getByLabel(kit.origins.label);
    await field.fill('no site at all');
    await field.press('Enter');
    await page.getByRole('alert').filter({ hasText: kit.origins.wrong }).waitFor();
    await field.fill('www.example.com/shop');
    await field.press('Enter');
    await expect.poll(async () => (await settings()).allowedOrigins).toEqual(['https://www.example.com']);
    await page.getByText('https://www.example.com', { exact: true }).waitFor();

    const required = page.getByRole('radio', { name: texts.level.token });
    expect(await required.isDisabled()).toBe(true);
    await page.getByRole('button', { name: kit.token.make, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: kit.token.make, exact: true }).click();
    const visible = page.getByRole('dialog').getByRole('region', { name: kit.token.secret });
    await visible.waitFor();
    const secret = (await visible.textContent())!.trim();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await picture(page, `channels-secret-${locale}`);
    await page.getByRole('button', { name: kit.token.stored }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await expect.poll(() => required.isDisabled()).toBe(false);
    // Those who chose without a token are counted first.
    const browsers = [randomUUIDv7(), randomUUIDv7()];
    await recordChoices(
      product,
      form,
      browsers.map((browser) => ({ uid: 'visitor', knownBy: 'browser', browser })),
    );
    await required.click();
    await page
      .getByRole('dialog')
      .getByText(fill(texts.level.tokenWarning_other, { number: '2' }))
      .waitFor();
    expect((await settings()).jwtRequired).toBe(false);
    await page.getByRole('dialog').getByRole('button', { name: texts.level.tokenConfirm }).click();
    await expect.poll(async () => (await settings()).jwtRequired).toBe(true);
    // The code contains the token now.
    await page.getByRole('region', { name: texts.piece.node.title }).waitFor();

    // Opening it to anybody requires two confirmations.
    await page.getByRole('radio', { name: texts.level.open }).click();
    await page.getByRole('dialog').getByText(texts.level.openWarning).waitFor();
    expect((await settings()).level).toBe('token');
    await page.getByRole('dialog').getByRole('button', { name: texts.level.openConfirm }).click();
    await expect.poll(async () => (await settings()).level).toBe('open');
    await page.getByRole('main').getByText(texts.level.openNote).waitFor();
    await picture(page, `channels-open-${locale}`);
    await page.getByRole('radio', { name: texts.level.browser }).click();
    await expect.poll(async () => (await settings()).level).toBe('browser');
    await picture(page, `channels-browser-${locale}`);

    await page.getByRole('button', { name: fill(kit.origins.remove, { origin: 'https://www.example.com' }) }).click();
    await expect.poll(async () => (await settings()).allowedOrigins).toEqual([]);
  });

  it('restricts the token to users who may publish', async () => {
    const form = await buildConsentForm(product, dpo, { purposes: 1 });
    const staff = await buildPerson(product, { workspaceId: form.workspaceId, role: 'Staff' });
    const page = await open(form, '', { as: staff });
    await page.getByText(texts.level.notYours).waitFor();
    expect(await page.getByRole('button', { name: kit.token.make, exact: true }).isDisabled()).toBe(true);
    await page.getByRole('switch', { name: texts.channels.mobile }).click();
    await expect
      .poll(() => page.getByRole('switch', { name: texts.channels.mobile }).getAttribute('aria-checked'))
      .toBe('false');
  });

  test('has no serious fault and nothing outside the window, wide and narrow', async () => {
    const form = await buildConsentForm(product, dpo, {
      purposes: 2,
      settings: { allowedOrigins: ['https://www.example.com'] },
    });
    // One page whose guides differ: the surroundings are examined once.
    const judged = new Set<string>();
    for (const query of ['', '&guide=api', '&guide=sdk&platform=ios']) {
      const page = await open(form, query);
      const name = `channels${query.replaceAll('&', '-')}`;
      await looksRight(page, locale, name, { looks: looksIn(locale), judged });
    }
  });
});
