import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { SAMPLE_CALL_NAMES } from '../../shared/apiKey/sampleCalls.ts';
import { SAMPLE_LANGUAGES, sampleCode } from '../../shared/apiKey/samples.ts';
import enTexts from '../../shared/locales/en/apiKey.ts';
import enSamples from '../../shared/locales/en/apiSample.ts';
import enCommon from '../../shared/locales/en/common.ts';
import enEmbed from '../../shared/locales/en/embedScreen.ts';
import enAccounts from '../../shared/locales/en/serviceAccount.ts';
import enWebhook from '../../shared/locales/en/webhook.ts';
import thTexts from '../../shared/locales/th/apiKey.ts';
import thSamples from '../../shared/locales/th/apiSample.ts';
import thCommon from '../../shared/locales/th/common.ts';
import thEmbed from '../../shared/locales/th/embedScreen.ts';
import thAccounts from '../../shared/locales/th/serviceAccount.ts';
import thWebhook from '../../shared/locales/th/webhook.ts';
import { buildPerson, buildWorkspace } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: thTexts, en: enTexts };
const ACCOUNTS = { th: thAccounts, en: enAccounts };
const EMBEDS = { th: thEmbed, en: enEmbed };
const commonTexts = { th: thCommon, en: enCommon };
const samples = { th: thSamples, en: enSamples };
const webhookTexts = { th: thWebhook, en: enWebhook };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

describe.each(['th', 'en'] as const)('integrations of a workspace, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('receive a key that is displayed once, works, and is revoked', async () => {
    const ws = (await buildWorkspace(product)).id;
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/integrations', { locale, ws }));
    await settled(page);
    await page.getByText(texts.emptyTitle).waitFor();
    await page.getByRole('button', { name: texts.add, exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=name]').fill('CRM');
    await dialog.locator('[name=addresses]').fill('somewhere');
    await dialog.getByRole('button', { name: texts.create, exact: true }).click();
    await dialog.getByText(texts.refusal.network).waitFor();
    await dialog.locator('[name=addresses]').fill('');
    await dialog.getByRole('combobox', { name: texts.scopes }).fill(texts.scopeOf.ropa.read);
    await dialog.getByRole('option', { name: texts.scopeOf.ropa.read }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: texts.create, exact: true }).click();
    await dialog.getByText(texts.issuedBody).waitFor();
    await picture(page, `integration-issued-${locale}`);
    const key = (await dialog.locator('pre').first().textContent()) ?? '';
    expect(key).toMatch(/^ppk_/);
    expect(await dialog.locator('pre').nth(1).textContent()).toContain(`/api/v1/${ws}/applications?`);
    const call = async () =>
      (
        await fetch(`${product.address}/api/v1/${ws}/applications?pageSize=10&currentPage=1`, {
          headers: { authorization: `Bearer ${key.trim()}` },
        })
      ).status;
    expect(await call()).toBe(200);
    await dialog.getByRole('button', { name: EMBEDS[locale].token.stored }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key.trim());
    await page.getByRole('row', { name: /CRM/ }).getByText(texts.scopeOf.ropa.read).waitFor();

    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `integration-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page)).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    await page.getByRole('row', { name: /CRM/ }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: texts.revoke, exact: true }).click();
    await dialog.getByRole('button', { name: texts.revoke, exact: true }).click();
    await page.getByRole('row', { name: /CRM/ }).getByText(texts.state.revoked, { exact: true }).waitFor();
    expect(await call()).toBe(401);
    expect(product.complaints).toEqual([]);
  });

  it('act for a service account that is created, paused and deleted', async () => {
    const ws = (await buildWorkspace(product)).id;
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    const page = await product.open({ as: admin, locale });
    const words = ACCOUNTS[locale];
    const dialog = page.getByRole('dialog');
    await page.goto(address('/integrations', { locale, ws }));
    await settled(page);
    await page.getByRole('link', { name: webhookTexts[locale].tab.accounts, exact: true }).click();
    await page.getByText(words.emptyTitle).waitFor();
    await page.getByRole('button', { name: words.add, exact: true }).first().click();
    await dialog.locator('[name=name]').fill('ระบบลูกค้าสัมพันธ์ CRM');
    await dialog.locator('[name=description]').fill('อ่านบันทึก RoPA ทุกคืน Reads the record every night');
    await picture(page, `service-account-new-${locale}`);
    await dialog.getByRole('button', { name: words.add, exact: true }).click();
    const row = page.getByRole('row', { name: /CRM/ });
    await row.getByText(words.state.active, { exact: true }).waitFor();

    await page.getByRole('link', { name: webhookTexts[locale].tab.keys, exact: true }).click();
    await page.getByRole('button', { name: texts.add, exact: true }).first().click();
    await dialog.locator('[name=name]').fill('CRM key');
    await dialog.locator('[name=serviceAccountId]').selectOption({ label: 'ระบบลูกค้าสัมพันธ์ CRM' });
    await dialog.getByRole('combobox', { name: texts.scopes }).fill(texts.scopeOf.ropa.read);
    await dialog.getByRole('option', { name: texts.scopeOf.ropa.read }).click();
    await page.keyboard.press('Escape');
    await picture(page, `service-account-key-${locale}`);
    await dialog.getByRole('button', { name: texts.create, exact: true }).click();
    const key = (await dialog.locator('pre').first().textContent())!.trim();
    await dialog.getByRole('button', { name: EMBEDS[locale].token.stored }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /CRM key/ })
      .getByText('ระบบลูกค้าสัมพันธ์ CRM')
      .waitFor();
    const call = async () =>
      (
        await fetch(`${product.address}/api/v1/${ws}/applications?pageSize=10&currentPage=1`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    expect(await call()).toBe(200);

    await page.getByRole('link', { name: webhookTexts[locale].tab.accounts, exact: true }).click();
    await row.waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `service-accounts-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page)).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: words.pause, exact: true }).click();
    await row.getByText(words.state.paused, { exact: true }).waitFor();
    expect(await call()).toBe(401);
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: commonTexts[locale].remove, exact: true }).click();
    await dialog.getByText(words.removeBody).waitFor();
    await dialog.getByRole('button', { name: commonTexts[locale].remove, exact: true }).click();
    await page.getByText(words.emptyTitle).waitFor();
    expect(product.complaints).toEqual([]);
  });

  it('are documented with samples that name the workspace, in the selected language', async () => {
    const ws = (await buildWorkspace(product)).id;
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin' });
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/integrations', { locale, ws }));
    await settled(page);
    await page.getByRole('link', { name: webhookTexts[locale].tab.samples, exact: true }).click();
    await page.getByRole('heading', { name: samples[locale].title, level: 1 }).waitFor();
    const codes = async () => (await page.locator('pre').allTextContents()).map((code) => code.trim());
    const facts = { publicUrl: product.address, ws };
    for (const language of SAMPLE_LANGUAGES) {
      await page.getByRole('link', { name: samples[locale].language[language], exact: true }).click();
      await page.getByText(samples[locale].run[language]).waitFor();
      expect(await codes()).toEqual(SAMPLE_CALL_NAMES.map((name) => sampleCode(language, name, facts)));
    }
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `api-samples-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page)).toEqual([]);
    }
    expect(product.complaints).toEqual([]);
  });
});
