import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enTexts from '../../shared/locales/en/apiKey.ts';
import thTexts from '../../shared/locales/th/apiKey.ts';
import { buildPerson, buildWorkspace } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: thTexts, en: enTexts };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

describe.each(['th', 'en'] as const)('integrations of a workspace, in %s', { timeout: 120_000 }, (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('get a key that is shown once, works, and is revoked', async () => {
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
    const call = async () =>
      (
        await fetch(`${product.address}/api/v1/${ws}/applications?pageSize=10&currentPage=1`, {
          headers: { authorization: `Bearer ${key.trim()}` },
        })
      ).status;
    expect(await call()).toBe(200);
    await page.keyboard.press('Escape');
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
});
