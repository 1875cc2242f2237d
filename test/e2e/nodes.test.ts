import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { signingKey } from '../../server/platform/crypto/signingKeys.ts';
import enJob from '../../shared/locales/en/job.ts';
import enKey from '../../shared/locales/en/encryptionKey.ts';
import thJob from '../../shared/locales/th/job.ts';
import thKey from '../../shared/locales/th/encryptionKey.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: { job: thJob.nodes, key: thKey.installation }, en: { job: enJob.nodes, key: enKey.installation } };

let product: Product;
let admin: Person;
beforeAll(async () => {
  // Nodes are displayed if there is one organisation.
  product = await startProduct({});
  const { id } = await buildWorkspace(product, { name: 'สำนักงานใหญ่' });
  admin = await buildPerson(product, { workspaceId: id, role: 'Admin', name: 'สมหญิง ใจดี' });
  await signingKey(product.deps);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

describe.each(['th', 'en'] as const)('an installation of one organisation, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { job, key } = WORDS[locale];

  async function looksWell(page: Awaited<ReturnType<Product['open']>>, name: string) {
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await settled(page);
      await picture(page, `${name}-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page), `${look.width}`).toEqual([]);
    }
    await wear(page, { width: 1280, dark: false });
  }

  it('displays its nodes beside the jobs', async () => {
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins/jobs', { locale, ws: admin.workspaceId }));
    const table = page.getByRole('region', { name: job.title });
    const node = table.getByRole('row', { name: new RegExp(String(process.pid)) });
    await node.getByText(job.running, { exact: true }).waitFor();
    await node.getByText(job.hasKey, { exact: true }).waitFor();
    await looksWell(page, 'nodes');
    expect(product.complaints).toEqual([]);
  });

  it('an Admin replaces its signing key, and sees where the master key is from', async () => {
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins/keys', { locale, ws: admin.workspaceId }));
    await page.getByText(key.masterHow).waitFor();
    await page.getByText(key.noNext).waitFor();
    await looksWell(page, 'signing-key');
    const before = await signingKey(product.deps);
    await page.getByRole('button', { name: key.replaceSigning, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: key.replaceSigningTitle });
    await dialog.getByText(key.replaceSigningBody).waitFor();
    await dialog.getByRole('button', { name: key.replaceSigning, exact: true }).click();
    await page.getByText(key.signingReplaced).first().waitFor();
    const after = await signingKey(product.deps);
    expect(after.id).not.toBe(before.id);
    await page.getByRole('row').filter({ hasText: after.id }).getByText(key.inUse, { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: before.id }).waitFor();
    expect(product.complaints).toEqual([]);
  });
});
