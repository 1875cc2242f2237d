import { type Quad, type Term as Node, Writer } from 'n3';
import type { RopaRecord } from '../../../../shared/ropa/record.ts';
import type { PublishedDpia } from './publishedDpias.ts';
import { assessmentQuads } from './assessmentQuads.ts';
import { quadsOf, registerQuads } from './quads.ts';
import { type Register, SharedStatements } from './sharedStatements.ts';
import { PREFIXES } from './terms.ts';

/** The content of the files: the applications, and optionally their published assessments. */
export interface Contents {
  readonly records: AsyncIterable<RopaRecord> | Iterable<RopaRecord>;
  readonly assessments?: AsyncIterable<PublishedDpia> | Iterable<PublishedDpia>;
}

/** Both files have the same statements: the register, then one application at a time, then one assessment at a time. */
async function* parts({ records, assessments = [] }: Contents, register: Register): AsyncGenerator<Quad[]> {
  const emitted = new Set<string>();
  yield [...registerQuads(register)];
  for await (const record of records) yield [...quadsOf(record, register, emitted)];
  const shared = new SharedStatements(emitted);
  for await (const assessment of assessments) yield [...assessmentQuads(assessment, shared)];
}

/** The register as Turtle, one application at a time. */
export async function* turtleOf(contents: Contents, register: Register): AsyncGenerator<Uint8Array> {
  let written = '';
  const sink = {
    write: (chunk: string, _encoding: string, done?: () => void) => ((written += chunk), done?.()),
    end: (done?: () => void) => done?.(),
  };
  const writer = new Writer(sink as unknown as NodeJS.WritableStream, { prefixes: PREFIXES, end: false });
  const flush = () => {
    const bytes = Buffer.from(written);
    written = '';
    return bytes;
  };
  for await (const quads of parts(contents, register)) {
    writer.addQuads(quads);
    yield flush();
  }
  await new Promise<void>((resolve, reject) => writer.end((error) => (error ? reject(error) : resolve())));
  yield flush();
}

/** The register as JSON-LD 1.1: one graph, compacted by the prefixes of its context, one application at a time. */
export async function* jsonLdOf(contents: Contents, register: Register): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"@context":${JSON.stringify(PREFIXES)},\n"@graph":[`);
  let first = true;
  for await (const quads of parts(contents, register)) {
    const nodes = nodesOf(quads).map((node) => JSON.stringify(node));
    if (nodes.length === 0) continue;
    yield Buffer.from(`${first ? '\n' : ',\n'}${nodes.join(',\n')}`);
    first = false;
  }
  yield Buffer.from('\n]}\n');
}

type JsonNode = Record<string, unknown>;

function nodesOf(quads: readonly Quad[]): JsonNode[] {
  const nodes = new Map<string, JsonNode>();
  for (const { subject, predicate, object } of quads) {
    const id = subject.value;
    const node = nodes.get(id) ?? { '@id': id };
    nodes.set(id, node);
    const isType = predicate.value === `${PREFIXES.rdf}type`;
    const key = isType ? '@type' : compact(predicate.value);
    const value = isType ? compact(object.value) : valueOf(object);
    const before = node[key];
    node[key] =
      before === undefined ? value : Array.isArray(before) ? [...(before as unknown[]), value] : [before, value];
  }
  return [...nodes.values()];
}

function valueOf(object: Node): unknown {
  if (object.termType !== 'Literal') return { '@id': compact(object.value) };
  if (object.language) return { '@value': object.value, '@language': object.language };
  const type = object.datatype.value;
  return type === `${PREFIXES.xsd}string` ? object.value : { '@value': object.value, '@type': compact(type) };
}

/** `dpv:Purpose` for an IRI of a known vocabulary; any other IRI unchanged. */
function compact(iri: string): string {
  for (const [prefix, namespace] of Object.entries(PREFIXES)) {
    const name = iri.startsWith(namespace) ? iri.slice(namespace.length) : '';
    if (/^[A-Za-z][\w-]*$/.test(name)) return `${prefix}:${name}`;
  }
  return iri;
}
