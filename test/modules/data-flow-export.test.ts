import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentOf } from '../../server/modules/dataFlow/exports.ts';
import type { FlowEdge, FlowNode } from '../../shared/dataFlow/schema.ts';
import { placeInLanes } from '../../shared/dataFlow/layout.ts';
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

it('follows the filters and the focus of the screen', async () => {
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

/** Headings and warnings of the document of so many flows of one purpose, the path of it alone where `focus` is set. */
function statements(flows: number, { total, focus }: { total: number; focus?: string }): string[] {
  const node = (key: string, kind: FlowNode['kind']): FlowNode => ({
    key,
    kind,
    id: key.slice(key.indexOf(':') + 1),
    name: { th: key, en: key },
    country: null,
    uses: 1,
    sensitiveUses: 0,
  });
  const purpose = 'purpose:00000000-0000-4000-8000-000000000000';
  const channels = Array.from({ length: flows }, (_, index) => `channel:${index}`);
  const nodes = [node(purpose, 'purpose'), ...channels.map((key) => node(key, 'channel'))];
  const edges = channels.map((from): FlowEdge => ({
    from,
    to: purpose,
    uses: 1,
    sensitiveUses: 0,
    crossBorder: false,
  }));
  const job = {
    locale: 'en',
    workspace: { name: 'Hospital' },
    requestedAt: new Date('2026-12-01T03:00:00Z'),
    requestedBy: { id: '', name: 'Somchai' },
    input: { positions: [], focus },
  } as unknown as Parameters<typeof documentOf>[0];
  const cut = total > flows ? { edges: flows, total } : null;
  const { blocks } = documentOf(job, { drawn: { nodes, edges }, places: placeInLanes(nodes), cut, stated: [] });
  return blocks.flatMap((block) => (block.kind === 'heading' || block.kind === 'callout' ? [block.text] : []));
}

it('states above a table that is cut how many of the flows it lists, and a cut diagram also in focus', () => {
  expect(statements(3, { total: 3 })).toEqual(['All flows in the diagram']);
  expect(statements(1001, { total: 1001 })).toEqual(['The 1,000 largest of 1,001 flows in the diagram']);
  expect(statements(3, { total: 9000 })).toEqual([
    'Showing the 3 largest of 9,000 flows. Use filters to see the others.',
    'All flows in the diagram',
  ]);
  expect(statements(3, { total: 9000, focus: 'purpose:00000000-0000-4000-8000-000000000000' })).toEqual([
    'This path is among the 3 largest of 9,000 flows. Use filters to see the others.',
    'All flows in the diagram',
  ]);
});
