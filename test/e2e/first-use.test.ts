import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import comment from '../../shared/locales/th/comment.ts';
import common from '../../shared/locales/th/common.ts';
import dataFlow from '../../shared/locales/th/dataFlow.ts';
import incident from '../../shared/locales/th/incident.ts';
import organization from '../../shared/locales/th/organization.ts';
import record from '../../shared/locales/th/recordScreen.ts';
import requestForm from '../../shared/locales/th/requestForm.ts';
import request from '../../shared/locales/th/requestScreen.ts';
import savedView from '../../shared/locales/th/savedView.ts';
import shell from '../../shared/locales/th/shell.ts';
import plan from '../../shared/locales/th/treatmentPlanScreen.ts';
import ui from '../../shared/locales/th/ui.ts';
import { TIER_LIMITS } from '../../shared/registry/tiers.ts';
import { buildDataController, buildPerson, buildWorkspace, callerFor, type Person } from '../factories.ts';
import { buildApplication } from '../helpers/approvals.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { buildTeam } from '../helpers/team.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(async () => {
  await product.closePages();
  // Calls are made to fail here, which browsers report.
  product.complaints.splice(0);
});
afterAll(() => product?.close());

async function open(as: Person, to: string, failing: readonly string[] = []) {
  const page = await product.open({ as });
  const mend = await failCalls(page, failing);
  await page.goto(address(to, { ws: as.workspaceId }));
  return { page, mend };
}
const retry = (page: Page) => page.locator('#content, [role=dialog]').getByRole('button', { name: ui.retry }).last();
/** A long text is rendered in parts. */
const startOf = (text: string) => text.slice(0, 30);
const NEW = '/business-function/application/new';

test('without a data controller an application is not begun: DPOs are led to add one, Staff learn whom to ask', async () => {
  const { dpo, staff } = await buildTeam(product, { dpo: 'DPO', staff: 'Staff' });
  for (const to of ['/business-function/application', NEW]) {
    const { page } = await open(staff, to);
    await page.getByText(record.application.noControllerAsk).waitFor();
    expect(await page.getByRole('link', { name: record.application.add }).count()).toBe(0);
    expect(await page.locator('[name=description]').count()).toBe(0);
  }
  const { page } = await open(dpo, NEW);
  await page.getByRole('link', { name: record.application.addController }).click();
  await page.waitForURL(/\/organization\/data-controller/);
});

test('at the limit of the plan no form is filled in, and the page says who changes the plan', async () => {
  const { id: ws } = await buildWorkspace(product, { tier: 'Basic' });
  const { id: dataControllerId } = await buildDataController(product, ws);
  const number = TIER_LIMITS.Basic.applications;
  await product.owner
    .insertInto('applications')
    .values(
      Array.from({ length: number }, (_, index) => ({
        workspaceId: ws,
        id: randomUUIDv7(),
        name: `ระบบ ${index}`,
        description: 'x',
        dataControllerId,
      })),
    )
    .execute();
  const texts = record.application;
  const ofAdmin = product.deps.config.signup === 'open' ? texts.limitSupport : texts.limitChange;
  for (const [role, text] of [
    ['Admin', ofAdmin],
    ['Staff', texts.limitAsk],
  ] as const) {
    const { page } = await open(await buildPerson(product, { workspaceId: ws, role }), NEW);
    await page.getByText(text).waitFor();
    expect(await page.locator('[name=description]').count()).toBe(0);
  }
});

test('without a request form no request is entered: the way to the forms is all there is', async () => {
  const { dpo } = await buildTeam(product, { dpo: 'DPO' });
  const { page } = await open(dpo, '/dsrm/request');
  await page.getByText(startOf(request.empty.bodyNoForm)).waitFor();
  await page.goto(address('/dsrm/request/new', { ws: dpo.workspaceId }));
  await page.getByText(startOf(request.entry.noFormBody)).waitFor();
  expect(await page.locator('[name=receivedAt]').count()).toBe(0);
  await page.getByRole('link', { name: request.entry.toForms }).click();
  await page.waitForURL(/\/dsrm\/(request-)?form/);
});

test('an incident is reported where there is no application to name yet', async () => {
  const { ws, staff } = await buildTeam(product, { staff: 'Staff' });
  const { page } = await open(staff, '/data-breach/incident-management');
  await page.getByText(incident.empty.ownTitle).waitFor();
  await page.goto(address('/data-breach/incident-management/new', { ws }));
  await page.getByText(incident.noApplication).waitFor();
  await page.locator('[name=title]').fill('ส่งอีเมลผิดคน');
  await page.locator('[name=actionsTaken]').fill('ขอให้ลบอีเมล');
  for (const [index, name] of ['occurredAt', 'discoveredAt'].entries()) {
    const day = page.locator(`input[name=${name}]`);
    await day.fill('01/11/2569');
    await day.press('Tab');
    const time = page.getByRole('textbox', { name: ui.date.time, exact: true }).nth(index);
    await time.fill('09:00');
    await time.press('Tab');
  }
  await page.getByRole('combobox', { name: incident.field.dataSubjectGroupIds }).click();
  await page.locator('[role=option]:visible').first().click();
  await page.keyboard.press('Escape');
  await page.locator('[name="reporter.phone"]').fill('0812345678');
  await page.getByRole('button', { name: incident.saveAndSubmit }).click();
  await page.waitForURL(/incident-management\/[0-9a-f-]{36}/);
  const { collection } = await (await callerFor(product, staff)).incident.list({ ws });
  expect(collection).toMatchObject([{ status: 'PENDING', applications: [] }]);
});

test('the tasks of somebody who is suspended are not called none while they could not be loaded', async () => {
  const { ws, admin } = await buildTeam(product, { admin: 'Admin', staff: 'Staff' });
  await buildPerson(product, { workspaceId: ws, role: 'Staff', name: 'สมหมาย ดูแล' });
  const { page, mend } = await open(admin, '/organization/personnel', ['personnel.taskOverview']);
  await page.getByRole('button', { name: ui.actionsFor.replace('{{name}}', 'สมหมาย ดูแล') }).click();
  await page.getByRole('menuitem', { name: organization.personnel.suspend }).click();
  await retry(page).waitFor();
  expect(await page.getByText(organization.personnel.noTasks).count()).toBe(0);
  await mend();
  await retry(page).click();
  await page.getByText(organization.personnel.noTasks).waitFor();
});

test('choices, comments, rights and views that could not be loaded can be retried, and are not said to be none', async () => {
  const { ws, dpo } = await buildTeam(product, { dpo: 'DPO' });
  const { id: applicationId } = await buildApplication(product, ws);

  const application = await open(dpo, NEW, ['dataController.pick']);
  await application.page.getByText(ui.form.optionsFailed).waitFor();
  await application.mend();
  await retry(application.page).click();
  await application.page.locator('select[name=dataControllerId] option').nth(1).waitFor({ state: 'attached' });

  const { dpia } = await callerFor(product, dpo);
  const { id } = await dpia.create({ ws, applicationId, name: 'ประเมิน', reason: 'ข้อมูลสุขภาพ' });
  const comments = await open(dpo, `/dpo-tools/dpia/${id}`, ['comment.list']);
  await retry(comments.page).waitFor();
  expect(await comments.page.getByText(comment.none, { exact: true }).count()).toBe(0);
  await comments.mend();
  await retry(comments.page).click();
  await comments.page.getByText(comment.none, { exact: true }).waitFor();

  const form = await buildRequestForm(product, dpo);
  const rights = await open(dpo, `/dsrm/request-form/${form.id}`, ['dataRight.list']);
  await rights.page.getByRole('button', { name: requestForm.right.choose }).click();
  await retry(rights.page).waitFor();
  await rights.mend();
  await retry(rights.page).click();
  await rights.page.getByRole('dialog').getByRole('checkbox').first().waitFor();

  const diagram = `/pii-inventory/data-flow-diagram?application=${applicationId}`;
  const flows = await open(dpo, diagram, ['dataFlow.choices']);
  await flows.page.getByText(ui.form.optionsFailed).waitFor();
  const chosen = flows.page.getByRole('combobox', { name: dataFlow.filter.application }).locator('option:checked');
  expect(await chosen.textContent()).toBe(`${dataFlow.filter.application}: …`);
  await flows.mend();
  await retry(flows.page).click();
  await flows.page.getByText(ui.form.optionsFailed).waitFor({ state: 'detached' });

  const views = await open(dpo, '/dsrm/request', ['savedView.list']);
  const menu = views.page.getByRole('button', { name: savedView.views, exact: true });
  await menu.click();
  await views.page.getByRole('menuitem', { name: savedView.failed }).waitFor();
  await views.mend();
  await views.page.getByRole('menuitem', { name: savedView.failed }).click();
  await menu.click();
  await views.page.getByRole('menuitem', { name: savedView.none }).waitFor();
});

test('a saved view is deleted after a question', async () => {
  const { ws, dpo } = await buildTeam(product, { dpo: 'DPO' });
  const calls = (await callerFor(product, dpo)).savedView;
  await calls.create({ ws, list: 'request', name: 'ของทีม', query: 'status=NEW', shared: true });
  const { page } = await open(dpo, '/dsrm/request');
  await page.getByRole('button', { name: savedView.views, exact: true }).click();
  await page.getByRole('menuitem', { name: savedView.manage }).click();
  await page.getByRole('button', { name: savedView.remove.replace('{{name}}', 'ของทีม') }).click();
  await page.getByText(savedView.removeShared).waitFor();
  expect(await calls.list({ ws, list: 'request' })).toHaveLength(1);
  await page.getByRole('button', { name: common.remove, exact: true }).click();
  await page.getByText(savedView.removed).waitFor();
  expect(await calls.list({ ws, list: 'request' })).toEqual([]);
});

test('lists and boards say of an empty workspace what the role can do, and of a search that nothing matches', async () => {
  const { dpo, staff, audit } = await buildTeam(product, { dpo: 'DPO', staff: 'Staff', audit: 'Top Management' });
  for (const to of ['/dsrm/request', '/dsrm/request?view=board']) {
    for (const [person, text] of [
      [dpo, request.empty.bodyNoForm],
      [staff, request.empty.ownBody],
      [audit, request.empty.bodyReader],
    ] as const) {
      const { page } = await open(person, to);
      await page.getByText(startOf(text)).waitFor();
    }
  }
  for (const to of ['/dpo-tools/treatment-plan', '/dpo-tools/treatment-plan?view=board']) {
    const { page } = await open(staff, to);
    await page.getByText(plan.empty.ownBody).waitFor();
  }
  const { page } = await open(dpo, '/dsrm/request?view=board&status=NEW');
  await page.getByRole('button', { name: ui.table.clearFilters }).click();
  await page.getByText(startOf(request.empty.bodyNoForm)).waitFor();
});

test('a sign-up link and the invitations of an account are retried, not given up, when they could not be loaded', async () => {
  const page = await product.open();
  const mend = await failCalls(page, ['auth.signUpLink']);
  await page.goto(`${address('/signup')}#token=${'x'.repeat(43)}`);
  const again = page.getByRole('button', { name: ui.retry });
  await again.waitFor();
  await mend();
  await again.click();
  await again.waitFor({ state: 'detached' });

  const userId = randomUUIDv7();
  const email = `${userId}@test.example`;
  await product.owner.insertInto('users').values({ id: userId, email, name: 'ยังไม่มีบทบาท' }).execute();
  const other = await product.open();
  await product.signIn(other, { userId });
  const mendOther = await failCalls(other, ['auth.invitation.own']);
  await other.goto(address('/dashboard', { ws: randomUUIDv7() }));
  await other.getByRole('button', { name: ui.retry }).waitFor();
  expect(await other.getByText(shell.error.noRole).count()).toBe(0);
  await mendOther();
  await other.getByRole('button', { name: ui.retry }).click();
  await other.getByText(shell.error.noRole).waitFor();
});
