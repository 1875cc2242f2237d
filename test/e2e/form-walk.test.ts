import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import { buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { textsOf } from '../helpers/localeKeys.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { languagesFrom } from '../languages.ts';
import { LOOKS, settled, wear } from './helpers/audit.ts';
import { buildEveryRecord } from './helpers/everyRecord.ts';
import { fill } from './helpers/fill.ts';
import { touchFaults } from './helpers/media.ts';
import { address, type Product, startProduct } from './helpers/product.ts';
import { walkForm } from './helpers/rawKeys.ts';

const VIEW = 'มุมมองของฉัน';
const SERVER = 'ไปรษณีย์กลาง';
const KEY = 'กุญแจของ CRM';
const REPORT = 'รายงานที่รอรับเรื่อง';

let product: Product;
let admin: Person;
let ids: Record<string, string>;

/** Texts by `namespace:key`, of each language. */
const TEXTS = Object.fromEntries(
  await Promise.all(
    (['th', 'en'] as const).map(async (locale) => [
      locale,
      new Map((await textsOf(locale)).map(({ namespace, key, text }) => [`${namespace}:${key}`, text])),
    ]),
  ),
) as Record<Locale, ReadonlyMap<string, string>>;

beforeAll(async () => {
  product = await startProduct();
  const ws = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
  admin = await buildPerson(product, { workspaceId: ws, name: 'อนันต์ ดูแลระบบ' });
  ids = await buildEveryRecord(product, admin);
  await buildIncident(product, ws, { status: 'PENDING', title: REPORT });
  const { apiKey, dpia, mailServer, request, savedView, treatmentPlan } = await callerFor(product, admin);
  const draft = await dpia.create({
    ws,
    applicationId: ids['application']!,
    name: 'ระบบนัดหมาย',
    reason: 'รายใหม่',
  } as never);
  ids['draftDpia'] = draft.id;
  await product.owner.updateTable('requestRights').set({ fee: 20 }).where('workspaceId', '=', ws).execute();
  // The email of another person's request was changed after it was confirmed.
  const form = await buildRequestForm(product, admin);
  const changed = await request.create({
    ws,
    requestFormId: form.id,
    receivedAt: product.deps.now().toISOString(),
    channel: 'COUNTER',
    subject: { firstName: 'ปิติ', lastName: 'ใจงาม', email: 'piti@test.example', telephone: '', uid: '' },
    rights: [{ rightRequestId: form.rightIds['ACCESS']!, requestDetail: 'ขอสำเนาเวชระเบียน' }],
    verified: true,
  });
  ids['changedRequest'] = changed.id;
  await product.owner
    .updateTable('requests')
    .set({ verifiedAt: null, verifiedHow: null })
    .where('id', '=', changed.id)
    .execute();
  await product.owner
    .updateTable('requestRights')
    .set({ stage: 'ASSIGN' })
    .where('requestId', '=', changed.id)
    .execute();
  await treatmentPlan.move({ ws, id: ids['treatmentPlan']!, action: 'start' });
  await savedView.create({ ws, list: 'request', name: VIEW, query: 'status=NEW' });
  await apiKey.create({ ws, name: KEY, scopes: ['ropa.read'], lifetime: '90' });
  await mailServer.create({
    ws,
    name: SERVER,
    host: 'mail.example.com',
    port: 587,
    encryption: 'starttls',
    fromAddress: 'privacy@example.com',
    password: 'correct horse',
  } as never);
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/**
 * What to press: the key of its text, of the last one with it, the menu of a row by the row's name, or the last box
 * whose name contains a word.
 */
type Press = string | { last: string } | { row: string } | { tick: string };

interface Walk {
  form: string;
  at: string | (() => string);
  press?: readonly Press[];
  /** The press opens it within the page. */
  inPage?: true;
}

const record =
  (id: string, before: string, after = '') =>
  () =>
    `${before}/${ids[id]}${after}`;
const request = record('request', '/dsrm/request');
const task = record('requestTask', '/dsrm/request-task');
const plan = record('treatmentPlan', '/dpo-tools/treatment-plan');
const draftDpia = (query: string) => record('draftDpia', '/dpo-tools/dpia', query);
const application = record('application', '/business-function/application');
const notice = (query: string) => record('privacyNotice', '/organization/privacy', query);
const settings = (tab: string) => `/dpo-tools/dpia/settings?tab=${tab}`;

const WALKS: Walk[] = [
  { form: 'modules/webhook/WebhookDialog', at: '/integrations/webhooks', press: ['webhook:add'] },
  {
    form: 'records/RotateDialog',
    at: record('webhook', '/integrations/webhooks'),
    press: ['ui:more', 'webhook:rotate'],
  },
  { form: 'modules/serviceAccount/ServiceAccountDialog', at: '/integrations/accounts', press: ['serviceAccount:add'] },
  { form: 'modules/apiKey/NewApiKey', at: '/integrations', press: ['apiKey:add'] },
  { form: 'records/RotateDialog', at: '/integrations', press: [{ row: KEY }, 'apiKey:rotate'] },
  { form: 'modules/mailServer/MailServerDialog', at: '/admins/mail-servers', press: ['mailServer:add'] },
  {
    form: 'modules/mailServer/MailServerDkim',
    at: '/admins/mail-servers',
    press: [{ row: SERVER }, 'mailServer:dkim.open'],
  },
  { form: 'modules/schedule/ScheduleForm', at: '/admins/schedules/add' },
  {
    form: 'modules/workspace/DeleteWorkspaceDialog',
    at: '/workspaces',
    press: [{ row: 'โรงพยาบาลร่มเย็น' }, 'workspace:remove'],
  },

  { form: 'modules/application/ApplicationForm', at: '/business-function/application/new' },
  {
    form: 'modules/dataMapping/MappingEditor',
    at: record('application', '/business-function/application', '?tab=data-mapping'),
  },
  { form: 'modules/purpose/PurposeEditor', at: '/business-function/purpose/new' },
  { form: 'modules/purposeCategory/PurposeCategoryForm', at: '/business-function/purpose-category/new' },
  {
    form: 'modules/piiCategory/AddPart',
    at: record('piiCategory', '/pii-inventory/pii-category'),
    press: ['piiCategory:outline.addAttribute'],
    inPage: true,
  },
  { form: 'modules/application/ReviewCard', at: application, press: ['review:finish'] },
  { form: 'modules/application/ReviewSettings', at: application, press: ['review:settings.open'] },
  {
    form: 'savedViews/SaveView',
    at: '/dsrm/request',
    press: ['savedView:views', 'savedView:save'],
  },
  {
    form: 'savedViews/ManageViews',
    at: '/dsrm/request',
    press: ['savedView:views', 'savedView:manage', 'savedView:edit'],
  },
  { form: 'imports/StartStep', at: '/business-function/application/import' },
  { form: 'modules/consent/ConsentEditor', at: record('consent', '/consent') },

  { form: 'modules/privacyNotice/NewNotice', at: '/organization/privacy', press: ['privacyNoticeScreen:add'] },
  { form: 'modules/privacyNotice/NoticeEditor', at: notice('') },
  { form: 'modules/privacyNotice/NoticeEditor', at: notice('?step=applications') },
  { form: 'modules/privacyNotice/NoticeEditor', at: notice('?step=rights') },
  { form: 'modules/privacyNotice/NoticeEditor', at: notice('?step=measures') },
  { form: 'modules/privacyNotice/NoticeEditor', at: notice('?step=approval') },
  { form: 'modules/privacyNotice/NoticeEditor', at: notice('?step=preview') },

  { form: 'modules/requestForm/NewRequestForm', at: '/dsrm/request-form', press: ['requestForm:add'] },
  { form: 'modules/requestForm/RequestFormEditor', at: record('requestForm', '/dsrm/request-form') },
  { form: 'modules/dataRight/DataRightDialog', at: '/dsrm/right', press: ['dataRight:add'] },
  { form: 'modules/dataRightsProtocol/AgentDialog', at: '/dsrm/authorised-agent', press: ['dataRightsProtocol:add'] },
  { form: 'modules/dataRightsProtocol/BusinessCard', at: '/dsrm/authorised-agent' },
  { form: 'modules/answerTemplate/AnswerTemplateForm', at: '/dsrm/answer-template/new' },
  { form: 'modules/request/RequestSettingsPage', at: '/dsrm/settings' },
  { form: 'modules/requestAnswer/AnswerSettings', at: '/dsrm/settings' },
  { form: 'modules/request/EntryForm', at: '/dsrm/request/new' },
  { form: 'modules/request/BulkAssign', at: '/dsrm/request', press: [{ tick: 'DSR' }, 'requestScreen:bulk.assign'] },
  { form: 'modules/request/CorrectDialog', at: request, press: ['requestScreen:correct.action'] },
  { form: 'modules/request/ConfirmKeyDialog', at: request, press: ['requestScreen:known.action'] },
  { form: 'modules/request/Fee', at: request, press: ['requestScreen:fee.record'] },
  ...['assign', 'ask', 'extend', 'reject'].map((move) => ({
    form: 'modules/request/MoveDialog',
    at: request,
    press: ['ui:more', `requestScreen:act.${move}`],
  })),
  { form: 'modules/requestIdentity/SamePersonCard', at: request, press: ['identityPanel:same.close'] },
  { form: 'modules/requestIdentity/FactsCard', at: request, press: ['identityPanel:facts.ask'] },
  {
    form: 'modules/requestIdentity/ConfirmAgain',
    at: record('changedRequest', '/dsrm/request'),
    press: ['identityPanel:confirmation.byStaff'],
  },
  { form: 'modules/requestIdentity/DocumentDialogs', at: request, press: ['identityPanel:documents.ask'] },
  { form: 'modules/requestIdentity/DocumentDialogs', at: request, press: ['identityPanel:documents.add'] },
  { form: 'modules/requestMessage/MessagesPanel', at: request },
  { form: 'modules/requestTask/AddTaskDialog', at: request, press: ['requestTask:panel.add'] },
  {
    form: 'modules/requestTask/AssignDialog',
    at: request,
    press: [{ tick: 'ค้นแฟ้มกระดาษ' }, { last: 'requestTask:panel.assign' }],
  },
  { form: 'modules/requestTask/CloseDialog', at: task, press: ['requestTask:action.refuse'] },
  { form: 'modules/requestTask/WorkCard', at: task },

  { form: 'modules/incidentReport/ReportForm', at: () => `/report-incident#token=${ids['reportIncident']}` },
  { form: 'modules/incident/ReportForm', at: '/data-breach/incident-management/new' },
  { form: 'modules/incident/settings/ClockSettings', at: '/data-breach/settings' },
  { form: 'modules/approvalLine/settings/DefaultsForm', at: '/approval-line/settings' },
  { form: 'modules/consentReceipt/UserConsentReceiptPage', at: '/user-consent-receipt' },
  {
    form: 'modules/incidentNotification/Editor',
    at: record('incidentNotification', '/data-breach/incident-notification', '?tab=subject'),
    press: ['incidentNotification:editor.new'],
    inPage: true,
  },
  {
    form: 'modules/incident/BulkReject',
    at: '/data-breach/incident-management',
    press: [{ tick: REPORT }, 'incident:bulk.reject'],
  },
  {
    form: 'modules/incident/Rail',
    at: record('incident', '/data-breach/incident-management'),
    press: ['incident:rail.change'],
  },

  { form: 'modules/dpia/list/NewDpia', at: '/dpo-tools/dpia', press: ['dpiaList:add'] },
  { form: 'modules/dpia/list/ImportCnil', at: '/dpo-tools/dpia', press: ['dpiaList:importCnil'] },
  { form: 'modules/dpia/assessment/AssessmentEditor', at: draftDpia('') },
  { form: 'modules/dpia/assessment/AssessmentEditor', at: draftDpia('?tab=data') },
  { form: 'modules/dpia/assessment/AssessmentEditor', at: draftDpia('?tab=impact') },
  { form: 'modules/dpia/assessment/AssessmentEditor', at: draftDpia('?tab=plan') },
  { form: 'modules/dpiaSettings/DataRiskTab', at: settings('data'), press: ['dpiaSettings:editOf'] },
  { form: 'modules/dpiaSettings/ItemsTab', at: settings('items'), press: ['dpiaSettings:item.add'] },
  { form: 'modules/dpiaSettings/WorstCasesTab', at: settings('worst'), press: ['dpiaSettings:worst.add'] },
  { form: 'modules/dpiaSettings/ScaleTab', at: settings('likelihood') },
  { form: 'modules/treatmentPlan/ActionDialog', at: plan, press: ['treatmentPlanScreen:actions.add'] },
  { form: 'modules/treatmentPlan/MoveDialog', at: plan, press: ['treatmentPlanScreen:act.reject'] },
  { form: 'modules/treatmentPlan/ReassignDialog', at: plan, press: ['treatmentPlanScreen:act.reassign'] },
];

async function press(page: Page, what: Press, locale: Locale): Promise<void> {
  if (typeof what === 'object' && 'tick' in what) {
    await page.getByRole('checkbox', { name: what.tick }).last().check();
    return;
  }
  const isRow = typeof what === 'object' && 'row' in what;
  const key = isRow ? 'ui:actionsFor' : typeof what === 'object' ? what.last : what;
  const text = TEXTS[locale].get(key);
  if (text === undefined) throw new Error(`No text ${key}`);
  const name = isRow ? fill(text, { name: what.row }) : text;
  // A name of a row may be part of it.
  const fits = name.includes('{{') ? new RegExp(`^${name.split(/\{\{.*?\}\}/)[0]}`) : name;
  const options = { name: fits, exact: true };
  const found = page.getByRole('button', options).or(page.getByRole('menuitem', options)).filter({ visible: true });
  await (typeof what === 'object' && 'last' in what ? found.last() : found.first()).click();
}

describe('a form has touch targets of 44 px on a phone, and displays no key of a text, empty and with invalid input', () => {
  const walks = WALKS.flatMap((walk, index) => {
    const turn = index % 2 === 0 ? ('th' as const) : ('en' as const);
    return languagesFrom(turn).map((locale) => ({ ...walk, locale, index }));
  });
  test.each(walks)('$index $form, in $locale', async ({ form, at, press: pressed = [], inPage, locale }) => {
    const to = typeof at === 'string' ? at : at();
    // The content of a fragment belongs to no workspace.
    const where = address(to, { locale, ...(!to.includes('#') && { ws: admin.workspaceId }) });
    const page = await product.reusedPage(admin, where, locale);
    await settled(page);
    for (const what of pressed) await press(page, what, locale);
    const place = pressed.length > 0 && !inPage ? page.getByRole('dialog').last() : page.locator('main');
    await place.locator('form').filter({ visible: true }).first().waitFor();
    // On a phone first: the same form stays open when the window is resized.
    await wear(page, { width: 375, dark: false });
    expect(await touchFaults(page)).toEqual([]);
    await wear(page, LOOKS[0]!);
    await walkForm(place, form);
  });
});
