import type { AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ERROR_STATUS } from '../../../shared/errors.ts';
import { ERRORS } from '../errorCatalogue.ts';
import { restCalls, type RestCall } from './rest.ts';
import { accessNote, type RouteDescriptions } from './routeDescription.ts';
import { SERVER_ROUTES } from './serverRoutes.ts';

const errorBody = z
  .object({
    code: z.enum(Object.keys(ERRORS)).meta({ description: 'Stable, in English.' }),
    name: z.string().meta({ description: '`ValidationException` for input errors.' }),
    message: z.string().meta({ description: "In the caller's language." }),
    issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), reason: z.string() })).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Error' });

/** The whole input of a procedure: its input schemas merged, as tRPC merges what they parse. */
function inputShape(call: RestCall): Record<string, z.ZodType> {
  const inputs = (call.procedure._def as unknown as { inputs: z.ZodType[] }).inputs;
  const shape: Record<string, z.ZodType> = {};
  for (const input of inputs) if (input instanceof z.ZodObject) Object.assign(shape, input.shape);
  return shape;
}

function operation(call: RestCall): ZodOpenApiOperationObject {
  const { rest, access, programs } = call.meta;
  const shape = inputShape(call);
  const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const pathShape = Object.fromEntries(inPath.map((name) => [name, shape[name] ?? z.string()]));
  const others = Object.fromEntries(Object.entries(shape).filter(([name]) => !inPath.includes(name)));
  const asQuery = rest.method === 'GET' || rest.method === 'DELETE';
  const output = (call.procedure._def as unknown as { output?: z.ZodType }).output;
  const success = String(rest.status ?? 200);
  const failures = [400, ...(access === 'open' ? [] : [401, 403]), 404, 409, ...(rest.failures ?? []), 429, 503];
  return {
    operationId: call.path,
    summary: rest.summary,
    tags: [call.path.split('.')[0] as string],
    description: accessNote(access, programs),
    ...(access === 'open' ? { security: [] } : {}),
    requestParams: {
      ...(inPath.length > 0 ? { path: z.object(pathShape) } : {}),
      ...(rest.header
        ? {
            header: z.object({
              [rest.header]: z
                .uuid()
                .optional()
                .meta({ description: "The caller's personnel id; another's is refused (403)." }),
            }),
          }
        : {}),
      ...(asQuery && Object.keys(others).length > 0 ? { query: z.object(others) } : {}),
    },
    ...(!asQuery && Object.keys(others).length > 0
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: z.object(others).meta({ id: `${componentName(call.path)}Body` }) },
            },
          },
        }
      : {}),
    responses: {
      [success]: { description: 'Done.', ...(output ? { content: { 'application/json': { schema: output } } } : {}) },
      ...Object.fromEntries(
        failures.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  } as ZodOpenApiOperationObject;
}

/** `consent.create` and `consentImport` become `ConsentCreate` and `ConsentImport`. */
function componentName(name: string): string {
  return name.replace(/(?:^|\.)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Exported values of a shared file, and the name of the module it belongs to. */
export interface SchemaFile {
  readonly module: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/**
 * Names every exported object, choice or list after its export, so that the document states it once and refers to it.
 * Where two modules export the same name, the module's name stands before it. Scalars stay in place.
 */
function nameSchemas(files: readonly SchemaFile[]): void {
  const named = files.flatMap(({ module, exports }) =>
    Object.entries(exports).flatMap(([name, value]) =>
      value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum
        ? [{ module, name: componentName(name), schema: value }]
        : [],
    ),
  );
  const byName = Map.groupBy(named, ({ name }) => name);
  for (const { module, name, schema } of named) {
    const meta = z.globalRegistry.get(schema);
    if (meta?.id) continue;
    const isShared = byName.get(name)!.some((other) => other.schema !== schema);
    const prefix = isShared && !name.startsWith(componentName(module)) ? componentName(module) : '';
    z.globalRegistry.add(schema, { ...meta, id: `${prefix}${name}` });
  }
}

/**
 * The OpenAPI 3.1 document of every REST call, made from the procedures themselves; committed as openapi.json.
 * @param routes descriptions of the routes that are no procedures
 * @param files the shared files whose exported schemas become the document's components
 */
export function buildOpenApi(
  router: AnyTRPCRouter,
  routes: readonly RouteDescriptions[],
  files: readonly SchemaFile[],
): object {
  nameSchemas(files);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of restCalls(router)) {
    const entry = (paths[call.url] ??= {});
    entry[call.meta.rest.method.toLowerCase()] = operation(call);
  }
  for (const descriptions of [...routes, SERVER_ROUTES])
    for (const [url, methods] of Object.entries(descriptions)) paths[url] = { ...paths[url], ...methods };
  const statuses = [...new Set(Object.values(ERROR_STATUS))];
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Pokpong API',
      version: '1.0.0',
      description:
        'Personal-data protection programme under the Thai PDPA. Lists answer `{ collection, meta }`; errors `{ code, name, message, issues? }` in the language of Accept-Language (th, en).',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-pokpong_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      responses: Object.fromEntries(
        statuses.map((status) => [
          `Error${status}`,
          { description: `${status}`, content: { 'application/json': { schema: errorBody } } },
        ]),
      ),
    },
    paths: paths as ZodOpenApiPathsObject,
  });
}
