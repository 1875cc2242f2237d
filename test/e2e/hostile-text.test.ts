import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import thCheck from '../../shared/locales/th/approvalCheck.ts';
import thApproval from '../../shared/locales/th/approvalLine.ts';
import thClock from '../../shared/locales/th/clock.ts';
import thNotification from '../../shared/locales/th/incidentNotification.ts';
import thReport from '../../shared/locales/th/incidentReport.ts';
import thShell from '../../shared/locales/th/shell.ts';
import thUi from '../../shared/locales/th/ui.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { frameFaults, settled } from './helpers/audit.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { buildApplication } from './helpers/records.ts';

/** Each executes, fetches, fills in, or changes the reading direction if it is interpreted as more than text. */
const SCRIPT = '<script>hacked=1</script>';
const PICTURE = '<img src=x onerror=hacked=1>';
const BRACES = '{{title}}$t(ui:save)';
const TYPST = '#panic()';
const TURN = '\u202e';
const STACK = `ก${'\u0e49'.repeat(200)}`;
/** Of a name or title: 300 characters at most. */
const LINE = `ร้าย${SCRIPT}${PICTURE}${BRACES}${TYPST}${TURN}${STACK}`;
const TEXT = `${LINE}\n<svg onload=hacked=1><a href="javascript:hacked=1">ลิงก์</a>\n=HYPERLINK("https://evil.example")\n${'ยาวไม่มีวรรค'.repeat(60)}\n${'w'.repeat(900)}`;
/** As it is stored: direction marks are removed on input. */
const PLAIN = LINE.replace(TURN, '');
const NAME = `${PICTURE}${BRACES}${TURN}${STACK.slice(0, 120)}`;
/** As it must be displayed on every screen. */
const VISITED = `${SCRIPT}${PICTURE}${BRACES}${TYPST}`;

let product: Product;
let ws: string;
let dpo: Person;
let staff: Person;
let incidentId: string;
let line: Awaited<ReturnType<typeof buildApprovalLine>>;
let publicForm: string;

beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  [dpo, staff] = [
    await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' }),
    await buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'สมศรี พบเหตุ' }),
  ];
  const controller = await buildDataController(product, ws);
  const application = await buildApplication(product, {
    workspaceId: ws,
    dataControllerId: controller.id,
    name: PLAIN.slice(0, 190),
  });
  const group = await product.owner
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('kind', '=', 'dataSubjectGroup')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const [mine, dpoCaller] = [await callerFor(product, staff), await callerFor(product, dpo)];
  const created = await mine.incident.create({
    ws,
    title: LINE,
    description: TEXT,
    affectedSystems: TEXT.slice(0, 1000),
    actionsTaken: TEXT,
    consequences: TEXT,
    occurredAt: at,
    discoveredAt: at,
    reporter: { firstName: NAME, lastName: NAME, phone: '0812345678', email: 'reporter@test.example' },
    applicationIds: [application.id],
    dataSubjectGroupIds: [group.id],
  });
  incidentId = created.id;
  await mine.incident.submit({ ws, id: incidentId });
  await dpoCaller.incident.accept({
    ws,
    id: incidentId,
    riskLevel: 'HIGH_RISK',
    riskDescription: TEXT,
    assigneeId: staff.personnelId,
  });
  await mine.incident.activities.add({ ws, id: incidentId, phase: 'CONTAINMENT', at, detail: TEXT });
  await dpoCaller.incidentNotification.create({
    ws,
    id: incidentId,
    recipientGroup: 'INTERESTED_PARTY',
    channel: 'OTHER',
    recipients: [{ name: NAME }],
    subject: LINE,
    message: TEXT,
    opinion: TEXT,
    notifiedAt: new Date().toISOString(),
    send: true,
  });
  const { publicUrl: _, ...settings } = await dpoCaller.incident.settings.get({ ws });
  publicForm = new URL((await dpoCaller.incident.settings.update({ ws, ...settings, publicForm: true })).publicUrl!)
    .hash;

  const { id: applicationId } = await buildApplication(product, {
    workspaceId: ws,
    dataControllerId: controller.id,
    name: PLAIN,
  });
  line = await buildApprovalLine(product, ws, {
    requesterId: staff.personnelId,
    approverIds: [dpo.personnelId, staff.personnelId],
    applicationId,
    applicationName: PLAIN,
    description: TEXT.replace(TURN, '').slice(0, 2000),
  });
  await dpoCaller.approvalLine.act({ ws, id: line.id, status: 'REWORKED', comment: TEXT.slice(0, 2000) });
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A narrow page that reports everything a text must not do. */
async function watched(as?: Person): Promise<{ page: Page; violations: string[] }> {
  const page = await product.open({ ...(as && { as }), width: 375 });
  const violations: string[] = [];
  page.on('dialog', (dialog) => {
    violations.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (
      /^https?:$/.test(url.protocol) &&
      (url.origin !== new URL(product.address).origin || url.pathname.endsWith('/x'))
    )
      violations.push(`request ${request.url()}`);
  });
  await page.addInitScript(() => {
    const misdone: string[] = [];
    Object.assign(window, { misdone });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      misdone.push(`policy ${violatedDirective} ${blockedURI}`),
    );
  });
  return { page, violations };
}

/** Waits until a page is visible, with the text if it contains it. */
async function drawn(page: Page, visible = true): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await settled(page);
  if (visible) await expect.poll(() => page.evaluate(() => document.body.innerText)).toContain(VISITED);
}

/** What the current page did, or displays wrongly. */
async function faults(page: Page, name: string, visible = true): Promise<string[]> {
  await picture(page, `hostile-${name}`);
  const found = await page.evaluate(
    ({ text, expected }) => {
      const out = [...(window as unknown as { misdone: string[] }).misdone];
      if ('hacked' in window) out.push('ran');
      for (const one of document.querySelectorAll(
        'img[src="x"], svg[onload], a[href^="javascript:"], script:not([src])',
      ))
        out.push(`element ${one.outerHTML.slice(0, 80)}`);
      const pageText = document.body.innerText;
      if (expected && !pageText.includes(text)) out.push('the text is not to be read as it was written');
      if (/[\u202a-\u202e\u2066-\u2069]/.test(pageText)) out.push('the reading is turned');
      return out;
    },
    { text: VISITED, expected: visible },
  );
  return [...found, ...(await frameFaults(page, 'th'))].map((fault) => `${name}: ${fault}`);
}

test('no text is executed, fetches anything or breaks the markup on the screens of incidents', async () => {
  const { page, violations } = await watched(dpo);
  const wrong: string[] = [];
  const visit = async (name: string, to: string, visible = true) => {
    await page.goto(address(to, { ws }));
    await drawn(page, visible);
    wrong.push(...(await faults(page, name, visible)));
  };
  const detail = `/data-breach/incident-management/${incidentId}`;
  await visit('list', '/data-breach/incident-management');
  // The bell's list of what happened, and its open clocks.
  await page.getByRole('button', { name: new RegExp(`^${thShell.bell.label}`) }).click();
  await page.getByRole('region', { name: thClock.bell.title }).getByText(VISITED).first().waitFor();
  wrong.push(...(await faults(page, 'bell')));
  await page.keyboard.press('Escape');
  for (const tab of ['overview', 'response', 'decision', 'history'])
    await visit(`detail ${tab}`, `${detail}?tab=${tab}`);
  await visit('edit', `${detail}?edit=1`);
  await visit('dashboard', '/data-breach/dashboard');
  await visit('notifications', '/data-breach/incident-notification');
  await visit('notification', `/data-breach/incident-notification/${incidentId}?tab=subject`);
  // Pre-filled from the incident, and displayed as the mail will be.
  await page.getByRole('button', { name: thNotification.editor.new, exact: true }).click();
  await page.getByRole('button', { name: thNotification.fill.th, exact: true }).click();
  await expect.poll(() => page.locator('textarea[name=message]').inputValue()).not.toBe('');
  await page.locator('textarea[name=message]').fill(TEXT.replace(TURN, ''));
  await page.locator('[data-preview]').getByText(VISITED).first().waitFor();
  wrong.push(...(await faults(page, 'editor')));
  expect(wrong).toEqual([]);
  expect(violations).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('nor in the public form and its results', async () => {
  const form = await watched();
  const { page } = form;
  await page.goto(address(`/report-incident${publicForm}`));
  await page.getByRole('heading', { level: 1, name: thReport.title }).waitFor();
  const title = `คนนอก${LINE}`.slice(0, 300);
  const values = {
    title,
    description: TEXT,
    affectedSystems: TEXT.replaceAll('\n', ' ').slice(0, 1000),
    actionsTaken: TEXT,
    'reporter.firstName': NAME,
    'reporter.lastName': NAME,
    'reporter.phone': '0898765432',
    'reporter.email': 'outsider@example.com',
  };
  for (const [name, value] of Object.entries(values)) await page.locator(`form [name="${name}"]`).fill(value);
  const day = page.locator('input[name=discoveredAt]');
  await day.fill('20/11/2569');
  await day.press('Tab');
  const time = page.getByLabel(thUi.date.time, { exact: true }).first();
  await time.fill('09:30');
  await time.press('Tab');
  await page.getByRole('button', { name: thReport.form.sameTime }).click();
  const wrong = await faults(page, 'public form', false);
  await page.getByRole('button', { name: thReport.form.send }).click();
  await page.getByRole('heading', { level: 1, name: thReport.done.title }).waitFor();
  wrong.push(...(await faults(page, 'public thanks', false)));

  const officer = await watched(dpo);
  const { id } = await product.owner
    .selectFrom('incidents')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('reporterId', 'is', null)
    .executeTakeFirstOrThrow();
  await officer.page.goto(address(`/data-breach/incident-management/${id}`, { ws }));
  await drawn(officer.page);
  wrong.push(...(await faults(officer.page, 'public report')));
  expect(wrong).toEqual([]);
  expect([...form.violations, ...officer.violations]).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('nor on those of approval lines, including the open verification page', async () => {
  const { page, violations } = await watched(staff);
  const wrong: string[] = [];
  await page.goto(address('/approval-line', { ws }));
  await drawn(page);
  wrong.push(...(await faults(page, 'lines')));
  await page.goto(address(`/approval-line/${line.id}`, { ws }));
  await drawn(page);
  // The description, and why it was sent back.
  await page.getByText('=HYPERLINK').nth(1).waitFor();
  wrong.push(...(await faults(page, 'line')));
  await page.getByRole('button', { name: thApproval.manage.resubmit }).click();
  await page.getByRole('dialog', { name: thApproval.manage.resubmitTitle }).waitFor();
  wrong.push(...(await faults(page, 'hand in again')));
  const open = await watched();
  await open.page.goto(`/approval-check#code=${line.checkCode}`);
  await open.page.getByText(line.sha256).waitFor();
  expect(await open.page.getByText(thCheck.line).count()).toBeGreaterThan(0);
  wrong.push(...(await faults(open.page, 'check')));
  expect(wrong).toEqual([]);
  expect([...violations, ...open.violations]).toEqual([]);
  expect(product.complaints).toEqual([]);
});
