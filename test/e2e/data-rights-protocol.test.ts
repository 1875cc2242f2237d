import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import en from '../../shared/locales/en/dataRightsProtocol.ts';
import enEmbed from '../../shared/locales/en/embedScreen.ts';
import enGuide from '../../shared/locales/en/requestGuide.ts';
import th from '../../shared/locales/th/dataRightsProtocol.ts';
import thEmbed from '../../shared/locales/th/embedScreen.ts';
import thGuide from '../../shared/locales/th/requestGuide.ts';
import { recordAddress } from '../../shared/registry/entities.ts';
import { buildPerson, buildWorkspace, callerFor } from '../factories.ts';
import { buildAgent, type CallbackReceiver, startCallbackReceiver, type TestAgent } from '../helpers/agents.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { testsByTurns } from '../languages.ts';
import { looksRight, settled } from './helpers/audit.ts';
import { failCalls } from './helpers/failingCalls.ts';
import { address, type Product, startProduct } from './helpers/product.ts';

const WORDS = { th: { ...th, guide: thGuide, kit: thEmbed }, en: { ...en, guide: enGuide, kit: enEmbed } };
const BUSINESS = 'ROMYEN_HOSPITAL';

let product: Product;
let receiver: CallbackReceiver;
beforeAll(async () => {
  product = await startProduct({ CALLBACKS_TO_PRIVATE_NETWORK: 'true' });
  receiver = await startCallbackReceiver();
});
beforeEach(() => receiver.answer(200));
afterEach(() => product.closePages());
afterAll(async () => {
  await receiver?.close();
  await product?.close();
});

/** Sends a message of an agent to an address of a form, like the agent's own server. */
async function send(agent: TestAgent, url: string, more: object, token = ''): Promise<Record<string, string>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', authorization: `Bearer ${token}` },
    body: agent.sign({
      'agent-id': agent.agentId,
      'business-id': BUSINESS,
      'issued-at': new Date(Date.now() - 1000).toISOString(),
      'expires-at': new Date(Date.now() + 600_000).toISOString(),
      'drp.version': '1.0',
      ...more,
    }),
  });
  expect(answer.status).toBe(200);
  return answer.json() as Promise<Record<string, string>>;
}

describe.each(['th', 'en'] as const)('authorised agents, in %s', (locale) => {
  const it = testsByTurns(locale);
  const texts = WORDS[locale];

  it('are created with their key, send a request, and receive callbacks; the DPO sees each without a reload', async () => {
    const workspaceId = (await buildWorkspace(product, { name: 'โรงพยาบาลร่มเย็น' })).id;
    const dpo = await buildPerson(product, { workspaceId, name: 'สมปอง คุ้มครอง', role: 'DPO' });
    const form = await buildRequestForm(product, dpo);
    const agent = buildAgent(`AGENT_${locale.toUpperCase()}`);

    const page = await product.open({ as: dpo, locale });
    await page.goto(address('/dsrm/authorised-agent', { locale, ws: workspaceId }));
    await page.getByText(texts.business.missing).waitFor();
    // What cannot be loaded says so.
    const answerAgain = await failCalls(page, ['dataRightsProtocol.settings.get']);
    await page.reload();
    const card = page.getByRole('region', { name: texts.business.title });
    const retry = card.getByRole('alert').getByRole('button');
    await retry.waitFor();
    await answerAgain();
    await retry.click();
    await page.getByText(texts.business.missing).waitFor();
    await page.getByLabel(texts.business.label).fill(BUSINESS);
    await page.locator('main form').getByRole('button').last().click();
    await page.getByText(texts.business.missing).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: texts.add, exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(texts.field.name).fill('ผู้ช่วยใช้สิทธิ');
    await dialog.getByLabel(texts.field.agentId).fill(agent.agentId);
    await dialog.getByLabel(texts.field.verifyKey).fill(agent.verifyKey);
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(texts.tokenNone).first().waitFor();
    await looksRight(page, locale, 'authorised agents');

    const desk = await product.open({ as: dpo, locale });
    await desk.goto(address(`${recordAddress('requestForm', form.id)}?tab=channels`, { locale, ws: workspaceId }));
    await desk.getByRole('switch', { name: texts.guide.protocol.on }).click();
    await desk.getByText(texts.kit.settingsSaved, { exact: true }).waitFor();
    const base = await desk.getByLabel(texts.guide.protocol.address, { exact: true }).inputValue();
    expect(base).toContain(product.address);

    const { token } = await send(agent, `${base}/v1/agent/${agent.agentId}`, {});
    // The list is updated automatically.
    await page.getByText(texts.tokenNone).waitFor({ state: 'detached' });
    const status = await send(
      agent,
      `${base}/v1/data-rights-request`,
      { exercise: 'access', name: 'Malee Rakdee', email: 'malee@test.example', status_callback: receiver.url },
      token,
    );
    await desk.goto(address(recordAddress('request', status.request_id!), { locale, ws: workspaceId }));
    await settled(desk);
    await desk.getByText(texts.card.title).waitFor();
    const { request } = await callerFor(product, dpo);
    await request.changeStatus({ ws: workspaceId, id: status.request_id!, action: 'VERIFY' });
    const calls = () => receiver.received.filter(({ body }) => body.request_id === status.request_id);
    await expect.poll(() => calls().length).toBe(1);
    expect(calls()[0]!.body).toMatchObject({ status: 'in_progress' });
    receiver.answer(500);
    await request.changeStatus({
      ws: workspaceId,
      id: status.request_id!,
      action: 'REJECT',
      groundCode: 'NO_DATA',
      reason: 'ไม่พบข้อมูล',
    });
    await desk.getByText(texts.card.callback.FAILING).waitFor();
    await looksRight(desk, locale, 'request of an agent');
  });
});
