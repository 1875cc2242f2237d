import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import enTexts from '../../shared/locales/en/dpiaCnil.ts';
import enList from '../../shared/locales/en/dpiaList.ts';
import thTexts from '../../shared/locales/th/dpiaCnil.ts';
import thList from '../../shared/locales/th/dpiaList.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { testsByTurns } from '../languages.ts';
import { faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = {
  th: { texts: thTexts, list: thList },
  en: { texts: enTexts, list: enList },
};
const APPLICATION = 'ระบบตรวจการนอน';
const FILE = {
  pia: { name: 'Sleep monitor', dpo_opinion: 'Fine with the plans', house_number: 3 },
  answers: [
    { reference_to: 111, data: { text: '<p>A monitor</p>', gauge: null, list: [] } },
    { reference_to: 999, data: { text: 'No such question' } },
  ],
  measures: [],
  evaluations: [],
  comments: [{ reference_to: 111, description: 'To be looked at' }],
};

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function buildClinic() {
  const ws = (await buildWorkspace(product, { name: 'คลินิกร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  await buildApplication(product, ws, { name: APPLICATION });
  return { ws, dpo };
}

async function open(as: Person, to: string, locale: Locale): Promise<Page> {
  const page = await product.open({ as, locale, width: 1280 });
  await page.goto(address(to, { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

const json = (content: string) => ({
  name: 'sleep.json',
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});

describe.each(['th', 'en'] as const)('files of the CNIL, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, list } = WORDS[locale];
  const parts = (text: 'left' | 'placed', count: number) => {
    const of = texts.import as Record<string, string>;
    return (of[`${text}_${count === 1 ? 'one' : 'other'}`] ?? of[`${text}_other`]!).replace('{{number}}', `${count}`);
  };

  async function openImport(page: Page) {
    await page.getByRole('button', { name: list.importCnil }).click();
    const dialog = page.getByRole('dialog', { name: texts.import.title });
    await dialog.getByRole('combobox', { name: texts.import.application }).click();
    await page.getByRole('option', { name: APPLICATION }).click();
    return dialog;
  }

  it('are imported after a preview; content without a field becomes an annex, and the assessment is exported again', async () => {
    const { ws, dpo } = await buildClinic();
    const page = await open(dpo, '/dpo-tools/dpia', locale);
    const dialog = await openImport(page);
    await dialog.getByRole('button', { name: texts.import.submit }).click();
    await dialog.getByText(texts.import.fileMissing).waitFor();
    await dialog.locator('input[type=file]').setInputFiles(json('{"pia":'));
    await dialog.getByText(texts.problem.json).waitFor();
    await dialog.locator('input[type=file]').setInputFiles(json(JSON.stringify(FILE)));
    await dialog.getByText(parts('left', 3)).waitFor();
    await dialog.getByText(parts('placed', 3)).waitFor();
    await dialog.getByText('answers 999').waitFor();
    await dialog.getByText(texts.why.noPlace).first().waitFor();
    await dialog.getByRole('button', { name: texts.import.submit }).click();
    await page.waitForURL(/\/dpo-tools\/dpia\/[0-9a-f-]{36}/);
    const id = /dpia\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    const { dpia } = await callerFor(product, dpo);
    const imported = await dpia.get({ ws, id });
    expect(imported).toMatchObject({
      name: 'Sleep monitor',
      draft: { description: { th: 'A monitor' }, dpoOpinion: { th: 'Fine with the plans' } },
    });

    await page.goto(address(`/dpo-tools/dpia/${id}?tab=report`, { locale, ws }));
    await settled(page);
    const downloaded = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    expect(JSON.parse(await downloaded(imported.annexes[0]!.name))).toMatchObject({ comments: FILE.comments });
    const exported = await downloaded(texts.download);
    expect(JSON.parse(exported)).toMatchObject({ pia: { name: 'Sleep monitor', dpo_opinion: 'Fine with the plans' } });
    expect((await dpia.cnilPreview({ ws, applicationId: imported.application.id, file: exported })).own).toBe(true);

    // A file of our own: as it is, and with a comment, for which an assessment has no place.
    await page.goto(address('/dpo-tools/dpia', { locale, ws }));
    await settled(page);
    const again = await openImport(page);
    const ownFile = again.locator('input[type=file]');
    await ownFile.setInputFiles(json(exported));
    await again.getByText(texts.import.own, { exact: true }).waitFor();
    await ownFile.setInputFiles(json(JSON.stringify({ ...JSON.parse(exported), comments: FILE.comments })));
    await again.getByText(texts.import.ownInPart, { exact: true }).waitFor();
    expect(await again.getByText(texts.import.own, { exact: true }).count()).toBe(0);
  });

  it('are previewed without faults in every layout', async () => {
    const { dpo } = await buildClinic();
    const page = await open(dpo, '/dpo-tools/dpia', locale);
    const dialog = await openImport(page);
    await dialog.locator('input[type=file]').setInputFiles(json(JSON.stringify(FILE)));
    await dialog.getByText(parts('left', 3)).waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      expect(await faultsOf(page), JSON.stringify(look)).toEqual([]);
    }
  });
});
