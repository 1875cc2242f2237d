import fc from 'fast-check';
import jsonld from 'jsonld';
import { Parser, Store } from 'n3';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { receiptOf } from '../../server/modules/consentReceipt/document.ts';
import { turtleOf } from '../../server/modules/ropa/dpv/files.ts';
import {
  BASES,
  DPV_VERSION,
  EXEMPTIONS,
  FREQUENCIES,
  iriOf,
  PREFIXES,
  type Term,
  TRANSFERS,
} from '../../server/modules/ropa/dpv/terms.ts';
import type { ConsentContent } from '../../shared/consent/schema.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../shared/dataMapping/fields.ts';
import { PURPOSE_FIELDS, WORD_LISTS } from '../../shared/purpose/fields.ts';
import type { RopaRecord } from '../../shared/ropa/record.ts';
import { publishedDpia } from '../helpers/dpiaContents.ts';
import { anyRecord, factsOf } from '../helpers/ropa.ts';

interface Known {
  kind: string;
  status: string;
}
/** DPV and its extensions, by namespace. */
const NAMESPACES = {
  dpv: PREFIXES.dpv,
  loc: PREFIXES.loc,
  'legal-th': PREFIXES['legal-th'],
  'dpv-27560': 'https://w3id.org/dpv/schema/dpv-27560#',
} as const;
const vocabulary = new Map<string, Known>(
  readFileSync(join(import.meta.dirname, '../reference/dpv-2.3-terms.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [prefix, name, kind, status] = line.split('\t') as [keyof typeof NAMESPACES, string, string, string];
      return [NAMESPACES[prefix] + name, { kind, status }];
    }),
);
const isOfVocabulary = (iri: string): boolean => Object.values(NAMESPACES).some((space) => iri.startsWith(space));

/** The fault of a term; undefined if it is DPV's, current, and of this kind. */
function fault(iri: string, kind: 'class' | 'property'): string | undefined {
  const known = vocabulary.get(iri);
  if (!known) return `${iri} is not defined`;
  if (known.status === 'sunset') return `${iri} is sunset`;
  return known.kind === kind ? undefined : `${iri} is a ${known.kind}`;
}

/** The classes that properties of DPV require of their objects: any of them. */
const RANGES: readonly [property: Term, classes: readonly Term[]][] = [
  ['dpv:hasDataController', ['dpv:DataController']],
  ['dpv:hasDataProcessor', ['dpv:DataProcessor']],
  ['dpv:hasDataImporter', ['dpv:DataImporter']],
  ['dpv:hasRecipientThirdParty', ['dpv:ThirdParty']],
  ['dpv:hasRecipient', ['dpv:Recipient']],
  ['dpv:hasDataSubject', ['dpv:DataSubject']],
  ['dpv:hasPersonalData', ['dpv:PersonalData']],
  ['dpv:hasPurpose', ['dpv:Purpose']],
  ['dpv:hasLegalBasis', ['dpv:LegalBasis', 'dpv:DataTransferLegalBasis']],
  ['dpv:hasDataProtectionOfficer', ['dpv:DataProtectionOfficer']],
  ['dpv:hasImpactAssessment', ['dpv:DPIA']],
  ['dpv:hasRisk', ['dpv:Risk']],
  ['dpv:hasResidualRisk', ['dpv:ResidualRisk']],
  ['dpv:isResidualRiskOf', ['dpv:Risk']],
  ['dpv:hasRiskLevel', ['dpv:RiskLevel']],
  ['dpv:hasLikelihood', ['dpv:Likelihood']],
  ['dpv:hasSeverity', ['dpv:Severity']],
  ['dpv:hasImpact', ['dpv:Impact']],
  ['dpv:isMitigatedByMeasure', ['dpv:RiskMitigationMeasure']],
  ['dpv:mitigatesRisk', ['dpv:Risk']],
];

/** All uses of a graph that differ from DPV's definitions. */
function faultsOf(store: Store): string[] {
  const faults = new Set<string | undefined>();
  for (const { subject, predicate, object } of store.getQuads(null, null, null, null)) {
    if (isOfVocabulary(predicate.value)) faults.add(fault(predicate.value, 'property'));
    if (object.termType === 'NamedNode' && isOfVocabulary(object.value)) faults.add(fault(object.value, 'class'));
    const range = RANGES.find(([property]) => iriOf(property) === predicate.value)?.[1];
    if (range && !range.some((one) => store.countQuads(object, iriOf('rdf:type'), iriOf(one), null) > 0))
      faults.add(`${predicate.value} of ${subject.value} is none of ${range.join(', ')}`);
  }
  return [...faults].filter((one) => one !== undefined);
}

const registerOf = (records: readonly RopaRecord[]) => ({
  id: '00000000-0000-7000-8000-0000000000aa',
  name: 'พื้นที่ทำงาน',
  at: new Date('2026-11-21T05:00:00Z'),
  about: factsOf(records),
});
async function registerGraph(records: readonly RopaRecord[]): Promise<Store> {
  let turtle = '';
  const assessments = records
    .slice(0, 1)
    .map((record) => publishedDpia('00000000-0000-7000-8000-0000000000bb', record));
  for await (const piece of turtleOf({ records, assessments }, registerOf(records)))
    turtle += Buffer.from(piece).toString('utf8');
  return new Store(new Parser().parse(turtle));
}

test('the list has the version named by the export', () => {
  expect(DPV_VERSION).toBe('https://w3id.org/dpv/2.3');
  expect(vocabulary.size).toBeGreaterThan(1300);
  expect([
    fault(`${PREFIXES.dpv}LegalAgreement`, 'class'),
    fault('https://w3id.org/dpv/schema/dpv-27560#receipt-record', 'class'),
    fault(iriOf('dpv:hasPurpose'), 'class'),
  ]).toEqual([
    expect.stringContaining('sunset'),
    expect.stringContaining('not defined'),
    expect.stringContaining('is a property'),
  ]);
});

describe('every term of DPV', () => {
  test('used by the register is defined and current, and objects have the required classes', async () => {
    const records = fc.sample(anyRecord, { seed: 12, numRuns: 40 });
    const store = await registerGraph(records);
    expect(faultsOf(store)).toEqual([]);
    for (const property of [
      'dpv:hasDataImporter',
      'dpv:hasDataProcessor',
      'dpv:hasLegalMeasure',
      'dpv:hasImpactAssessment',
      'dpv:mitigatesRisk',
    ] as const)
      expect(store.countQuads(null, iriOf(property), null, null), property).toBeGreaterThan(0);
  });

  test('named by a declaration is defined and current', () => {
    const classes = [
      ...Object.values({ ...BASES, ...EXEMPTIONS, ...TRANSFERS }).flatMap(({ types }) => types),
      ...Object.values(FREQUENCIES),
      ...WORD_LISTS.map((key) => PURPOSE_FIELDS[key].dpv.type),
      ...FLOW_WORD_KEYS.map((key) => FLOW_WORDS[key].dpv.type),
    ];
    const properties = [
      ...WORD_LISTS.map((key) => PURPOSE_FIELDS[key].dpv.property),
      ...FLOW_WORD_KEYS.map((key) => FLOW_WORDS[key].dpv.property),
    ];
    expect(
      [
        ...classes.map((term) => fault(iriOf(term), 'class')),
        ...properties.map((term) => fault(iriOf(term), 'property')),
      ].filter(Boolean),
    ).toEqual([]);
  });

  test('used by a receipt is defined and current, whatever was chosen', async () => {
    const purposes = fc
      .sample(anyRecord, { seed: 7, numRuns: 30 })
      .flatMap((record) => record.purposes)
      .slice(0, 24);
    const text = { th: 'ข้อความ', en: 'Text' };
    const content: ConsentContent = {
      application: { id: '00000000-0000-7000-8000-0000000000bb', name: 'แอปฯ' },
      title: text,
      description: text,
      purposes: [],
      effectiveFrom: null,
      effectiveTo: '2027-12-31',
      privacyPolicyUrl: 'https://shop.example/privacy',
      askGuardian: true,
      layout: 'bottom',
      theme: DECORATION.white,
      font: null,
      controller: { name: text, contact: 'สมชาย', email: 'dpo@shop.example', phone: '021234567', address: 'กรุงเทพฯ' },
    };
    const receipt = receiptOf({
      id: '00000000-0000-4000-8000-000000000001',
      issuedAt: new Date('2026-11-21T05:00:00Z'),
      address: 'https://pokpong.example',
      submission: {
        id: '00000000-0000-7000-8000-0000000000cc',
        consentId: '00000000-0000-7000-8000-0000000000dd',
        at: '2026-11-20T05:00:00.000Z',
        version: 1,
        // Given, withdrawn, refused, and so on.
        granted: purposes.reduce((sum, _, bit) => sum + (bit % 3 === 0 ? 2 ** bit : 0), 0),
        language: 'th',
        channel: 'JS Web Form',
        knownBy: 'token',
        source: 'https://shop.example',
      },
      before: purposes.reduce((sum, _, bit) => sum + (bit % 3 === 1 ? 2 ** bit : 0), 0),
      identity: {
        uid: 'somying',
        name: 'สมหญิง',
        guardian: { firstName: 'มานี', lastName: 'ใจดี', email: 'm@example.com', telephone: '0812345678' },
      },
      byGuardian: 1,
      content,
      sha256: 'f'.repeat(64),
      notice: { id: '019a0000-0000-7000-8000-00000000000f', name: 'ประกาศ', version: 2, sha256: 'e'.repeat(64) },
      purposes: purposes.map(({ id, content: record }, bit) => ({
        id,
        version: 1,
        bit,
        title: record.title,
        description: record.description,
        record,
      })),
    });
    const nquads = (await jsonld.toRDF(receipt as object, { format: 'application/n-quads' })) as unknown as string;
    const store = new Store(new Parser({ format: 'N-Quads' }).parse(nquads));
    expect(faultsOf(store)).toEqual([]);
    for (const type of ['dpv:DataImporter', 'dpv:ConsentWithdrawn', 'dpv:GuardianOfDataSubject'] as const)
      expect(store.countQuads(null, iriOf('rdf:type'), iriOf(type), null), type).toBeGreaterThan(0);
  });
});

test('a controller for one application that is a processor in another has both classes', async () => {
  const [first, second] = fc.sample(anyRecord, { seed: 3, numRuns: 2 });
  const store = await registerGraph([
    { ...first!, processingRole: 'controller' },
    { ...second!, processingRole: 'processor', dataController: first!.dataController },
  ]);
  const types = store.getObjects(`urn:uuid:${first!.dataController.id}`, iriOf('rdf:type'), null);
  expect(types.map(({ value }) => value).sort()).toEqual([iriOf('dpv:DataController'), iriOf('dpv:DataProcessor')]);
});

test('a country without a DPV term is written as its code', async () => {
  const [one] = fc.sample(anyRecord, { seed: 3, numRuns: 1 });
  const store = await registerGraph([{ ...one!, dataController: { ...one!.dataController, country: 'XK' } }]);
  const [place] = store.getObjects(`urn:uuid:${one!.dataController.id}`, iriOf('dpv:hasCountry'), null);
  expect([place!.termType, place!.value]).toEqual(['Literal', 'XK']);
});
