import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enTexts from '../../shared/locales/en/workspaceUsage.ts';
import enUi from '../../shared/locales/en/ui.ts';
import enWorkspace from '../../shared/locales/en/workspace.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thWorkspace from '../../shared/locales/th/workspace.ts';
import thTexts from '../../shared/locales/th/workspaceUsage.ts';
import { buildPerson, buildWorkspace } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const UI = { th: thUi, en: enUi };
const WORKSPACE = { th: thWorkspace, en: enWorkspace };
const WORDS = { th: thTexts, en: enTexts };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

describe.each(['th', 'en'] as const)('usage of workspaces in the admin console, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('is reachable from the console, fits every width and is filtered to workspaces near a limit', async () => {
    const { id: ws } = await buildWorkspace(product, {
      name: 'สำนักงานใหญ่',
      tier: 'Basic',
      flags: { adminConsoleEnable: true },
    });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
    for (let count = 0; count < 7; count += 1) await buildPerson(product, { workspaceId: ws, role: 'Staff' });
    for (const [size, ownerKind] of [
      [5_300_000, 'export.document'],
      [820_000, 'personnel.photo'],
      [12_000, null],
    ] as const) {
      const id = randomUUIDv7();
      await product.owner
        .insertInto('files')
        .values({
          id,
          workspaceId: ws,
          name: 'file.pdf',
          type: 'application/pdf',
          size,
          sha256: 'a'.repeat(64),
          storageKey: id,
          ownerKind,
        })
        .execute();
    }
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins', { locale, ws }));
    await page.getByRole('link', { name: new RegExp(texts.title) }).click();
    const row = page.getByRole('row', { name: /สำนักงานใหญ่/ });
    await row.getByText(texts.state.near, { exact: true }).waitFor();
    await row.getByText(texts.of.replace('{{used}}', '8').replace('{{limit}}', '10'), { exact: true }).waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await settled(page);
      await picture(page, `workspace-usage-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page), `${look.width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByRole('button', { name: new RegExp(UI[locale].actionsFor.replace('{{name}}', '')) }).click();
    await page.getByRole('menuitem', { name: texts.details }).click();
    const dialog = page.getByRole('dialog', { name: texts.detailsTitle.replace('{{name}}', 'สำนักงานใหญ่') });
    await dialog.getByText(texts.kind.export.document, { exact: true }).waitFor();
    const fact = (name: string) => dialog.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
    expect(await fact(texts.modulesOn).textContent()).toContain(WORKSPACE[locale].flag.adminConsoleEnable);
    expect(await fact(texts.modulesOff).textContent()).toContain(WORKSPACE[locale].flag.dpiaEnabled);
    expect(await fact(texts.recipients).textContent()).toBe('5,000');
    await settled(page);
    await picture(page, `workspace-usage-details-${locale}`);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(address('/admins/usage?state=full', { locale, ws }));
    await page
      .getByText(locale === 'th' ? /ไม่พบ/ : /^No /)
      .first()
      .waitFor();
    await page.goto(address('/admins/usage?state=near', { locale, ws }));
    await row.getByText(texts.state.near, { exact: true }).waitFor();
  });
});
