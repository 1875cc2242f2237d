import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import approval from '../../shared/locales/th/approvalLine.ts';
import consent from '../../shared/locales/th/consent.ts';
import mapping from '../../shared/locales/th/dataMapping.ts';
import sharing from '../../shared/locales/th/dataSharing.ts';
import incident from '../../shared/locales/th/incident.ts';
import notification from '../../shared/locales/th/incidentNotification.ts';
import organization from '../../shared/locales/th/organization.ts';
import pii from '../../shared/locales/th/piiCategory.ts';
import purpose from '../../shared/locales/th/purposeScreen.ts';
import shell from '../../shared/locales/th/shell.ts';
import ui from '../../shared/locales/th/ui.ts';
import workspace from '../../shared/locales/th/workspace.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { buildActivity, buildIncident } from '../helpers/incidents.ts';
import { completePurpose } from '../helpers/record.ts';
import { settled } from './helpers/audit.ts';
import { fill } from './helpers/fill.ts';
import { navigate } from './helpers/pages.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { enterWrong, rawKeys, walkForm } from './helpers/rawKeys.ts';

const TYPED = 'พิมพ์ไว้แต่ยังไม่ได้บันทึก';

let product: Product;
let ws: string;
let admin: Person;
let dpo: Person;
let colleague: Person;
const paths: Record<string, string> = {};

const incidentPath = (id: string, tab = '') => `/data-breach/incident-management/${id}${tab}`;
beforeAll(async () => {
  product = await startProduct();
  ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  admin = await buildPerson(product, { workspaceId: ws, name: 'อนันต์ ดูแลระบบ' });
  dpo = await buildPerson(product, { workspaceId: ws, role: 'DPO', name: 'สมปอง คุ้มครอง' });
  colleague = await buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'สมหมาย ดูแล' });
  const controller = await buildDataController(product, ws, { nameTh: 'บริษัทร่มเย็น' });
  const api = await callerFor(product, dpo);
  const created = await api.purpose.create({
    ws,
    ...(await completePurpose(product, ws)),
    title: { th: 'รักษา', en: '' },
  });
  const application = await api.application.create({
    ws,
    name: 'ทะเบียนผู้ป่วย',
    description: 'ทะเบียนที่ใช้ทดสอบ',
    dataControllerId: controller.id,
    purposeIds: [created.id],
  });
  paths.mapping = `/business-function/application/${application.id}?tab=data-mapping`;
  const by = { assigneeId: dpo.personnelId };
  const build = async (status: 'PENDING' | 'ACTIVE' | 'RESPONDED' | 'RESOLVED') =>
    (await buildIncident(product, ws, { status, ...by })).id;
  paths.pending = incidentPath(await build('PENDING'));
  const active = await build('ACTIVE');
  await buildActivity(product, ws, active, { detail: 'ปิดระบบ', by: dpo.personnelId });
  paths.active = incidentPath(active);
  paths.response = incidentPath(active, '?tab=response');
  paths.responded = incidentPath(await build('RESPONDED'));
  paths.resolved = incidentPath(await build('RESOLVED'));
  paths.notification = `/data-breach/incident-notification/${active}?tab=subject`;
  const lineOf = async (status: 'NEW' | 'REWORKED', requester: Person, approver: Person) =>
    (
      await buildApprovalLine(product, ws, {
        requesterId: requester.personnelId,
        approverIds: [approver.personnelId],
        status,
      })
    ).id;
  paths.line = `/approval-line/${await lineOf('NEW', dpo, colleague)}`;
  paths.reworked = `/approval-line/${await lineOf('REWORKED', dpo, colleague)}`;
  paths.toDecide = `/approval-line/${await lineOf('NEW', colleague, dpo)}`;
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

interface FormDialog {
  name: string;
  /** The file of its form; undefined if it has no separate one. */
  form?: string;
  as?: () => Person;
  path: () => string;
  open: (page: Page) => Promise<void>;
  /** A text field. */
  field: (dialog: Locator) => Locator;
  /** If the form must not store anything in the browser, because it names data subjects. */
  withoutDraft?: true;
  /** The text typed, if a field only accepts valid input. */
  text?: string;
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const rowAct =
  (row: string, item: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: fill(ui.actionsFor, { name: row }) }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
const named = (name: string) => (dialog: Locator) => dialog.locator(`[name="${name}"]`);
const at = (key: string) => () => paths[key] as string;
const path = (to: string) => () => to;
const asAdmin = () => admin;

const DIALOGS: FormDialog[] = [
  {
    name: 'an invitation',
    form: 'modules/personnel/PersonnelForm',
    as: asAdmin,
    path: path('/organization/personnel'),
    open: press(organization.personnel.invite),
    field: named('position'),
  },
  {
    name: 'a colleague of another workspace',
    form: 'modules/personnel/PersonnelForm',
    as: asAdmin,
    path: path('/organization/personnel'),
    open: press(organization.personnel.addExisting),
    field: named('email'),
    text: 'somjai@example.com',
  },
  {
    name: 'a person',
    form: 'modules/personnel/PersonnelForm',
    as: asAdmin,
    path: path('/organization/personnel'),
    open: rowAct('สมหมาย ดูแล', organization.edit),
    field: named('position'),
  },
  {
    name: 'a suspension',
    form: 'modules/personnel/EndAccess',
    as: asAdmin,
    path: path('/organization/personnel'),
    open: rowAct('สมหมาย ดูแล', organization.personnel.suspend),
    field: named('reason'),
  },
  {
    name: 'a new data controller',
    form: 'modules/dataController/DataControllerForm',
    path: path('/organization/data-controller'),
    open: press(organization.dataController.add),
    field: named('contactPerson'),
  },
  {
    name: 'a data controller',
    form: 'modules/dataController/DataControllerForm',
    path: path('/organization/data-controller'),
    open: press('บริษัทร่มเย็น'),
    field: named('contactPerson'),
  },
  {
    name: 'a new workspace',
    form: 'modules/workspace/WorkspaceForm',
    as: asAdmin,
    path: path('/workspaces'),
    open: press(workspace.add),
    field: named('name'),
  },
  {
    name: 'a workspace',
    form: 'modules/workspace/WorkspaceForm',
    as: asAdmin,
    path: path('/workspaces'),
    open: press('โรงพยาบาลร่มเย็น'),
    field: named('name'),
  },
  {
    name: 'a new PII category',
    form: 'modules/piiCategory/PiiCategoryDialog',
    path: path('/pii-inventory/pii-category'),
    open: press(pii.add),
    field: named('name.th'),
  },
  {
    name: 'a purpose category beside a purpose',
    form: 'modules/purpose/fields/CategoryField',
    path: path('/business-function/purpose/new'),
    open: press(purpose.category.add),
    field: named('name.th'),
  },
  {
    name: 'a new consent form',
    form: 'modules/consent/NewConsent',
    path: path('/consent'),
    open: press(consent.add),
    field: named('name'),
  },
  {
    name: 'a country’s protection',
    form: 'modules/dataSharing/AssessDialog',
    path: path('/pii-inventory/data-sharing'),
    open: press(sharing.countries.add),
    field: named('note'),
  },
  {
    name: 'a line of a mapping',
    form: 'modules/dataMapping/LineDialog',
    path: at('mapping'),
    open: press(mapping.addLine),
    field: named('note'),
  },
  {
    name: 'a rejection',
    form: 'modules/incident/MoveDialogs',
    path: at('pending'),
    open: press(incident.action.reject),
    field: named('reason'),
  },
  {
    name: 'a resolution',
    form: 'modules/incident/MoveDialogs',
    path: at('active'),
    open: press(incident.action.resolve),
    field: named('resolution'),
  },
  {
    name: 'a verification',
    form: 'modules/incident/MoveDialogs',
    path: at('responded'),
    open: press(incident.action.verify),
    field: named('note'),
  },
  {
    name: 'an incident sent back',
    form: 'modules/incident/MoveDialogs',
    path: at('responded'),
    open: press(incident.action.sendBack),
    field: named('reason'),
  },
  {
    name: 'an incident reopened',
    form: 'modules/incident/MoveDialogs',
    path: at('resolved'),
    open: async (page) => {
      await press(ui.more)(page);
      await page.getByRole('menuitem', { name: incident.action.reopen }).click();
    },
    field: named('reason'),
  },
  {
    name: 'a new activity',
    form: 'modules/incident/ActivityDialog',
    path: at('response'),
    open: (page) =>
      page
        .getByRole('button', { name: fill(incident.activity.addTo, { phase: '' }).trim() })
        .first()
        .click(),
    field: named('detail'),
  },
  {
    name: 'a request for approval',
    form: 'modules/approvalLine/ask/AskForApproval',
    path: path('/approval-line?new=1'),
    open: async () => {},
    field: named('description'),
  },
  {
    name: 'approvers put in another order',
    form: 'modules/approvalLine/detail/ReorderDialog',
    path: at('line'),
    open: press(approval.manage.reorder),
    field: named('description'),
  },
  {
    name: 'a line handed in again',
    form: 'modules/approvalLine/detail/ResubmitDialog',
    path: at('reworked'),
    open: press(approval.manage.resubmit),
    field: named('description'),
  },
  {
    name: 'an absence',
    form: 'modules/approvalLine/absence/AbsenceDialog',
    path: path('/approval-line'),
    open: press(approval.absence.away),
    field: named('note'),
  },
  {
    name: 'a decision',
    path: path('/approval-line'),
    open: press(approval.act.decide),
    field: (dialog) => dialog.getByLabel(approval.act.comment),
  },
  {
    name: 'who uses a right',
    form: 'shell/dialogs/WebFormManagement',
    path: path('/dashboard'),
    open: async (page) => {
      await page
        .getByRole('button', { name: fill(shell.user.menu, { email: '' }).trim() })
        .first()
        .click();
      await page.getByRole('menuitem', { name: shell.user.webForm }).click();
    },
    field: named('identity.firstName'),
    withoutDraft: true,
  },
  {
    name: 'pasted recipients',
    path: at('notification'),
    open: async (page) => {
      const paste = page.getByRole('button', { name: notification.recipients.paste, exact: true });
      const write = page.getByRole('button', { name: notification.editor.new, exact: true });
      await paste.or(write).first().waitFor();
      if ((await paste.count()) === 0) await write.click();
      await press(notification.recipients.paste)(page);
    },
    field: (dialog) => dialog.getByRole('textbox'),
    withoutDraft: true,
  },
];

async function visit(as: Person, to: string): Promise<Page> {
  const page = await product.reusedPage(as, address(to, { ws }));
  await settled(page);
  return page;
}

describe('input of a dialog is not lost', () => {
  test.each(DIALOGS)(
    '$name',
    async ({ form, as = () => dpo, path: where, open, field, withoutDraft, text = TYPED }) => {
      const page = await visit(as(), where());
      await open(page);
      const question = page.getByRole('dialog', { name: ui.form.closeTitle });
      const dialog = page
        .getByRole('dialog')
        .filter({ has: page.locator('[name], textarea') })
        .first();
      const typed = field(dialog);
      // No confirmation without input.
      await typed.waitFor();
      const before = await typed.inputValue();
      await typed.fill(text);
      const stay = async () => {
        await question.getByRole('button', { name: ui.cancel, exact: true }).click();
        await question.waitFor({ state: 'detached' });
        expect(await typed.inputValue()).toBe(text);
      };
      const close = dialog.getByRole('button', { name: ui.close, exact: true }).first();
      await close.click();
      await question.waitFor();
      await question.getByText(withoutDraft ? ui.form.loss.none : ui.form.loss.all).waitFor();
      await stay();
      await typed.press('Escape');
      await question.waitFor();
      await stay();
      const cancel = dialog.getByRole('button', { name: ui.cancel, exact: true });
      await ((await cancel.count()) > 0 ? cancel : close).click();
      await question.getByRole('button', { name: ui.form.close, exact: true }).click();
      await page.getByRole('dialog').first().waitFor({ state: 'detached' });

      if (where().includes('?new=')) await navigate(page, address(where(), { ws }));
      await open(page);
      await typed.waitFor();
      await expect.poll(() => typed.inputValue()).toBe(withoutDraft ? before : text);
      if (form) await walkForm(dialog, form);
      else {
        await enterWrong(dialog);
        await expect.poll(() => rawKeys(dialog)).toEqual([]);
      }
      expect(product.complaints).toEqual([]);
    },
  );

  test('a dialog without input closes without confirmation', async () => {
    const page = await visit(dpo, '/organization/data-controller');
    await press(organization.dataController.add)(page);
    const dialog = page.getByRole('dialog');
    for (const leave of ['Escape', 'cancel', 'close'] as const) {
      await dialog.locator('[name=contactPerson]').waitFor();
      if (leave === 'Escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: ui[leave], exact: true }).first().click();
      await dialog.waitFor({ state: 'detached' });
      await press(organization.dataController.add)(page);
    }
  });

  test('a saved form leaves no draft behind', async () => {
    const page = await visit(admin, '/workspaces');
    await press(workspace.add)(page);
    const dialog = page.getByRole('dialog');
    // Another one in a retry.
    await dialog.locator('[name=name]').fill(`สาขา ${randomUUID()}`);
    await dialog.getByRole('button', { name: workspace.add, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await press(workspace.add)(page);
    expect(await dialog.locator('[name=name]').inputValue()).toBe('');
    expect(await dialog.getByText(ui.form.draftRestored, { exact: false }).count()).toBe(0);
  });
});

describe('no form displays the key of a text', () => {
  test('before sign-in', async () => {
    const page = await product.open();
    for (const [where, form] of [
      ['/login', 'modules/auth/LoginPage'],
      ['/forgot-password', 'modules/auth/ForgotPasswordPage'],
      ['/reset-password#token=x', 'modules/auth/ResetPasswordPage'],
    ] as const) {
      await page.goto(address(where));
      await settled(page);
      await walkForm(page.locator('body'), form);
    }
  });

  test('where the risk of an incident is assessed', async () => {
    const page = await product.open({ as: dpo });
    await page.goto(address(paths.pending as string, { ws }));
    await page.locator('main header').getByRole('link', { name: incident.action.accept, exact: true }).click();
    await page.locator('[data-risk]').waitFor();
    await page.getByRole('button', { name: incident.action.accept, exact: true }).click();
    await page.getByText(incident.decision.missing).first().waitFor();
    const main = page.locator('main');
    await expect.poll(() => rawKeys(main)).toEqual([]);
    expect(await main.locator('[data-risk] [aria-invalid=true]').count()).toBeGreaterThan(1);
  });
});
