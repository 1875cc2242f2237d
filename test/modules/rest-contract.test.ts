import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isKeyScope } from '../../shared/apiKey/scopes.ts';
import { ERROR_STATUS } from '../../shared/errors.ts';
import { restCalls } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { sharedServer, type TestServer } from '../factories.ts';
import { callRest, type Input, requestOf, restByPath } from '../tenancy/calls.ts';
import {
  AGENT_ROUTES,
  CONTRACT,
  type ContractRow,
  PAGES,
  PLAIN_ROUTES,
  SITE_ROUTES,
  SUBJECT_ROUTES,
} from '../tenancy/contract.ts';
import { SAMPLES } from '../tenancy/samples.ts';
import { buildWorld, type World, worldInUse } from '../tenancy/world.ts';

const calls = restCalls(appRouter);
const callOf = ([method, url]: ContractRow) =>
  calls.find((call) => call.meta.rest.method === method && call.url === url);
const nameOf = ([method, url]: ContractRow) => `${method} ${url}`;
const served = CONTRACT.filter(callOf);

/** The shape of every error response, without other fields. */
const errorBody = z.strictObject({
  code: z.string().min(1),
  name: z.string().min(1),
  message: z.string().min(1),
  issues: z
    .array(z.strictObject({ path: z.array(z.union([z.string(), z.number()])), reason: z.string().min(1) }))
    .optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
const THAI = /[\u0e00-\u0e7f]/;

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await sharedServer();
  world = await buildWorld(server, 'CONTRACT');
});
afterAll(() => server.close());

const bearer = (token: string, locale = 'en') => ({ authorization: `Bearer ${token}`, 'accept-language': locale });
const withNothing = (url: string) =>
  url.replaceAll(/\{(\w+)\}/g, (_match, name: string) => (name === 'v' ? '1' : randomUUIDv7()));

describe('the REST contract', () => {
  it.each(CONTRACT.map((row) => [nameOf(row), row] as const))(
    '%s is served with its permission check',
    (_name, row) => {
      expect(callOf(row)?.meta.access).toBe(row[2]);
    },
  );

  it.each(PLAIN_ROUTES.map((row) => [nameOf(row), row] as const))(
    '%s is served with its permission check',
    async (_name, [method, url, access]) => {
      const { statusCode } = await server.app.inject({ method, url: withNothing(url) });
      expect(statusCode).toBe(access === 'open' ? 200 : 401);
    },
  );

  it.each(SITE_ROUTES.map((row) => [nameOf(row), row] as const))(
    '%s is served to any site without authentication',
    async (_name, [method, url]) => {
      const answer = await server.app.inject({
        method,
        url: withNothing(url),
        headers: { origin: 'https://shop.example', cookie: 'pokpong_session=x' },
        ...(method === 'POST' ? { payload: {} } : {}),
      });
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example');
    },
  );

  it.each(AGENT_ROUTES.map((row) => [nameOf(row), row] as const))(
    '%s is served to servers, and not to scripts of a site',
    async (_name, [method, url]) => {
      const answer = await server.app.inject({
        method,
        url: withNothing(url),
        headers: { origin: 'https://shop.example', cookie: 'pokpong_session=x' },
      });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: '404', message: expect.any(String) });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it.each(SUBJECT_ROUTES.map((row) => [nameOf(row), row] as const))(
    '%s is refused without a session of a request',
    async (_name, [method, url]) => {
      const session = 'nobody-has-this-session-at-all';
      const id = '00000000-0000-7000-8000-000000000000';
      const answer = await server.app.inject({
        method,
        url,
        headers: { 'request-session': session, authorization: `Bearer ${world.people.Admin.token}` },
        payload: { session, rightId: id, fileId: id },
      });
      expect(answer.statusCode).toBe(401);
    },
  );

  it('is complete', () => {
    const promised = new Set(CONTRACT.map(nameOf));
    expect(calls.map((call) => `${call.meta.rest.method} ${call.url}`).filter((name) => !promised.has(name))).toEqual(
      [],
    );
  });

  it('returns 201 for a creation', () => {
    const created = served.filter(
      ([method, url]) =>
        method === 'POST' &&
        /\/(workspaces|data-controllers|personnels|existing|applications|purposes|purpose-categories|signup\/complete)$/.test(
          url,
        ),
    );
    expect(created.length).toBeGreaterThan(4);
    for (const row of created) expect(callOf(row)?.meta.rest.status, nameOf(row)).toBe(201);
  });
});

describe('the OpenAPI document', () => {
  type Operation = {
    operationId: string;
    parameters?: { name: string; in: string; required?: boolean }[];
    responses: Record<string, unknown>;
    security?: unknown[];
    summary?: string;
    description?: string;
  };
  interface OpenApi {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Record<string, unknown>>;
  }
  let document: OpenApi;
  beforeAll(async () => {
    const answer = await server.app.inject('/api/openapi.json');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    document = answer.json();
  });

  it('is of version 3.1 and names every call of the contract', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const row of [...CONTRACT, ...PLAIN_ROUTES, ...SITE_ROUTES, ...AGENT_ROUTES, ...SUBJECT_ROUTES]) {
      const [method, url, access] = row;
      if (PAGES.includes(url)) continue;
      const operation = document.paths[url]?.[method.toLowerCase()];
      expect(operation, nameOf(row)).toBeDefined();
      expect(operation?.summary, nameOf(row)).toBeTruthy();
      // An empty list means that no session is required.
      expect(operation?.security, nameOf(row)).toEqual(access === 'open' ? [] : undefined);
    }
  });

  it('says which calls no key may make', () => {
    const noteOf = (method: string, url: string) => document.paths[url]?.[method]?.description;
    const notes = calls.map(({ meta: { rest, access, programs }, url }) => {
      const mayCall = access === 'open' || (access === 'session' ? programs === true : isKeyScope(access));
      return { mayCall, note: noteOf(rest.method.toLowerCase(), url) };
    });
    expect(new Set(notes.map(({ mayCall }) => mayCall))).toEqual(new Set([true, false]));
    for (const { mayCall, note } of notes) expect(note?.includes('For people only')).toBe(!mayCall);
  });

  it('gives every call a unique name and its path parameters', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[\w.]+$/.test(id))).toBe(true);
    for (const [url, methods] of Object.entries(document.paths)) {
      const inPath = [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
      for (const [method, operation] of Object.entries(methods)) {
        const described = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect(described.map(({ name }) => name).sort(), `${method} ${url}`).toEqual(inPath);
        expect(
          described.every(({ required }) => required),
          `${method} ${url}`,
        ).toBe(true);
        expect(
          Object.keys(operation.responses).some((status) => status.startsWith('2')),
          `${method} ${url}`,
        ).toBe(true);
      }
    }
  });

  it('contains no broken references', () => {
    const references: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string') references.push(value);
      return value;
    });
    expect(references.length).toBeGreaterThan(50);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//);
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (at, part) => (at as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
          document,
        );
      expect(found, reference).toBeDefined();
    }
  });

  it('contains only keywords of JSON Schema 2020-12', () => {
    const odd: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      // Keywords of 3.0 that 3.1 dropped.
      if (key === 'nullable' || (key === 'exclusiveMinimum' && typeof value === 'boolean')) odd.push(key);
      return value;
    });
    expect(odd).toEqual([]);
  });
});

describe('responses', () => {
  it('of failures have one shape, in Thai and in English', async () => {
    for (const row of served) {
      const call = callOf(row)!;
      const url = call.url
        .replace('{ws}', world.ws)
        .replaceAll(/\{(\w+)\}/g, (_match, name: string) => (name === 'v' ? '1' : randomUUIDv7()));
      const body = row[0] === 'GET' ? {} : { payload: { rowVersion: 'none', email: 'none', route: '' } };
      const one = async (locale: string, headers: Record<string, string>) =>
        server.app.inject({
          method: row[0],
          url: row[0] === 'GET' ? `${url}?pageSize=none` : url,
          ...body,
          headers: { 'accept-language': locale, ...headers },
        });
      for (const headers of [{}, { authorization: `Bearer ${world.people.DPO.token}` }]) {
        if (row[1].endsWith('logout')) continue;
        const [th, en] = [
          await one('th', headers as Record<string, string>),
          await one('en', headers as Record<string, string>),
        ];
        if (th.statusCode < 400) continue;
        const text = `${nameOf(row)}: ${th.statusCode} ${th.body}`;
        expect(Object.values(ERROR_STATUS), text).toContain(th.statusCode);
        expect(th.statusCode, text).toBeLessThan(500);
        expect(th.headers['content-type'], text).toContain('application/json');
        const [inThai, inEnglish] = [errorBody.parse(th.json()), errorBody.parse(en.json())];
        expect(inThai.code, text).toBe(inEnglish.code);
        expect(inThai.message, text).toMatch(THAI);
        expect(inEnglish.message, text).not.toMatch(THAI);
        for (const { reason } of inThai.issues ?? []) expect(reason, text).toMatch(THAI);
        if (inThai.issues && th.statusCode === 400) expect(inThai.name, text).toBe('ValidationException');
        if (row[2] !== 'open' && Object.keys(headers).length === 0) expect(th.statusCode, text).toBe(401);
      }
    }
  });

  it('for an unknown address have the same shape', async () => {
    for (const url of [
      '/api/v1/nothing',
      `/api/v1/${world.ws}/nothing`,
      '/api/nothing',
      '/files-api/v1/nothing',
      '/trpc/nothing',
    ]) {
      const answer = await server.app.inject({ url, headers: { 'accept-language': 'th' } });
      expect(answer.statusCode, url).toBe(404);
      const body = answer.json() as { error?: { data: { body: unknown } } };
      expect(errorBody.parse(body.error ? body.error.data.body : body).message, url).toMatch(THAI);
    }
  });

  it('that are lists have a collection and its page', async () => {
    const lists = served.filter(
      ([method, url]) =>
        method === 'GET' &&
        /\/(workspaces|activity-logs|data-controllers|personnels|applications|purposes|purpose-categories|security-measures|pii-categories|no-consent|no-dsrm-request-form|not-dpia)$/.test(
          url,
        ),
    );
    expect(lists.length).toBeGreaterThan(3);
    for (const row of lists) {
      const answer = await server.app.inject({
        url: `${row[1].replace('{ws}', world.ws)}?pageSize=2&currentPage=1&sortDirection=ASC&unknown=1`,
        headers: bearer(world.people.Admin.token),
      });
      expect(answer.statusCode, `${nameOf(row)}: ${answer.body}`).toBe(200);
      const body = z
        .object({
          collection: z.array(z.object({})),
          meta: z.object({
            currentPage: z.literal(1),
            pageSize: z.literal(2),
            totalPage: z.number().int(),
            totalItems: z.number().int(),
          }),
        })
        .parse(answer.json());
      expect(body.collection.length, nameOf(row)).toBeLessThanOrEqual(2);
      expect(body.meta.totalPage, nameOf(row)).toBe(Math.max(1, Math.ceil(body.meta.totalItems / 2)));
    }
  });

  it('to a complete request have the declared status, and unknown fields change nothing', async () => {
    const inWorld = worldInUse(server, 'CONTRACT');
    for (const [path, call] of restByPath) {
      const sample = SAMPLES[path];
      if (!sample || sample.bearer) continue;
      const more = { unknownField: 'ignored', isAdmin: 'true', workspaceId: randomUUIDv7(), createdBy: randomUUIDv7() };
      const answer = await inWorld(
        (own) => callRest(server, own.people.Admin, path, { ...(sample.input(own) as Input), ...more }),
        ({ status, code }) =>
          sample.refused ? sample.refused.includes(code ?? '') : status === (call.meta.rest.status ?? 200),
      );
      if (sample.refused) expect(sample.refused, path).toContain(answer.code);
      else expect(answer.status, `${path}: ${answer.text}`).toBe(call.meta.rest.status ?? 200);
      expect(answer.text, path).not.toContain('unknownField');
    }
  });

  it('to no body are those to an empty one, also where a type is named for it', async () => {
    const send = async (path: string, input: Input) => {
      const { method, url } = requestOf(path, input);
      const headers = { ...bearer(world.people.Admin.token), 'content-type': 'application/json' };
      const answer = await server.app.inject({ method, url, headers });
      return { status: answer.statusCode, ...errorBody.parse(answer.json()) };
    };
    // Calls without a body find nothing here, others say what is missing.
    const nobody = { ws: world.ws, id: randomUUIDv7() };
    for (const path of ['webhook.test', 'webhook.remove'])
      expect(await send(path, nobody), path).toMatchObject({ status: 404, code: 'webhook.notFound' });
    const { status, issues } = await send('dataController.create', { ws: world.ws });
    expect(status).toBe(400);
    expect(issues?.length).toBeGreaterThan(0);
  });

  it('use the workspace and the id of the address, whatever the body contains', async () => {
    const other = await buildWorld(server, 'ELSEWHERE');
    const input = SAMPLES['dataController.update']!.input(world) as Input;
    const request = requestOf('dataController.update', input);
    const answer = await server.app.inject({
      ...request,
      payload: { ...request.payload, ws: other.ws, id: other.controllerId },
      headers: bearer(world.people.Admin.token),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id: world.controllerId });
    const there = await server.owner
      .selectFrom('dataControllers')
      .select('nameTh')
      .where('id', '=', other.controllerId)
      .executeTakeFirstOrThrow();
    expect(there.nameTh).toContain('ELSEWHERE');
  });
});
