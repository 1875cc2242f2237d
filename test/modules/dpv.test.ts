import fc from 'fast-check';
import jsonld from 'jsonld';
import { Parser, type Quad, Store } from 'n3';
import { describe, expect, it } from 'vitest';
import type { PublishedDpia } from '../../server/modules/ropa/dpv/publishedDpias.ts';
import { isPlace } from '../../server/modules/ropa/dpv/places.ts';
import { jsonLdOf, turtleOf } from '../../server/modules/ropa/dpv/files.ts';
import { type Register } from '../../server/modules/ropa/dpv/sharedStatements.ts';
import { iriOf, type Term } from '../../server/modules/ropa/dpv/terms.ts';
import type { RopaRecord } from '../../shared/ropa/record.ts';
import { publishedDpia } from '../helpers/dpiaContents.ts';
import { anyRecord, factsOf, HOSTILE } from '../helpers/ropa.ts';

const registerOf = (records: readonly RopaRecord[], adequate: string[] = []): Register => ({
  id: '00000000-0000-7000-8000-0000000000aa',
  name: 'พื้นที่ทำงาน "ก" \\ <ข>',
  at: new Date('2026-11-21T05:00:00Z'),
  about: { ...factsOf(records), adequate },
});
const joined = async (pieces: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString('utf8');
};
async function graphsOf(
  records: readonly RopaRecord[],
  assessments: readonly PublishedDpia[] = [],
  adequate: string[] = [],
): Promise<{ turtle: Store; json: Store; jsonText: string; turtleText: string }> {
  const register = registerOf(records, adequate);
  const turtleText = await joined(turtleOf({ records, assessments }, register));
  const jsonText = await joined(jsonLdOf({ records, assessments }, register));
  const nquads = (await jsonld.toRDF(JSON.parse(jsonText) as object, {
    format: 'application/n-quads',
  })) as unknown as string;
  return {
    turtle: new Store(new Parser().parse(turtleText)),
    json: new Store(new Parser({ format: 'N-Quads' }).parse(nquads)),
    jsonText,
    turtleText,
  };
}
const iri = (id: string) => `urn:uuid:${id}`;
const has = (store: Store, subject: string, predicate: Term, object: Term | { iri: string }) =>
  store.countQuads(subject, iriOf(predicate), typeof object === 'string' ? iriOf(object) : object.iri, null) === 1;
const key = ({ subject, predicate, object }: Quad) =>
  [
    subject.value,
    predicate.value,
    object.termType,
    object.value,
    object.termType === 'Literal' ? `${object.language} ${object.datatype.value}` : '',
  ].join('\u0001');
const sample = (seed: number, numRuns: number) => fc.sample(anyRecord, { seed, numRuns });

describe('the register in DPV', () => {
  it('contains every application, purpose, attribute and recipient, whatever their texts', async () => {
    for (const records of [sample(1, 12), sample(2, 12)]) {
      const { turtle } = await graphsOf(records);
      for (const record of records) {
        expect(has(turtle, iri(record.id), 'rdf:type', 'dpv:Process')).toBe(true);
        expect(turtle.getObjects(iri(record.id), iriOf('dct:title'), null).map(({ value }) => value)).toEqual([
          record.name,
        ]);
        for (const { id, content } of record.purposes) {
          const process = `${iri(record.id)}#${id}`;
          expect(has(turtle, iri(record.id), 'dpv:hasProcess', { iri: process })).toBe(true);
          expect(has(turtle, process, 'dpv:hasPurpose', { iri: iri(id) })).toBe(true);
          const labels = turtle
            .getObjects(iri(id), iriOf('skos:prefLabel'), null)
            .map((label) => [label.termType === 'Literal' && label.language, label.value]);
          expect(Object.fromEntries(labels)).toEqual({
            th: content.title.th,
            ...(content.title.en && { en: content.title.en }),
          });
          if (content.thirdPartyDisclosure) {
            for (const party of content.thirdParties) {
              expect(has(turtle, process, 'dpv:hasRecipientThirdParty', { iri: iri(party.id!) })).toBe(true);
              expect(
                turtle
                  .getObjects(iri(party.id!), iriOf('dpv:hasCountry'), null)
                  .map(({ value }) => value)
                  .sort(),
              ).toEqual(party.countries!.map((code) => (isPlace(code) ? iriOf(`loc:${code}`) : code)).sort());
              expect(turtle.countQuads(`${iri(party.id!)}#transfer`, iriOf('dpv:hasThirdCountry'), null, null)).toBe(
                party.countries!.filter((code) => code !== 'TH').length,
              );
              expect(has(turtle, process, 'dpv:hasProcess', { iri: `${iri(party.id!)}#transfer` })).toBe(
                party.countries!.some((code) => code !== 'TH'),
              );
            }
          }
          for (const { id: system, country } of content.storageSystems) {
            const abroad = typeof country === 'string' && country !== 'TH';
            const transfer = `${iri(system)}#transfer`;
            expect(has(turtle, process, 'dpv:hasProcess', { iri: transfer })).toBe(abroad);
            expect(has(turtle, transfer, 'dpv:hasStorageCondition', { iri: iri(system) })).toBe(abroad);
            if (abroad && isPlace(country))
              expect(has(turtle, transfer, 'dpv:hasThirdCountry', `loc:${country}`)).toBe(true);
          }
        }
        for (const flow of record.flows) {
          expect(has(turtle, iri(flow.id), 'dpv:hasDataSubject', { iri: iri(flow.dataSubjectGroup.id) })).toBe(true);
          for (const attribute of flow.attributes) {
            expect(has(turtle, iri(flow.id), 'dpv:hasPersonalData', { iri: iri(attribute.id) })).toBe(true);
            expect(has(turtle, iri(attribute.id), 'rdf:type', 'dpv:SpecialCategoryPersonalData')).toBe(
              attribute.sensitive,
            );
          }
        }
      }
    }
  });

  it('contains the same statements in JSON-LD as in Turtle', async () => {
    const { turtle, json } = await graphsOf(sample(3, 25));
    expect(json.getQuads(null, null, null, null).map(key).sort()).toEqual(
      turtle.getQuads(null, null, null, null).map(key).sort(),
    );
    expect(turtle.size).toBeGreaterThan(500);
  });

  it('escapes hostile texts', async () => {
    const [one] = sample(4, 1);
    const records = HOSTILE.map((name, index) => ({
      ...one!,
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      name,
    }));
    const { turtle, json } = await graphsOf(records);
    for (const store of [turtle, json])
      expect(records.map(({ id }) => store.getObjects(iri(id), iriOf('dct:title'), null)[0]!.value)).toEqual(HOSTILE);
  });

  it('maps lawful bases to DPV with the section of the Thai law, and those missing in DPV to a custom basis', async () => {
    const [one] = fc.sample(
      anyRecord.filter(({ purposes }) => purposes.length > 0),
      { seed: 5, numRuns: 1 },
    );
    const purpose = one!.purposes[0]!;
    const content = {
      ...purpose.content,
      lawfulBases: ['consent' as const, 'research' as const],
      retention: {
        indefinite: false,
        amount: 5,
        unit: 'year' as const,
        startEvent: 'contractEnd' as const,
        startNote: 'hire',
        note: 'x',
      },
    };
    const { turtle, turtleText } = await graphsOf([
      { ...one!, processingRole: 'controller', purposes: [{ ...purpose, content }], flows: [] },
    ]);
    const basis = (name: string) => `${iri(registerOf([]).id)}#basis-${name}`;
    expect(turtle.getObjects(basis('consent'), iriOf('rdf:type'), null).map(({ value }) => value)).toEqual([
      iriOf('dpv:LegalBasis'),
      iriOf('dpv:Consent'),
    ]);
    expect(turtle.getObjects(basis('research'), iriOf('rdf:type'), null).map(({ value }) => value)).toEqual([
      iriOf('dpv:LegalBasis'),
    ]);
    expect(turtle.getObjects(basis('research'), iriOf('dct:source'), null)[0]!.value).toBe('PDPA s. 24(1)');
    expect(has(turtle, basis('research'), 'dpv:hasApplicableLaw', 'legal-th:law-PDPA')).toBe(true);
    const duration = turtle.getObjects(`${iri(purpose.id)}#retention`, iriOf('rdf:value'), null)[0]!;
    expect([duration.value, duration.termType === 'Literal' && duration.datatype.value]).toEqual([
      'P5Y',
      iriOf('xsd:duration'),
    ]);
    const counted = turtle.getObjects(`${iri(purpose.id)}#retention`, iriOf('skos:scopeNote'), null);
    expect(counted.map(({ value }) => value)).toEqual(['วันสิ้นสุดสัญญา (hire)', 'the end of the contract (hire)']);
    expect(turtleText).toContain('@prefix dpv: <https://w3id.org/dpv#>');
    expect(has(turtle, iri(registerOf([]).id), 'rdf:type', 'dpv:ROPA')).toBe(true);
  });

  it('states adequacy as the ground of a transfer only where the organisation holds every country of it adequate', async () => {
    const [one] = fc.sample(
      anyRecord.filter(({ purposes }) => purposes.length > 0),
      { seed: 7, numRuns: 1 },
    );
    const purpose = one!.purposes[0]!;
    const party = (number: number, countries: string[], safeguard: 'adequacy' | 'standardClauses' | null) => ({
      id: `00000000-0000-7000-8000-00000000010${number}`,
      name: 'Cloud',
      countries,
      contract: '',
      contractExpiresOn: null,
      safeguard,
    });
    const system = (number: number, country: string, safeguard: 'adequacy' | null) => ({
      id: `00000000-0000-7000-8000-00000000020${number}`,
      name: { th: 'คลาวด์', en: '' },
      country,
      safeguard,
    });
    const parties = [
      party(1, ['TH', 'SG'], 'adequacy'),
      party(2, ['US'], 'adequacy'),
      party(3, ['SG', 'US'], 'adequacy'),
      party(4, ['SG', 'JP'], null),
      party(5, ['US'], 'standardClauses'),
      party(6, ['US'], null),
    ];
    const systems = [system(1, 'SG', 'adequacy'), system(2, 'US', 'adequacy')];
    const content = {
      ...purpose.content,
      thirdPartyDisclosure: true,
      thirdParties: parties,
      storageSystems: systems,
    };
    const records = [{ ...one!, purposes: [{ ...purpose, content }], flows: [] }];
    const { turtle } = await graphsOf(records, [], ['JP', 'SG']);
    const grounds = ({ id }: { id: string }) =>
      turtle
        .getObjects(`${iri(id)}#transfer`, iriOf('dpv:hasLegalBasis'), null)
        .map(({ value }) => value.split('#')[1]);
    expect(parties.map(grounds)).toEqual([
      ['transfer-adequacy'],
      [],
      [],
      ['transfer-adequacy'],
      ['transfer-standardClauses'],
      [],
    ]);
    expect(systems.map(grounds)).toEqual([['transfer-adequacy'], []]);
  });

  it('contains published assessments: the risks of the application before and after the measures, in the words of the scale', async () => {
    const [record] = sample(6, 1);
    const dpiaId = '00000000-0000-7000-8000-0000000000bb';
    const dpia = publishedDpia(dpiaId, record!);
    const worstCase = dpia.content.draft.worstCases[0]!;
    const part = (name: string) => `${iri(dpiaId)}#${name}`;
    const { turtle, json } = await graphsOf([record!], [dpia]);
    for (const store of [turtle, json]) {
      const risk = part(worstCase.id);
      const remaining = part(`${worstCase.id}-residual`);
      expect(has(store, iri(record!.id), 'dpv:hasImpactAssessment', { iri: iri(dpiaId) })).toBe(true);
      expect(has(store, iri(dpiaId), 'rdf:type', 'dpv:DPIA')).toBe(true);
      for (const owner of [record!.id, dpiaId]) expect(has(store, iri(owner), 'dpv:hasRisk', { iri: risk })).toBe(true);
      expect(has(store, risk, 'dpv:hasRiskLevel', { iri: part('risk-MEDIUM') })).toBe(true);
      expect(has(store, risk, 'dpv:hasLikelihood', { iri: part('likelihood-3') })).toBe(true);
      expect(has(store, risk, 'dpv:hasResidualRisk', { iri: remaining })).toBe(true);
      expect(has(store, remaining, 'dpv:hasRiskLevel', { iri: part('risk-LOW') })).toBe(true);
      expect(has(store, remaining, 'dpv:hasSeverity', { iri: part('impact-2') })).toBe(true);
      const measures = [worstCase.securityMeasureIds[0]!, worstCase.measures[0]!.id];
      expect(has(store, risk, 'dpv:isMitigatedByMeasure', { iri: iri(measures[0]!) })).toBe(true);
      expect(has(store, part(measures[1]!), 'dpv:mitigatesRisk', { iri: risk })).toBe(true);
      const labels = store.getObjects(part('impact-2'), iriOf('skos:prefLabel'), null).map(({ value }) => value);
      expect(labels.sort()).toEqual(['Level 2', 'ระดับ 2'].sort());
    }
  });

  it('of an empty register is a valid document in both', async () => {
    const { turtle, json } = await graphsOf([]);
    expect(turtle.size).toBe(json.size);
    expect(turtle.size).toBeGreaterThan(0);
  });
});
