import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import enUi from '../../shared/locales/en/ui.ts';
import enTexts from '../../shared/locales/en/job.ts';
import thUi from '../../shared/locales/th/ui.ts';
import thTexts from '../../shared/locales/th/job.ts';
import { buildPerson, buildWorkspace, type Person } from '../factories.ts';
import { testsByTurns } from '../languages.ts';
import { elementsTooWide, faultsOf, looksIn, settled, wear } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { picture } from './helpers/picture.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: { texts: thTexts, ui: thUi }, en: { texts: enTexts, ui: enUi } };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.close());

/** A job in the format of the queues; a waiting one starts tomorrow. */
async function leave(name: string, workspaceId: string, more: { key?: string; failed?: boolean; running?: boolean }) {
  const { key = randomUUIDv7(), failed = false, running = false } = more;
  await sql`
    insert into pgboss.job (name, data, singleton_key, state, retry_count, retry_limit, start_after, started_on, completed_on, output, heartbeat_on, heartbeat_seconds)
    values (${name}, ${JSON.stringify({ workspaceId, id: key })}::jsonb, ${key}, ${failed ? 'failed' : running ? 'active' : 'created'},
      ${failed ? 10 : 0}, 10, now() + ${failed || running ? '0' : '1 day'}::interval, case when ${failed || running} then now() end, case when ${failed} then now() end,
      case when ${failed} then '{"value":{"message":"job heartbeat timeout"}}'::jsonb end, now() + interval '1 day', 15)`.execute(
    product.owner,
  );
}

async function leaveExport(person: Person, running: boolean) {
  const key = randomUUIDv7();
  await product.owner
    .insertInto('exports')
    .values({
      workspaceId: person.workspaceId,
      id: key,
      kind: 'ropa',
      format: 'xlsx',
      locale: 'th',
      subject: '',
      input: '{}',
      requestedBy: person.personnelId,
      ...(running && { status: 'running', done: 1200, total: 5000, attempts: 1, startedAt: new Date() }),
    })
    .execute();
  await leave('export.run', person.workspaceId, { key, running });
}

describe.each(['th', 'en'] as const)('background jobs in the admin console, in %s', (locale) => {
  const it = testsByTurns(locale);
  const { texts, ui } = WORDS[locale];

  it('are listed with the reasons of failures, restarted and cancelled, live, in every width', async () => {
    const { id: ws } = await buildWorkspace(product, {
      name: `สำนักงานใหญ่ ${locale}`,
      flags: { adminConsoleEnable: true },
    });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
    await leave('requestTask.gather', ws, { failed: true });
    await leaveExport(admin, true);
    const page = await product.open({ as: admin, locale });
    await page.goto(address('/admins', { locale, ws }));
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(texts.title) })
      .click();
    const rowOf = (kind: string) => page.getByRole('row', { name: new RegExp(kind) });
    const gathering = rowOf(texts.kind.requestTask.gather);
    const exported = rowOf(texts.kind.export.run).first();
    await gathering.getByText(texts.state.failed, { exact: true }).waitFor();
    await exported.getByText(texts.state.running, { exact: true }).waitFor();
    await exported.getByRole('progressbar').waitFor();
    for (const look of looksIn(locale)) {
      await wear(page, look);
      await settled(page);
      await picture(page, `jobs-${locale}-${look.width}-${look.dark ? 'dark' : 'light'}`);
      expect(await faultsOf(page), `${look.width} ${look.dark}`).toEqual([]);
      expect(await elementsTooWide(page), `${look.width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await gathering.getByText(texts.error.nodeLost).waitFor();

    // The gathering does not exist: the job succeeds, and the open page is updated.
    await gathering.getByRole('button', { name: new RegExp(ui.actionsFor.replace('{{name}}', '')) }).click();
    await page.getByRole('menuitem', { name: texts.retry }).click();
    await gathering.getByText(texts.state.completed, { exact: true }).waitFor();

    await exported.getByRole('button', { name: new RegExp(ui.actionsFor.replace('{{name}}', '')) }).click();
    await page.getByRole('menuitem', { name: texts.cancel }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByText(texts.cancelBody.export.run).waitFor();
    await picture(page, `jobs-cancel-${locale}`);
    await dialog.getByRole('button', { name: texts.cancel }).click();
    await exported.getByText(texts.state.cancelled, { exact: true }).waitFor();

    await page.goto(address('/admins/jobs?state=cancelled', { locale, ws }));
    await exported.getByText(texts.error.cancelled).waitFor();
    expect(await gathering.count()).toBe(0);
    expect(product.complaints).toEqual([]);
  });

  it('say so when the nodes that run them cannot be loaded', async () => {
    const { id: ws } = await buildWorkspace(product, {
      name: `สำนักงานสาขา ${locale}`,
      flags: { adminConsoleEnable: true },
    });
    const admin = await buildPerson(product, { workspaceId: ws, role: 'Admin', name: 'สมหญิง ใจดี' });
    const page = await product.open({ as: admin, locale });
    const answerAgain = await failCalls(page, ['crypto.nodes']);
    await page.goto(address('/admins/jobs', { locale, ws }));
    await page.getByRole('alert').getByRole('button', { name: ui.retry }).waitFor();
    await answerAgain();
    await page.getByRole('alert').getByRole('button', { name: ui.retry }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});
