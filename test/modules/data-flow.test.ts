import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { type DataFlowGraph, FLOW_EDGE_LIMIT, FLOW_NODE_LIMIT } from '../../shared/dataFlow/schema.ts';
import { drawSvg, wrap } from '../../shared/dataFlow/drawing.ts';
import { bandsOf, lanesOf, NODE, type Places, type Point } from '../../shared/dataFlow/geometry.ts';
import { indexed, partOf, pathOf } from '../../shared/dataFlow/graph.ts';
import {
  heightsByNeighbours,
  keepPlaces,
  laneRanges,
  placeInLanes,
  placesOfPart,
  withinLane,
  withMoves,
} from '../../shared/dataFlow/layout.ts';
import { flowWords, placed } from '../../server/modules/dataFlow/picture.ts';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildFlows, type BuiltFlow } from '../helpers/flows.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let manager: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, dpo, manager } = await buildTeam(server, { dpo: 'DPO', manager: 'Top Management' }));
});

const as = async (person: Person | null) => (await callerFor(server, person)).dataFlow;
const flat = ({ nodes, edges }: DataFlowGraph) => ({
  nodes: Object.fromEntries(nodes.map(({ key, uses, sensitiveUses }) => [key, `${uses} ${sensitiveUses}`])),
  edges: Object.fromEntries(
    edges.map(({ from, to, uses, sensitiveUses, crossBorder }) => [
      `${from} → ${to}`,
      `${uses} ${sensitiveUses} ${crossBorder}`,
    ]),
  ),
});

/** The same graph, calculated line by line. */
function byHand(
  flows: readonly BuiltFlow[],
  filters: {
    applicationId?: string;
    purposeId?: string;
    piiCategoryId?: string;
    country?: string;
    sensitive?: boolean;
  } = {},
) {
  const nodes = new Map<string, [number, number]>();
  const edges = new Map<string, [number, number, boolean]>();
  const add = <Sum extends [number, number, ...boolean[]]>(
    map: Map<string, Sum>,
    key: string,
    uses: number,
    sensitive: number,
    ...rest: boolean[]
  ) => {
    const [a, b] = map.get(key) ?? [0, 0];
    map.set(key, [a + uses, b + sensitive, ...rest] as Sum);
  };
  for (const flow of flows) {
    const attributes = flow.attributes.filter(
      (one) => !filters.piiCategoryId || one.category === filters.piiCategoryId,
    );
    const sensitive = attributes.filter((one) => one.sensitive).length;
    const uses = filters.sensitive ? sensitive : attributes.length;
    if (uses === 0) continue;
    if (filters.applicationId && flow.application !== filters.applicationId) continue;
    if (filters.purposeId && flow.purpose !== filters.purposeId) continue;
    const reached = [flow.storageCountry, ...flow.parties.map(({ country }) => country)];
    if (filters.country && !reached.includes(filters.country)) continue;
    const path = [
      `subject:${flow.subject}`,
      `channel:${flow.channel}`,
      `application:${flow.application}`,
      `purpose:${flow.purpose}`,
      ...(flow.storage ? [`storage:${flow.storage}`] : []),
    ];
    for (const key of path) add(nodes, key, uses, sensitive);
    const storedAbroad = flow.storageCountry !== null && flow.storageCountry !== 'TH';
    path
      .slice(1)
      .forEach((key, index) =>
        add(edges, `${path[index]} → ${key}`, uses, sensitive, storedAbroad && key.startsWith('storage:')),
      );
    const parties = flow.parties.filter(({ country }) => !filters.country || country === filters.country);
    for (const key of new Set(parties.map(({ key }) => key))) {
      add(nodes, key, uses, sensitive);
      add(edges, `${path.at(-1)} → ${key}`, uses, sensitive, !key.startsWith('thirdParty:TH:'));
    }
    for (const application of filters.country ? [] : flow.internal) {
      add(nodes, `internal:${application}`, uses, sensitive);
      add(edges, `${path.at(-1)} → internal:${application}`, uses, sensitive, false);
    }
  }
  return {
    nodes: Object.fromEntries([...nodes].map(([key, sums]) => [key, sums.join(' ')])),
    edges: Object.fromEntries([...edges].map(([key, sums]) => [key, sums.join(' ')])),
  };
}

describe('permissions', () => {
  it('to read it: Admin, DPO and Top Management from Standard up; nobody else', async () => {
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const outsider = await buildPerson(server, { role: 'Admin' });
    for (const ask of ['get', 'choices'] as const) {
      expect(await refusedWith((await as(null))[ask]({ ws }))).toBe('UNAUTHORIZED');
      expect(await refusedWith((await as(staff))[ask]({ ws }))).toBe('FORBIDDEN');
      expect(await refusedWith((await as(outsider))[ask]({ ws }))).toBe('NOT_FOUND');
      await expect((await as(manager))[ask]({ ws })).resolves.toBeTruthy();
    }
    const { id } = await buildWorkspace(server, { tier: 'Basic' });
    const admin = await buildPerson(server, { workspaceId: id });
    expect(await refusal((await as(admin)).get({ ws: id }))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'forbidden.tier',
    });
    for (const tier of ['Standard', 'Pro'] as const) {
      const larger = await buildWorkspace(server, { tier });
      await expect(
        (await as(await buildPerson(server, { workspaceId: larger.id, role: 'DPO' }))).get({ ws: larger.id }),
      ).resolves.toBeTruthy();
    }
  });

  it('to move nodes: users who may write the organisation; others only read', async () => {
    const [flow] = await buildFlows(server, ws, { lines: 1 });
    const moves = [{ node: `application:${flow?.application}`, x: 1, y: 2 }];
    expect(await refusedWith((await as(manager)).arrange({ ws, moves }))).toBe('FORBIDDEN');
    expect(await refusedWith((await as(manager)).resetPositions({ ws }))).toBe('FORBIDDEN');
    await expect((await as(dpo)).arrange({ ws, moves })).resolves.toEqual({ positions: 1 });
  });
});

describe('the graph', () => {
  it('of a workspace without data mappings is empty', async () => {
    expect(await (await as(dpo)).get({ ws })).toEqual({
      nodes: [],
      edges: [],
      positions: [],
      meta: { totalNodes: 0, totalEdges: 0, truncated: false },
    });
    expect(await (await as(dpo)).choices({ ws })).toEqual({
      applications: [],
      purposes: [],
      piiCategories: [],
      countries: [],
    });
  });

  it('equals the sum of all lines, under every filter and several at once', async () => {
    const flows = await buildFlows(server, ws, { lines: 120, seed: 7 });
    const other = await buildWorkspace(server);
    await buildFlows(server, other.id, { lines: 20, seed: 8 });
    const api = await as(dpo);
    const [some] = flows;
    const piiCategoryId = flows[3]?.attributes[0]?.category;
    const cases = [
      {},
      { applicationId: some?.application },
      { purposeId: some?.purpose },
      { piiCategoryId },
      { country: 'SG' },
      { country: 'TH' },
      { sensitive: true },
      { sensitive: true, country: 'US' },
      { piiCategoryId, applicationId: flows[3]?.application },
      { piiCategoryId, purposeId: flows[3]?.purpose, sensitive: true },
      { applicationId: some?.application, purposeId: some?.purpose, piiCategoryId, country: 'SG', sensitive: true },
      { applicationId: randomUUIDv7() },
    ];
    for (const filters of cases) {
      const graph = await api.get({ ws, ...filters });
      const wanted = byHand(flows, filters as Parameters<typeof byHand>[1]);
      expect(flat(graph), JSON.stringify(filters)).toEqual(wanted);
      expect(graph.meta).toEqual({
        totalNodes: Object.keys(wanted.nodes).length,
        totalEdges: Object.keys(wanted.edges).length,
        truncated: false,
      });
    }
  });

  it('names every node, with the country of third parties and of storage, and offers the occurring filter values', async () => {
    const flows = await buildFlows(server, ws, { lines: 30, seed: 3 });
    const api = await as(manager);
    const graph = await api.get({ ws });
    const named = await server.owner
      .selectFrom('applications')
      .select(['id', 'name'])
      .where('workspaceId', '=', ws)
      .execute();
    for (const { kind, id, name } of graph.nodes)
      if (kind === 'application' || kind === 'internal') expect(name.th).toBe(named.find((one) => one.id === id)?.name);
    const places = new Map(flows.map(({ storage, storageCountry }) => [storage, storageCountry]));
    for (const { name, kind, id, country } of graph.nodes) {
      expect(name.th).not.toBe('');
      if (kind === 'storage') expect(country).toBe(places.get(id));
      else expect(country !== null).toBe(kind === 'thirdParty');
    }
    const choices = await api.choices({ ws });
    expect(new Set(choices.applications.map(({ id }) => id))).toEqual(
      new Set(flows.map(({ application }) => application)),
    );
    expect(new Set(choices.purposes.map(({ id }) => id))).toEqual(new Set(flows.map(({ purpose }) => purpose)));
    expect(new Set(choices.piiCategories.map(({ id }) => id))).toEqual(
      new Set(flows.flatMap(({ attributes }) => attributes.map(({ category }) => category))),
    );
    expect(choices.countries).toEqual(expect.arrayContaining(['TH', 'SG', 'US']));
    expect(choices.countries[0]).toBe('TH');
  });

  it('counts third parties of one name and country once, ignoring letter case and spaces', async () => {
    const [flow] = await buildFlows(server, ws, {
      lines: 1,
      parties: [
        ['Cloud Co', 'SG'],
        ['  CLOUD co ', 'SG'],
        ['Cloud Co', 'US'],
      ],
    });
    const { nodes, edges } = await (await as(dpo)).get({ ws });
    const parties = nodes.filter(({ kind }) => kind === 'thirdParty');
    expect(parties.map(({ country, uses }) => [country, uses])).toEqual(
      expect.arrayContaining([
        ['SG', flow?.attributes.length],
        ['US', flow?.attributes.length],
      ]),
    );
    expect(parties).toHaveLength(2);
    expect(edges.filter(({ to, crossBorder }) => crossBorder && to.startsWith('thirdParty:'))).toHaveLength(2);
  });

  it('larger than can be drawn contains its greatest flows and says so', async () => {
    await buildFlows(server, ws, { lines: 4000, purposes: 3000, seed: 5 });
    const graph = await (await as(dpo)).get({ ws });
    expect(graph.nodes.length).toBeLessThanOrEqual(FLOW_NODE_LIMIT);
    expect(graph.edges.length).toBeLessThanOrEqual(FLOW_EDGE_LIMIT);
    expect(graph.meta.truncated).toBe(true);
    expect(graph.meta.totalNodes).toBeGreaterThan(graph.nodes.length);
    const keys = new Set(graph.nodes.map(({ key }) => key));
    expect(graph.edges.every(({ from, to }) => keys.has(from) && keys.has(to))).toBe(true);
  });

  it('is returned by REST under the same permission check, filters as text', async () => {
    const flows = await buildFlows(server, ws, { lines: 10, seed: 2 });
    const ask = (person: Person, query = '') =>
      server.app.inject({
        method: 'GET',
        url: `/api/v1/${ws}/data-flow-diagram${query}`,
        headers: { authorization: `Bearer ${person.token}` },
      });
    const answer = await ask(dpo, `?sensitive=true&applicationId=${flows[0]?.application}`);
    expect(answer.statusCode).toBe(200);
    expect(flat(answer.json())).toEqual(byHand(flows, { sensitive: true, applicationId: flows[0]?.application ?? '' }));
    expect((await ask(dpo, '?country=Singapore')).statusCode).toBe(400);
    expect((await ask(await buildPerson(server, { workspaceId: ws, role: 'Staff' }))).statusCode).toBe(403);
  });

  it('is protected by row-level security even if the query omits the workspace', async () => {
    await buildFlows(server, ws, { lines: 3 });
    const outside = (await buildWorkspace(server)).id;
    const received = await withScope(server.deps.db, { workspaceId: outside }, (trx) =>
      trx.selectFrom('dataFlows').selectAll().execute(),
    );
    expect(received).toEqual([]);
  });
});

describe('positions', () => {
  it('are stored for everyone; the later one counts; unknown nodes are ignored', async () => {
    const [flow] = await buildFlows(server, ws, { lines: 1 });
    const other = await buildPerson(server, { role: 'Admin' });
    const [strange] = await buildFlows(server, other.workspaceId, { lines: 1 });
    const node = `purpose:${flow?.purpose}`;
    const api = await as(dpo);
    const moves = [
      { node, x: 5, y: 5 },
      { node, x: 10.5, y: -20.25 },
      { node: `purpose:${randomUUIDv7()}`, x: 1, y: 1 },
      { node: `purpose:${strange?.purpose}`, x: 1, y: 1 },
    ];
    expect(await api.arrange({ ws, moves })).toEqual({ positions: 1 });
    expect((await (await as(manager)).get({ ws })).positions).toEqual([{ node, x: 10.5, y: -20.25 }]);
    expect(await refusedWith((await as(other)).arrange({ ws, moves }))).toBe('NOT_FOUND');
    expect(await (await as(other)).get({ ws: other.workspaceId })).toMatchObject({ positions: [] });
  });

  it('are refused if they are invalid, name no node, or are too many', async () => {
    const [flow] = await buildFlows(server, ws, { lines: 1 });
    const node = `purpose:${flow?.purpose}`;
    const api = await as(dpo);
    for (const moves of [
      [],
      [{ node, x: Infinity, y: 0 }],
      [{ node, x: Number.NaN, y: 0 }],
      [{ node, x: 2e6, y: 0 }],
      [{ node: 'purpose:1', x: 0, y: 0 }],
      Array.from({ length: FLOW_NODE_LIMIT + 1 }, () => ({ node, x: 0, y: 0 })),
    ]) {
      expect(await refusedWith(api.arrange({ ws, moves }))).toBe('BAD_REQUEST');
    }
  });

  it('are reset one by one or all; others are notified without a log entry', async () => {
    const flows = await buildFlows(server, ws, { lines: 2, seed: 4 });
    const api = await as(dpo);
    const keys = flows
      .map(({ subject }) => `subject:${subject}`)
      .concat(flows.map(({ application }) => `application:${application}`));
    const nodes = [...new Set(keys)];
    await api.arrange({ ws, moves: nodes.map((node) => ({ node, x: 1, y: 1 })) });
    expect(await api.resetPositions({ ws, nodes: nodes.slice(0, 1) })).toEqual({ positions: nodes.length - 1 });
    expect(await api.resetPositions({ ws })).toEqual({ positions: 0 });
    expect(await api.resetPositions({ ws })).toEqual({ positions: 0 });
    const changes = await server.owner
      .selectFrom('outbox')
      .select('event')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'dataFlow.arranged')
      .execute();
    const logged = await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('workspaceId', '=', ws)
      .where('entity', '=', 'dataFlow')
      .execute();
    expect(changes.length).toBeLessThanOrEqual(3);
    expect(logged).toEqual([]);
  });
});

describe('the layout', () => {
  const free = (nodes: DataFlowGraph['nodes'], places: Places) => {
    const all = nodes.map(({ key }) => places.get(key) ?? { x: NaN, y: NaN });
    return all.every((a, index) =>
      all.slice(index + 1).every((b) => Math.abs(a.x - b.x) >= NODE.width || Math.abs(a.y - b.y) >= NODE.height),
    );
  };

  it('reads left to right in lanes, without overlaps, recipients in the band of their country', async () => {
    await buildFlows(server, ws, { lines: 200, seed: 11 });
    const { nodes } = await (await as(dpo)).get({ ws });
    for (const hint of [
      new Map<string, number>(),
      new Map(nodes.map(({ key }, index) => [key, (index * 7919) % 3000])),
    ]) {
      const places = placeInLanes(nodes, hint);
      expect(places.size).toBe(nodes.length);
      expect(free(nodes, places)).toBe(true);
      const lanes = lanesOf(nodes, places);
      lanes
        .slice(1)
        .forEach((lane, index) => expect(lane.x).toBeGreaterThan((lanes[index]?.x ?? 0) + (lanes[index]?.width ?? 0)));
      const bands = bandsOf(nodes, places).toSorted((a, b) => a.y - b.y);
      expect(bands.map(({ country }) => country).slice(0, 2)).toEqual([null, 'TH']);
      bands
        .slice(1)
        .forEach((band, index) =>
          expect(band.y).toBeGreaterThanOrEqual((bands[index]?.y ?? 0) + (bands[index]?.height ?? 0)),
        );
    }
  });

  it('preserves displayed positions when the graph grows', async () => {
    await buildFlows(server, ws, { lines: 40, seed: 12 });
    const before = (await (await as(dpo)).get({ ws })).nodes;
    const placesBefore = placeInLanes(before);
    await buildFlows(server, ws, { lines: 20, seed: 13 });
    const after = (await (await as(dpo)).get({ ws })).nodes;
    const places = keepPlaces(after, placesBefore);
    for (const { key } of before) if (places.has(key)) expect(places.get(key)).toEqual(placesBefore.get(key));
    expect(places.size).toBe(after.length);
    expect(free(after, places)).toBe(true);
  });

  const automatic = ({ nodes, edges }: Pick<DataFlowGraph, 'nodes' | 'edges'>) =>
    placeInLanes(nodes, heightsByNeighbours(nodes, edges));

  it('draws a moved node within its lane, also where a filter sets the lane elsewhere', async () => {
    const flows = await buildFlows(server, ws, { lines: 200, seed: 21, applications: 60, purposes: 90 });
    const api = await as(dpo);
    const graph = await api.get({ ws });
    const { application: applicationId } = flows[0]!;
    const node = `application:${applicationId}`;
    const { x, y } = automatic(graph).get(node)!;
    const rightmost = Math.max(...lanesOf(graph.nodes, automatic(graph)).map((lane) => lane.x));
    for (const moved of [x, rightmost, -rightmost]) {
      await api.arrange({ ws, moves: [{ node, x: moved, y: y + 30 }] });
      const narrow = await api.get({ ws, applicationId });
      expect(narrow.positions).toEqual([{ node, x: moved, y: y + 30 }]);
      const places = placed(narrow, { stored: narrow.positions });
      expect(places.get(node)?.y).toBe(y + 30);
      const before = lanesOf(narrow.nodes, automatic(narrow));
      // The lanes are a node's width and more apart: none is drawn at another's.
      for (const [index, lane] of lanesOf(narrow.nodes, places).entries()) {
        expect(lane.lane).toBe(before[index]!.lane);
        expect(Math.abs(lane.x - before[index]!.x)).toBeLessThan(30);
        expect(Math.abs(lane.x + lane.width - before[index]!.x - before[index]!.width)).toBeLessThan(30);
      }
    }
  });

  it('ends moves at the edge of the lane, however often a node is moved', async () => {
    await buildFlows(server, ws, { lines: 20, seed: 22 });
    const graph = await (await as(dpo)).get({ ws });
    const start = automatic(graph);
    const ranges = laneRanges(graph.nodes, start);
    const node = graph.nodes.find(({ kind }) => kind === 'purpose')!;
    let at: Point = start.get(node.key)!;
    for (let move = 0; move < 10; move += 1) {
      at = withinLane(ranges, node, { x: at.x - 20, y: at.y });
      at = withMoves(graph.nodes, start, [{ node: node.key, ...at }], ranges).get(node.key)!;
    }
    const [lane] = lanesOf([node], start);
    expect(lane!.x - at.x).toBeGreaterThan(0);
    expect(lane!.x - at.x).toBeLessThan(30);
  });

  it('takes the places of a screen only where they cover all that is drawn: of a part they overlap the rest', async () => {
    await buildFlows(server, ws, { lines: 60, seed: 23 });
    const answer = await (await as(dpo)).get({ ws });
    const graph = indexed(answer);
    const { key } = graph.nodes.find(({ kind }) => kind === 'purpose')!;
    const part = partOf(graph, pathOf(graph, { node: key }));
    expect(part.nodes.length).toBeLessThan(graph.nodes.length);
    const displayed = placesOfPart(part, automatic(answer));
    expect(free(answer.nodes, placed(graph, { stored: [], displayed }))).toBe(true);
    expect(placed(part, { graph, stored: [], displayed })).toEqual(displayed);
    // Without the screen a part is drawn as the screen does.
    expect(placed(part, { graph, stored: [] })).toEqual(displayed);
  });
});

describe('the picture', () => {
  const words = {
    locale: 'th' as const,
    title: 'แผนภาพ <b>&"\'',
    subtitle: ['ณ วันนี้'],
    internal: 'ภายใน',
    country: (code: string) => code,
    uses: String,
    sensitiveUses: String,
    lanes: { subject: 's', channel: 'c', application: 'a', purpose: 'p', storage: 't', recipient: 'r' },
    legend: { plain: 'p', sensitive: 's', crossBorder: 'c', both: 'b' },
  };

  it('is well-formed whatever the names of nodes, with every node and edge in it', async () => {
    await buildFlows(server, ws, {
      lines: 20,
      seed: 6,
      parties: [
        ['</text><script>alert(1)</script>\u0007', 'US'],
        ['"&<>\'', 'SG'],
      ],
    });
    const graph = await (await as(dpo)).get({ ws });
    const svg = drawSvg(graph, placeInLanes(graph.nodes), words);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&#60;script');
    expect(svg).not.toContain('\u0007');
    expect(svg).not.toMatch(/&(?!#\d+;)/);
    expect(svg.match(/<g><title>/g)).toHaveLength(graph.nodes.length);
    const open = [...svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)].reduce(
      (depth, [, closing, , single]) => depth + (closing ? -1 : single ? 0 : 1),
      0,
    );
    expect(open).toBe(0);
  });

  it('counts one use as one', () => {
    expect(flowWords('en').uses(1)).toBe('1 use of data');
    expect(flowWords('en').uses(1200)).toBe('1,200 uses of data');
  });

  it('breaks Thai between words and never separates a mark from its letter', () => {
    const lines = wrap('ระบบจัดการข้อมูลผู้ป่วยนอกและการนัดหมายของโรงพยาบาลทุกสาขาทั่วประเทศ', 14, 2, 'th');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    expect(lines.every((line) => !/^\p{M}/u.test(line))).toBe(true);
    expect(wrap('สั้น', 14, 2, 'th')).toEqual(['สั้น']);
    expect(wrap('A'.repeat(200), 10, 2, 'en').map((line) => line.length > 5)).toEqual([true, true]);
  });
});
