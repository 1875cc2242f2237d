import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import en from '../../shared/locales/en/approvalLine.ts';
import th from '../../shared/locales/th/approvalLine.ts';
import ui from '../../shared/locales/th/ui.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { type BuiltApprovalLine, buildApprovalLine } from '../helpers/approvals.ts';
import { faultsOf, frameFaults, settled, wear } from './helpers/audit.ts';
import { address, type Product, startProduct, type Visit } from './helpers/product.ts';

let product: Product;
let ws: string;
let requester: Person;
let head: Person;
let chief: Person;
let dpo: Person;
const NAMES = { requester: 'มานะ ตั้งใจ', head: 'กานดา ศรีสุข', chief: 'วิชัย ผู้บริหาร', dpo: 'อรุณ คุ้มครอง' };

beforeAll(async () => {
  product = await startProduct();
});
// For each try: its retry would fail on what a failed one leaves behind.
beforeEach(async () => {
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลตัวอย่าง' })).id;
  requester = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: NAMES.requester });
  head = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: NAMES.head });
  chief = await buildPerson(product, { workspaceId: ws, role: 'Top Management', name: NAMES.chief });
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: NAMES.dpo });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

async function open(as: Person, to: string, visit: Visit = {}): Promise<Page> {
  const page = await product.open({ ...visit, as });
  await page.goto(address(to, { ws, locale: visit.locale ?? 'th' }));
  await settled(page);
  return page;
}
const line = (overrides: Partial<Parameters<typeof buildApprovalLine>[2]> = {}) =>
  buildApprovalLine(product, ws, {
    requesterId: requester.personnelId,
    approverIds: [head, dpo, chief].map(({ personnelId }) => personnelId),
    ...overrides,
  });
const detail = (id: string) => `/approval-line/${id}`;
const decide = (page: Page) => page.locator('section[data-your-turn]');
/** Approving asks for confirmation. */
const confirmApproval = (page: Page) =>
  page
    .getByRole('dialog', { name: th.act.approveTitle })
    .getByRole('button', { name: th.act.approve, exact: true })
    .click();
const viewed = (page: Page) => page.waitForResponse((answer) => answer.url().includes('view=1'));
/** The folder for screenshots of this file, for manual review. */
const pictures = process.env.PICTURES;
const picture = async (page: Page, name: string) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png` });
};

/** Turns the document of a line into an HTML page, like the export in that format. */
async function asHtml({ fileId }: BuiltApprovalLine, html: string): Promise<void> {
  const bytes = Buffer.from(html);
  const { storageKey } = await product.owner
    .selectFrom('files')
    .select('storageKey')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  await product.deps.files.put(storageKey, bytes, { size: bytes.length, type: 'text/html; charset=utf-8' });
  await product.owner
    .updateTable('files')
    .set({ type: 'text/html; charset=utf-8', name: 'RoPA.html', size: bytes.length })
    .where('id', '=', fileId)
    .execute();
}

describe('the document of a line', () => {
  it('is displayed beside the decision; an approver who has not opened it is warned, but not blocked', async () => {
    const built = await line({ applicationName: 'ระบบทันตกรรม' });
    const page = await open(head, detail(built.id), { pdf: true });
    const other = await open(head, detail(built.id));
    await decide(page).getByText(th.document.notOpened).waitFor();
    expect(await decide(page).getByRole('button', { name: th.act.approve, exact: true }).isEnabled()).toBe(true);
    await picture(page, 'detail');
    const [answer] = await Promise.all([
      viewed(page),
      page.getByRole('button', { name: th.document.read, exact: true }).click(),
    ]);
    expect([
      answer.status(),
      answer.headers()['content-disposition']?.split(';')[0],
      answer.headers()['content-type'],
    ]).toEqual([200, 'inline', 'application/pdf']);
    const panel = page.getByRole('dialog', { name: 'RoPA.pdf' });
    // Chromium's own PDF viewer is in the frame.
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
    if (pictures) await page.waitForTimeout(5000);
    await picture(page, 'read');
    expect(await faultsOf(page)).toEqual([]);
    await panel.getByRole('button', { name: ui.close, exact: true }).click();
    await panel.waitFor({ state: 'detached' });
    expect(await page.getByText(th.document.notOpened).count()).toBe(0);
    // It is only stored in this browser.
    await page.reload();
    await decide(page).waitFor();
    expect(await page.getByText(th.document.notOpened).count()).toBe(0);
    await decide(other).getByText(th.document.notOpened).waitFor();
    await decide(other).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(other);
    await decide(other).waitFor({ state: 'detached' });
    expect(product.complaints).toEqual([]);
  });

  it('is displayed as an HTML page in a sandbox, at 375 px too, and from the list; a PDF opens on its own page', async () => {
    const built = await line({ applicationName: 'ระบบรังสีวิทยา' });
    const asPdf = await line({ applicationName: 'ระบบเอกซเรย์' });
    await asHtml(
      built,
      '<!doctype html><title>RoPA</title><style>p { color: rgb(1, 2, 3) }</style><p>ทะเบียนกิจกรรม</p><script>document.querySelector("p").textContent = "ran"; parent.document.title = "ran"</script>',
    );
    const page = await open(head, '/approval-line?view=waiting', { width: 375, pdf: true });
    const card = page.getByRole('listitem').filter({ hasText: 'ระบบรังสีวิทยา' });
    await card.getByRole('button', { name: th.act.decide, exact: true }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByText(th.document.notOpened) });
    await dialog.waitFor();
    const [answer] = await Promise.all([
      viewed(page),
      dialog.getByRole('button', { name: th.document.read, exact: true }).click(),
    ]);
    expect(answer.headers()['content-security-policy']).toMatch(/^sandbox/);
    const text = page.frameLocator('iframe').locator('p');
    await text.getByText('ทะเบียนกิจกรรม').waitFor();
    expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    expect(await page.title()).not.toBe('ran');
    expect(await frameFaults(page, 'th')).toEqual([]);
    await picture(page, 'read-375');
    await page.getByRole('dialog', { name: 'RoPA.html' }).getByRole('button', { name: ui.close, exact: true }).click();
    await page.getByText(th.document.notOpened).waitFor({ state: 'detached' });
    // The script was blocked: the only message in the console.
    expect(product.complaints.filter((one) => !/script|sandbox/i.test(one))).toEqual([]);

    await page.goto(address(detail(asPdf.id), { ws }));
    await settled(page);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: th.document.read, exact: true }).click(),
    ]);
    await expect.poll(() => tab.url()).toContain(`${asPdf.fileId}?workspace=${ws}&view=1`);
    expect(await page.getByText(th.document.notOpened).count()).toBe(0);
  });

  it('links to the changes since the approved version, for readers of the record', async () => {
    const before = await line({ applicationName: 'ระบบโภชนาการ', status: 'APPROVED' });
    await product.owner
      .updateTable('applications')
      .set({ publishedVersion: 2 })
      .where('id', '=', before.applicationId)
      .execute();
    const now = await line({
      applicationId: before.applicationId,
      applicationName: 'ระบบโภชนาการ',
      status: 'PENDING',
      approved: 2,
    });
    const [reads, decides] = await Promise.all([open(dpo, detail(now.id)), open(chief, detail(now.id))]);
    const since = th.document.sinceApproved.replace('{{number}}', '1');
    const href = await reads.getByRole('link', { name: since }).getAttribute('href');
    expect(href).toContain(`/business-function/application/${before.applicationId}?tab=versions&from=1&to=2`);
    await decide(decides).waitFor();
    expect(await decides.getByRole('link', { name: since }).count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });
});

describe('a Top Management user who is asked', () => {
  it('finds what is pending, reads it, gets document and evidence, and approves', async () => {
    const built = await line({ applicationName: 'ระบบงบประมาณ', status: 'PENDING', approved: 2 });
    const page = await open(chief, '/dashboard', { pdf: true });
    // Nothing is requested until the dropdown is opened.
    let requests = 0;
    page.on('request', (request) => void (requests += request.url().includes('approvalLine.list') ? 1 : 0));
    await page.waitForLoadState('networkidle');
    expect(requests).toBe(0);
    await page.getByRole('button', { name: new RegExp(chief.email) }).click();
    const waiting = await product.owner
      .selectFrom('approvalSteps')
      .select('lineId')
      .where('approverId', '=', chief.personnelId)
      .where('status', '=', 'CURRENT')
      .execute();
    const entry = page.getByRole('menuitem', {
      name: `${th.title} ${th.waitingCount.replace('{{number}}', String(waiting.length))}`,
    });
    await entry.waitFor();
    await picture(page, 'dropdown');
    await entry.click();
    await page.getByRole('link', { name: 'ระบบงบประมาณ' }).click();
    await decide(page).waitFor();
    const [answer] = await Promise.all([
      viewed(page),
      page.getByRole('button', { name: th.document.read, exact: true }).click(),
    ]);
    expect(answer.status()).toBe(200);
    await page.getByRole('dialog').getByRole('button', { name: ui.close, exact: true }).click();
    const [document] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: th.document.download, exact: true }).click(),
    ]);
    expect(document.suggestedFilename()).toBe('RoPA.pdf');
    const [evidence] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: th.evidence.report }).click(),
    ]);
    expect(evidence.suggestedFilename()).toMatch(/\.pdf$/);
    await decide(page).getByRole('button', { name: th.act.approve, exact: true }).click();
    await confirmApproval(page);
    await page.getByText(th.status.APPROVED, { exact: true }).first().waitFor();
    // The page displays it before the server has responded.
    await expect
      .poll(
        async () =>
          (
            await product.owner
              .selectFrom('approvalLines')
              .select('status')
              .where('id', '=', built.id)
              .executeTakeFirstOrThrow()
          ).status,
      )
      .toBe('APPROVED');
    expect(product.complaints).toEqual([]);
  });
});

describe('the list', () => {
  it.each(['th', 'en'] as const)(
    'displays when it was requested, is sorted by the displayed values, and names who is asked, in %s',
    async (locale) => {
      const words = locale === 'th' ? th : en;
      const name = `ระบบคลินิก ${locale}`;
      await line({ applicationName: name, status: 'PENDING' });
      const page = await open(dpo, `/approval-line?query=${encodeURIComponent(name)}`, { locale });
      // With space for every column.
      await page.setViewportSize({ width: 1920, height: 900 });
      const row = page.getByRole('row').filter({ hasText: name });
      await row.waitFor();
      await page.getByRole('columnheader', { name: words.column.requestedAt }).waitFor();
      expect(await page.locator('th[aria-sort=descending]').count()).toBe(1);
      await row.getByRole('button', { name: words.act.decide, exact: true }).waitFor();
      expect(await row.getByRole('button', { name: words.act.approve, exact: true }).count()).toBe(0);
      // By keyboard: who is asked, in order, and the state of each.
      await row.getByText('1/3').locator('xpath=ancestor::*[@tabindex="0"][1]').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      const text = await page.getByRole('tooltip').filter({ hasText: NAMES.head }).innerText();
      expect(
        text
          .split('\n')
          .map((one) => one.trim())
          .filter(Boolean),
      ).toEqual(
        [NAMES.head, NAMES.dpo, NAMES.chief].map(
          (person, index) =>
            `${index + 1}. ${person}: ${words.step[(['APPROVED', 'CURRENT', 'WAITING'] as const)[index]!]}`,
        ),
      );
      await picture(page, `list-${locale}`);
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      for (const look of [
        { dark: false, width: 375 },
        { dark: true, width: 1280 },
      ]) {
        await wear(page, look);
        if (look.width === 375) {
          const card = page.getByRole('listitem').filter({ hasText: name }).first();
          await card.getByText(`2. ${NAMES.dpo}`).waitFor();
          await picture(page, `list-375-${locale}`);
        }
        expect([...(await frameFaults(page, locale)), ...(await faultsOf(page))]).toEqual([]);
      }
      expect(product.complaints).toEqual([]);
    },
  );

  it("uses the same word for the action in a row's menu", async () => {
    await line({ applicationName: 'ระบบพยาธิวิทยา' });
    const page = await open(head, `/approval-line?query=${encodeURIComponent('ระบบพยาธิวิทยา')}`);
    await page.getByRole('button', { name: ui.actionsFor.replace('{{name}}', 'ระบบพยาธิวิทยา') }).click();
    await page.getByRole('menuitem', { name: th.act.decide, exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: th.act.approve, exact: true }).count()).toBe(0);
  });
});
