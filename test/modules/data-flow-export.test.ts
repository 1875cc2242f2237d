import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { buildRegister } from '../helpers/register.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let register: Awaited<ReturnType<typeof buildRegister>>;
const api = () => callerFor(server, dpo);
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ws = (await buildWorkspace(server)).id;
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  const controller = await buildDataController(server, ws);
  register = await buildRegister(server, api, {
    ws,
    dataControllerId: controller.id,
    applications: 3,
    purposesEach: 3,
  });
});
afterAll(() => server.close());

async function pdf(input: Record<string, unknown>): Promise<string> {
  const { id } = await (
    await api()
  ).export.start({ ws, kind: 'data-flow-diagram', format: 'pdf', locale: 'th', input });
  const done = await ended(server, dpo, id);
  expect(done).toMatchObject({ status: 'done' });
  const answer = await server.app.inject({ url: done.file!.url, headers: { authorization: `Bearer ${dpo.token}` } });
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  return textOfPages(answer.rawPayload).join('\n');
}

it('is a page with every node, and its flows as a table', async () => {
  const graph = await (await api()).dataFlow.get({ ws });
  const text = (await pdf({})).replaceAll(/\s+/g, '');
  for (const { name } of register) expect(text).toContain(name.replaceAll(' ', ''));
  expect(text).toContain(`${graph.nodes.length}จุด${graph.edges.length}เส้น`);
});

it('follows the filters and the focus of the screen, with the passed positions', async () => {
  const [first, second] = register;
  const filtered = (
    await pdf({ applicationId: first!.id, positions: [{ node: `application:${first!.id}`, x: 12, y: -40 }] })
  ).replaceAll(/\s+/g, '');
  expect(filtered).toContain(first!.name.replaceAll(' ', ''));
  expect(filtered).not.toContain(second!.name.replaceAll(' ', ''));
  // The page contains its filters.
  expect(filtered).toContain(`แอปพลิเคชัน:${first!.name}`.replaceAll(' ', ''));
  const focused = (await pdf({ focus: `purpose:${second!.purposeIds[0]}` })).replaceAll(/\s+/g, '');
  expect(focused).toContain(second!.name.replaceAll(' ', ''));
  expect(focused).not.toContain(first!.name.replaceAll(' ', ''));
});

it('contains everything where the filters exclude the node in focus, as the screen does', async () => {
  const [first, second] = register;
  const text = await pdf({ applicationId: first!.id, focus: `purpose:${second!.purposeIds[0]}` });
  const { edges } = await (await api()).dataFlow.get({ ws, applicationId: first!.id });
  expect(edges.length).toBeGreaterThan(0);
  expect(text.replaceAll(/\s+/g, '')).toContain(`${edges.length}เส้น`);
});
