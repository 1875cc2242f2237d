import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enTexts from '../../shared/locales/en/encryptionKey.ts';
import thTexts from '../../shared/locales/th/encryptionKey.ts';
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

describe.each(['th', 'en'] as const)('encryption keys in the admin console, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('are listed, and the key of a workspace is replaced while its page is open', async () => {
    const { id: ws } = await buildWorkspace(product, { name: 'สำนักงานใหญ่' });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins', { locale, ws }));
    await page.getByRole('link', { name: new RegExp(texts.title) }).click();
    await page.getByRole('heading', { name: texts.algorithm.title }).waitFor();
    await page
      .getByText(texts.installation.source.environment, { exact: false })
      .or(page.getByText(texts.installation.source.file, { exact: false }))
      .waitFor();
    const row = page.getByRole('row', { name: /สำนักงานใหญ่/ });
    await row.getByText(texts.state.current, { exact: true }).waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await settled(page);
      await picture(page, `encryption-keys-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page), `${look.width}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });

    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: texts.replace, exact: true }).click();
    await page.getByRole('dialog').getByText(texts.replaceBody).waitFor();
    await picture(page, `encryption-key-question-${locale}`);
    await page.getByRole('dialog').getByRole('button', { name: texts.replace, exact: true }).click();
    await row.getByRole('progressbar').waitFor();
    await row.getByText(texts.startedBy.replace('{{name}}', 'สมหญิง ใจดี')).waitFor();
    await picture(page, `encryption-key-replacing-${locale}`);
    // Nodes have their 15 seconds, then the job runs, without the minute after which it looks once more; the page is
    // updated automatically.
    await product.owner
      .updateTable('workspaceKeys')
      .set({ activeFrom: new Date(Date.now() - 120_000) })
      .where('workspaceId', '=', ws)
      .execute();
    await row.getByText(texts.state.current, { exact: true }).waitFor();
    expect(await row.getByRole('progressbar').count()).toBe(0);
    await row.getByText(locale === 'th' ? '1 ดอก' : '1 key', { exact: true }).waitFor();
  });
});
