import fc from 'fast-check';
import { completenessOf } from '../../shared/completeness/schema.ts';
import { groundedPlace } from '../../shared/dataSharing/transfer.ts';
import { UNNAMED_COUNTRY } from '../../shared/country.ts';
import { LAWFUL_BASES, SENSITIVE_EXEMPTIONS, TRANSFER_SAFEGUARDS } from '../../shared/purpose/lawfulBasis.ts';
import { LIA_ANSWERS } from '../../shared/purpose/legitimateInterest.ts';
import { PROCESSING_FREQUENCIES, REFUSAL_STATUSES } from '../../shared/application/schema.ts';
import { RETENTION_START_EVENTS, RETENTION_UNITS } from '../../shared/purpose/retention.ts';
import type { RecordedRefusals, RopaPurpose, RopaRecord } from '../../shared/ropa/record.ts';
import type { RopaFacts } from '../../server/modules/ropa/documents/facts.ts';

/** Texts that separate, escape, execute or mark up something somewhere. */
export const HOSTILE = [
  '=1+1',
  '@SUM(A1)',
  "'=cmd",
  '-2',
  'ก | ข',
  'ก; ข: ค',
  'a\\nb \\| c\\',
  '1. ลำดับ',
  'บรรทัด\nสอง',
  '<script>globalThis.hit=1</script>',
  '<img src=x onerror="globalThis.hit=1">',
  '"""\\"\\u0041',
  '@prefix x: <y> . #',
  '{"@id":"x"}',
  'ไม่กำหนดเวลา',
  'ใช่',
  '#read("/etc/passwd")',
  'กำลัง \u{1F600}',
];

/** A text in the format stored by forms: trimmed, without control characters. */
const text = fc
  .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }))
  .map((value) =>
    value
      .normalize('NFC')
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
      .trim(),
  )
  .filter((value) => value !== '' && value.isWellFormed());
const maybe = fc.oneof(fc.constant(''), text);
const both = fc.record({ th: text, en: maybe });
const id = fc.uuid({ version: 7 });
const named = fc.record({ id, name: both });
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const some = <Value>(value: fc.Arbitrary<Value>, maxLength = 3) => fc.array(value, { maxLength });
const country = fc.constantFrom('TH', 'SG', 'US', 'JP', 'GB', 'MM', 'DE', 'AQ', 'BQ', 'TL');
/** A location of a storage system, possibly abroad or unknown; a domestic one has no legal ground. */
const storagePlace = fc
  .record({
    country: nullable(fc.oneof(country, fc.constant(UNNAMED_COUNTRY))),
    safeguard: nullable(fc.constantFrom(...TRANSFER_SAFEGUARDS)),
  })
  .map((place) => groundedPlace(place));
const start = fc.oneof(
  fc.constant({ startEvent: null, startNote: '' }),
  fc.record({ startEvent: fc.constantFrom(...RETENTION_START_EVENTS), startNote: maybe }),
);
const retention = fc
  .tuple(
    fc.record({
      indefinite: fc.boolean(),
      amount: nullable(fc.integer({ min: 1, max: 36_500 })),
      unit: nullable(fc.constantFrom(...RETENTION_UNITS)),
    }),
    start,
  )
  .map(([period, from]) => ({ ...period, ...from }));
const day = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2500-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const answers = (maxLength: number) =>
  fc.array(fc.record({ answer: nullable(fc.constantFrom(...LIA_ANSWERS)), explanation: maybe }), {
    minLength: 1,
    maxLength,
  });

const purpose: fc.Arbitrary<RopaPurpose> = fc.record({
  id,
  status: fc.constantFrom('draft', 'published'),
  publishedVersion: fc.integer({ min: 0, max: 3 }),
  responsibleEmail: fc.constantFrom('', 'somchai@example.test'),
  content: fc.record({
    title: both,
    description: fc.record({ th: maybe, en: maybe }),
    isPrimary: fc.boolean(),
    purposeCategory: nullable(named),
    dataSubjectGroups: some(named),
    piiCategories: some(fc.record({ id, name: both, sensitive: fc.boolean() })),
    lawfulBases: fc.subarray([...LAWFUL_BASES]),
    sensitiveExemptions: fc.subarray([...SENSITIVE_EXEMPTIONS]),
    retention: fc.tuple(retention, maybe).map(([value, note]) => ({ ...value, note })),
    storageSystems: some(fc.tuple(named, storagePlace).map(([word, place]) => ({ ...word, ...place }))),
    destructionMethods: some(named),
    responsibleDepartment: nullable(named),
    responsiblePersonnel: nullable(fc.record({ id, name: text })),
    securityMeasures: some(named),
    thirdPartyDisclosure: fc.boolean(),
    thirdParties: some(
      fc.record({
        id,
        name: maybe,
        countries: fc.uniqueArray(country, { minLength: 1, maxLength: 3 }),
        contract: maybe,
        contractExpiresOn: nullable(day),
        safeguard: nullable(fc.constantFrom(...TRANSFER_SAFEGUARDS)),
      }),
    ),
    internalSharing: fc.boolean(),
    internalApplications: some(fc.record({ id, name: text })),
    legitimateInterest: nullable(fc.record({ purpose: answers(5), necessity: answers(4), balancing: answers(6) })),
  }),
});

/** Any record that the forms could have created. */
export const anyRecord: fc.Arbitrary<RopaRecord> = fc
  .tuple(
    fc.record({
      id,
      name: text,
      description: text,
      status: fc.constantFrom('draft' as const, 'published' as const),
      publishedVersion: fc.integer({ min: 0, max: 3 }),
      updatedAt: fc.constant('2026-11-21T05:00:00.000Z'),
      dataController: fc.record({
        id,
        name: both,
        contactPerson: text,
        address: text,
        country,
        phone: fc.constant('021234567'),
        email: fc.constant('dpo@example.test'),
        website: fc.constantFrom('', 'https://example.test'),
        privacyPolicyUrl: fc.constantFrom('', 'https://example.test/privacy'),
        logo: fc.constantFrom('', 'logo.pdf'),
      }),
      lineOfWork: nullable(named),
      dataSource: nullable(named),
      dataSubjectCount: nullable(fc.integer({ min: 0, max: 9_999_999_999 })),
      processingFrequency: nullable(fc.constantFrom(...PROCESSING_FREQUENCIES)),
      processingRole: fc.constantFrom('controller' as const, 'processor' as const),
      onBehalfName: maybe,
      onBehalfContact: maybe,
      accessMeans: maybe,
      refusalStatus: nullable(fc.constantFrom(...REFUSAL_STATUSES)),
      refusalNote: maybe,
      refusals: nullable(
        fc.constant<RecordedRefusals>({
          total: 101,
          newest: [
            { number: 42, right: 'ACCESS', inPart: false, ground: 'LAW_AND_HARM', at: '2026-11-20T17:30:00.000Z' },
          ],
        }),
      ),
      processCode: maybe,
      reviewOn: nullable(day),
      completeness: fc.integer({ min: 0, max: 100 }),
    }),
    some(purpose),
  )
  .chain(([application, purposes]) =>
    fc.tuple(...purposes.map((own) => some(flowOf(own)))).map((flows): RopaRecord => ({
      ...application,
      purposes,
      flows: flows.flat(),
      completenessItems: itemsOf(application.processingRole),
    })),
  );

const itemsOf = (processingRole: 'controller' | 'processor') =>
  completenessOf({
    processingRole,
    dataController: { id: '00000000-0000-7000-8000-000000000001', name: { th: 'โรงพยาบาล', en: '' }, complete: true },
    onBehalfName: '',
    onBehalfContact: '',
    accessMeans: '',
    refusalStatus: null,
    refusalNote: '',
    refused: false,
    hasOfficer: false,
    purposes: [],
  });

function flowOf({ id: purposeId, content }: RopaPurpose): fc.Arbitrary<RopaRecord['flows'][number]> {
  return fc.record({
    id,
    purpose: fc.constant({ id: purposeId, title: content.title }),
    dataSubjectGroup: named,
    channel: named,
    attributes: fc.array(fc.record({ id, name: both, sensitive: fc.boolean(), category: named }), {
      minLength: 1,
      maxLength: 4,
    }),
    storageSystem: nullable(fc.tuple(named, storagePlace).map(([word, place]) => ({ ...word, ...place }))),
    internalApplications: some(fc.record({ id, name: text })),
    thirdParties: fc
      .subarray(content.thirdParties)
      .map((parties) => parties.map((party) => ({ id: party.id!, name: party.name, countries: party.countries! }))),
    retention: nullable(
      retention.filter(({ indefinite, amount, unit }) => indefinite || (amount !== null && unit !== null)),
    ),
    destructionMethod: nullable(named),
    note: maybe,
  });
}

/** Facts of a register for documents generated without a database. */
export const factsOf = (records: readonly RopaRecord[]): RopaFacts => ({
  organization: 'โรงพยาบาลปกป้อง',
  controllers: records.map(({ dataController }) => dataController.name),
  officers: [{ name: 'สมศรี ใจดี', position: 'DPO', email: 'dpo@example.test', phone: '021234567' }],
  applications: records.length,
  purposes: records.reduce((sum, { purposes }) => sum + purposes.length, 0),
  roles: {
    controller: records.filter(({ processingRole }) => processingRole === 'controller').length,
    processor: records.filter(({ processingRole }) => processingRole === 'processor').length,
  },
  complete: 0,
  completeness: 50,
  drafts: records.filter(({ status }) => status === 'draft').length,
  adequate: [],
});
