import { SAMPLE_CALLS, SAMPLE_CALL_NAMES, type SampleBody } from '../shared/apiKey/sampleCalls.ts';

interface Schema {
  $ref?: string;
  default?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
}

/** What is read of an operation of the OpenAPI document. */
interface Operation {
  operationId: string;
  description: string;
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

/** The parts of the OpenAPI document that the examples are made of. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Parameters of lists that every example names. */
const PAGING = ['pageSize', 'currentPage'];

/**
 * How the calls of the page of examples are made: method, address, scope and paging, as the OpenAPI document states
 * them.
 * @throws where the document lacks a call, or its body is not what the example sends
 */
export function sampleCalls(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;
  const calls = SAMPLE_CALL_NAMES.map((name) => {
    const found = operations.find(({ operation }) => operation.operationId === name);
    if (!found) throw new Error(`The OpenAPI document lacks the call ${name}.`);
    const { path, method, operation } = found;
    const schema = operation.requestBody?.content['application/json'].schema;
    checkBody(name, SAMPLE_CALLS[name], schema && resolve(schema));
    const query = (operation.parameters ?? [])
      .filter(({ in: place, name: parameter }) => place === 'query' && PAGING.includes(parameter))
      .map(({ name: parameter, schema: { default: value } }) => [parameter, String(value)]);
    const scope = operation.description.match(/^Permission `([\w.]+)`/)?.[1];
    return [name, { method, path, scope, query: Object.fromEntries(query) }];
  });
  return `${JSON.stringify(Object.fromEntries(calls), null, 2)}\n`;
}

function checkBody(name: string, body: SampleBody | undefined, schema: Schema | undefined): void {
  const sent = Object.keys(body ?? {});
  const known = Object.keys(schema?.properties ?? {});
  const wrong = sent.filter((field) => !known.includes(field));
  const missing = (schema?.required ?? []).filter((field) => !sent.includes(field));
  if (wrong.length + missing.length > 0)
    throw new Error(`The example of ${name} sends ${wrong.join()} that is no field, and lacks ${missing.join()}.`);
}
