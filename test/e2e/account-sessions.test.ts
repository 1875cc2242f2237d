import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enTexts from '../../shared/locales/en/account.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thTexts from '../../shared/locales/th/account.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: { texts: thTexts, ui: thUi }, en: { texts: enTexts, ui: enUi } };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

describe.each(['th', 'en'] as const)('people and their sessions in the console, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, ui } = WORDS[locale];

  it('are fetched again when the page is displayed again, and not while nothing happens', async () => {
    const { id: ws } = await buildWorkspace(product, { flags: { adminConsoleEnable: true } });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
    const page = await product.open({ as: admin, locale });
    await page.clock.install();
    await page.goto(address('/admins/people', { locale, ws }));
    await page.getByRole('row', { name: /สมหญิง ใจดี/ }).waitFor();
    const lists: string[] = [];
    page.on('request', (request) => request.url().includes('account.list') && lists.push(request.url()));
    await page.clock.fastForward(120_000);
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('account.list')),
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))),
    ]);
    expect(lists).toHaveLength(1);
  });

  it('are listed; signing one out closes the page that is open in another browser', async () => {
    const { id: ws } = await buildWorkspace(product, { name: 'สำนักงานใหญ่', flags: { adminConsoleEnable: true } });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
    const staff = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'มานี พนักงาน' });
    const theirs = await product.open({ as: staff, locale });
    await theirs.goto(address('/workspaces', { locale, ws }));
    await settled(theirs);

    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins', { locale, ws }));
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(texts.title) })
      .click();
    const row = page.getByRole('row', { name: /มานี พนักงาน/ });
    await row.waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await settled(page);
      await picture(page, `accounts-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page), `${look.width}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    // One of the two ends in any case.
    await product.owner
      .updateTable('sessions')
      .set({ expiresAt: new Date(Date.now() + 3_600_000) })
      .where('userId', '=', staff.userId)
      .where('kind', '=', 'api')
      .execute();
    await row.getByRole('button', { name: new RegExp(ui.actionsFor.replace('{{name}}', '')) }).click();
    await page.getByRole('menuitem', { name: texts.open }).click();
    const dialog = page.getByRole('dialog', { name: fill(texts.dialog.title, { name: 'มานี พนักงาน' }) });
    await dialog.getByRole('button', { name: texts.dialog.end, exact: true }).first().waitFor();
    const [, unlessUsed = ''] = texts.dialog.expires.split('{{time}}');
    expect(await dialog.getByText(unlessUsed.trim()).count()).toBe(1);
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await picture(page, `account-sessions-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `dialog ${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page), `dialog ${look.width}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
    // The browser, which was used last, then the API client.
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: texts.endOne });
    const end = async () => {
      await dialog.getByRole('button', { name: texts.dialog.end, exact: true }).first().click();
      await question.getByRole('button', { name: texts.dialog.end, exact: true }).click();
      await question.waitFor({ state: 'detached' });
    };
    await dialog.getByText(texts.dialog.kind.browser, { exact: true }).waitFor();
    await end();
    await theirs.waitForURL(/\/login/);
    await dialog.getByText(texts.dialog.kind.browser, { exact: true }).waitFor({ state: 'detached' });
    await end();
    await dialog.getByText(texts.dialog.none).waitFor();
    // The closed connection is retried once, and learns that the session has ended.
    expect(product.complaints.filter((one) => !one.includes('WebSocket connection'))).toEqual([]);
  });
});
