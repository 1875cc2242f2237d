import { callTRPCProcedure } from '@trpc/server';
import type { RequestContext } from '../../server/platform/trpc/context.ts';
import { toErrorBody } from '../../server/platform/errors.ts';
import { restCalls } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { contextFor, type Person, type TestServer } from '../factories.ts';

export interface Answer {
  status: number;
  /** The complete response as text, as it would be sent. */
  text: string;
  /** Code of the refusal. */
  code?: string;
}
export type Input = Record<string, unknown>;

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: 'query' | 'mutation' | 'subscription' } }
>;

/** Calls a procedure as `person`, or signed out, and returns what would be sent. */
export async function callProcedure(
  server: TestServer,
  person: Person | null,
  path: string,
  input: unknown,
  overrides: Partial<RequestContext> = {},
): Promise<Answer> {
  const ctx = await contextFor(server, person, overrides);
  try {
    const type = procedures[path]?._def.type ?? 'query';
    const result = await callTRPCProcedure({
      router: appRouter,
      path,
      type,
      ctx,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    });
    // A live stream is no JSON: its messages are tested over a socket.
    return { status: 200, text: type === 'subscription' ? '' : (JSON.stringify(result) ?? '') };
  } catch (error) {
    const { status, body } = toErrorBody(error, 'en');
    return {
      status,
      text: JSON.stringify(body),
      code: status === 500 ? `fault: ${String((error as Error).cause ?? error)}` : body.code,
    };
  }
}

const calls = restCalls(appRouter);
/** REST rows by the procedure they call. */
export const restByPath = new Map(calls.map((call) => [call.path, call]));

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** The request of a REST row for an input: its parameters in the address, the rest as query or body. */
export function requestOf(
  path: string,
  input: Input,
): { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; payload?: Input } {
  const call = restByPath.get(path);
  if (!call) throw new Error(`${path} has no REST row`);
  const rest = { ...input };
  const url = call.url.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(asText(value).toWellFormed());
  });
  const { method } = call.meta.rest;
  if (method !== 'GET') return { method, url, payload: rest };
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, asText(value)]));
  return { method, url: query.size > 0 ? `${url}?${query}` : url };
}

/** Sends the REST row of a procedure as `person`, or signed out. */
export async function callRest(
  server: Pick<TestServer, 'app'>,
  person: Pick<Person, 'token'> | null,
  path: string,
  input: Input,
): Promise<Answer> {
  const answer = await server.app.inject({
    ...requestOf(path, input),
    headers: { 'accept-language': 'en', ...(person ? { authorization: `Bearer ${person.token}` } : {}) },
  });
  let code: string | undefined;
  try {
    code = (answer.json() as { code?: string }).code;
  } catch {
    code = undefined;
  }
  return { status: answer.statusCode, text: answer.body, ...(answer.statusCode >= 400 ? { code } : {}) };
}

/**
 * Inputs based on `own` with ids of `foreign`: each differing text alone, and all at once; `kept` names remain
 * unchanged. Empty if the inputs name nothing of a world.
 */
export function swapped(own: Input, foreign: Input, fixed: readonly string[]): { what: string; input: Input }[] {
  const places: { path: (string | number)[]; value: unknown }[] = [];
  const walk = (mine: unknown, theirs: unknown, path: (string | number)[]): void => {
    if (path.length === 1 && fixed.includes(String(path[0]))) return;
    if (typeof mine === 'object' && mine !== null && typeof theirs === 'object' && theirs !== null) {
      for (const key of Object.keys(mine))
        walk((mine as Input)[key], (theirs as Input)[key], [...path, Array.isArray(mine) ? Number(key) : key]);
    } else if (mine !== theirs) places.push({ path, value: theirs });
  };
  walk(own, foreign, []);
  const put = (target: Input, { path, value }: { path: (string | number)[]; value: unknown }) => {
    let at: Record<string | number, unknown> = target;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
    at[path.at(-1) as string] = value;
  };
  const variants = places.map((place) => {
    const input = structuredClone(own);
    put(input, place);
    return { what: place.path.join('.'), input };
  });
  if (places.length > 1) {
    const input = structuredClone(own);
    for (const place of places) put(input, place);
    variants.push({ what: 'everything', input });
  }
  return variants;
}
