import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import type { Locale } from '../../shared/locale.ts';
import enTexts from '../../shared/locales/en/dpiaDashboard.ts';
import enUi from '../../shared/locales/en/ui.ts';
import thTexts from '../../shared/locales/th/dpiaDashboard.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { testsByTurns } from '../languages.ts';
import { faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: { texts: thTexts, ui: thUi }, en: { texts: enTexts, ui: enUi } };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

const NAMES = ['ตรวจพันธุกรรม', 'กล้องห้องผ่าตัด', 'จดหมายข่าว'] as const;

/** Three assessments, two of them in one cell of the map, and an overdue plan of a fourth. */
async function buildRisks() {
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  const dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  const top = await buildPerson(product, { workspaceId: ws, role: 'Top Management', name: 'สมศักดิ์ ผู้บริหาร' });
  const { id: applicationId } = await buildApplication(product, ws, { name: 'ระบบห้องปฏิบัติการ' });
  const { dpia } = await callerFor(product, dpo);
  const residual = [
    { likelihood: 3, impact: 5 },
    { likelihood: 3, impact: 5 },
    { likelihood: 1, impact: 2 },
  ];
  for (const [place, name] of NAMES.entries()) {
    const criteria = [
      { code: 'SENSITIVE_DATA' as const, note: '' },
      { code: 'LARGE_SCALE' as const, note: '' },
    ];
    const created = await dpia.create({ ws, applicationId, name, reason: 'ข้อมูลสุขภาพ', criteria });
    const { id, rowVersion, draft } = await dpia.start({ ws, id: created.id });
    const leak = worstCase.parse({
      id: `0d91a000-0009-4000-8000-00000000000${place}`,
      title: { th: `ข้อมูล${name}รั่ว`, en: `Leak ${place + 1}` },
      initial: { likelihood: 5, impact: 5 },
      residual: residual[place],
    });
    await dpia.update({ ws, id, rowVersion, ...dpiaDraft.parse({ ...draft, worstCases: [leak] }) });
  }
  await buildPublishedDpia(product, {
    ws,
    applicationId,
    plans: [{ title: 'เข้ารหัสฐานข้อมูล', responsibleId: dpo.personnelId, expectedOn: '2026-01-15' }],
  });
  return { dpo, top };
}

async function open(as: Person, locale: Locale): Promise<Page> {
  const page = await product.open({ as, locale, width: 1280 });
  await page.goto(address('/dpo-tools/dpia/dashboard', { locale, ws: as.workspaceId }));
  await settled(page);
  return page;
}

describe.each(['th', 'en'] as const)('the risk dashboard, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, ui } = WORDS[locale];

  it('links from a cell of the map to its assessments, and names overdue plans', async () => {
    const { dpo } = await buildRisks();
    const page = await open(dpo, locale);
    await page.getByText('เข้ารหัสฐานข้อมูล').first().waitFor();
    const cell = page.locator('[data-cell="5.3.5"]');
    expect(await cell.innerText()).toContain('2');
    await picture(page, `dpia-dashboard-${locale}`);

    await page.getByRole('button', { name: `${ui.asTable}: ${texts.map.title}` }).click();
    const place = texts.map.place.replace('{{likelihood}}', '3').replace('{{impact}}', '5');
    const cells = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: place, exact: true }) });
    expect(await cells.getByRole('cell').allInnerTexts()).toEqual([expect.any(String), '0', '2']);
    await page.getByRole('button', { name: `${ui.asChart}: ${texts.map.title}` }).click();

    await cell.getByRole('link').click();
    await page.getByRole('link', { name: NAMES[0] }).first().waitFor();
    await page.getByRole('link', { name: NAMES[1] }).first().waitFor();
    // The unfiltered list may be displayed for a moment.
    await expect.poll(() => page.getByRole('link', { name: NAMES[2] }).count()).toBe(0);
  });

  it('displays the figures to Top Management without links to what it may not open, and has no fault in any layout', async () => {
    const { top } = await buildRisks();
    const page = await open(top, locale);
    await page
      .getByText(`ข้อมูล${NAMES[0]}รั่ว`)
      .or(page.getByText('Leak 1', { exact: true }))
      .first()
      .waitFor();
    expect(await page.locator('[data-cell] a').count()).toBe(0);
    for (const look of looksIn(locale)) {
      await wear(page, look);
      expect(await faultsOf(page), JSON.stringify(look)).toEqual([]);
    }
  });
});
