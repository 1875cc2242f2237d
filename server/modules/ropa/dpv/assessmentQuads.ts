import type { Quad } from 'n3';
import type { WorstCase } from '../../../../shared/dpia/content.ts';
import type { ScaleLevel } from '../../../../shared/dpia/framework.ts';
import { RISK_LEVELS, type RiskPoint, riskLevel } from '../../../../shared/dpia/risk.ts';
import type { PublishedDpia } from './publishedDpias.ts';
import { both, type Facts, localized, node, statements, text } from './graph.ts';
import { recordIri } from './recordIri.ts';
import type { SharedStatements } from './sharedStatements.ts';
import type { Term } from './terms.ts';

/** Parts of the address of a node of an assessment: each belongs to one assessment, since its scale does. */
const AXES = [
  ['likelihood', 'dpv:Likelihood'],
  ['impact', 'dpv:Severity'],
] as const satisfies readonly (readonly [keyof RiskPoint, Term])[];

/**
 * The statements of a published assessment: its risks, each with its levels on the assessment's scale, its impact on
 * the data subjects, the measures against it, and the residual risk.
 */
export function* assessmentQuads(dpia: PublishedDpia, shared: SharedStatements): Generator<Quad> {
  const { id, applicationId, version, publishedAt, content } = dpia;
  const { draft } = content;
  const risks = draft.worstCases.map((one) => node(id, one.id));
  yield* statements(recordIri(applicationId), [], { 'dpv:hasImpactAssessment': node(id), 'dpv:hasRisk': risks });
  yield* statements(recordIri(id), ['dpv:DPIA'], {
    'dct:title': text(draft.name),
    'dct:description': both(draft.description),
    'dct:subject': node(applicationId),
    'dct:issued': { text: publishedAt.toISOString(), type: 'xsd:dateTime' },
    'schema:version': { text: String(version), type: 'xsd:integer' },
    'dpv:hasRisk': risks,
  });
  yield* levelQuads(dpia);
  for (const worstCase of draft.worstCases) yield* riskQuads(dpia, worstCase, shared);
}

/** The levels of the scale, and the levels of risk. */
function* levelQuads({ id, content }: PublishedDpia): Generator<Quad> {
  const { scale } = content.framework;
  for (const [axis, type] of AXES)
    for (const level of scale[axis] satisfies readonly ScaleLevel[])
      yield* statements(recordIri(id, `${axis}-${level.level}`), [type], {
        'skos:prefLabel': both(level.title),
        'rdf:value': { text: String(level.level), type: 'xsd:integer' },
      });
  for (const level of RISK_LEVELS)
    yield* statements(recordIri(id, `risk-${level}`), ['dpv:RiskLevel'], {
      'skos:prefLabel': localized(`dpiaAssessment:risk.${level}`),
    });
}

/** The position of a risk on the scale of its assessment; a missing level is not stated. */
function placeOn({ id, content }: PublishedDpia, point: RiskPoint): Facts {
  const level = riskLevel(point, content.framework.scale.bands);
  return {
    'dpv:hasLikelihood': point.likelihood === null ? null : node(id, `likelihood-${point.likelihood}`),
    'dpv:hasSeverity': point.impact === null ? null : node(id, `impact-${point.impact}`),
    'dpv:hasRiskLevel': level && node(id, `risk-${level}`),
  };
}

function* riskQuads(dpia: PublishedDpia, worstCase: WorstCase, shared: SharedStatements): Generator<Quad> {
  const { id, content } = dpia;
  const remaining = `${worstCase.id}-residual`;
  yield* statements(recordIri(id, worstCase.id), ['dpv:Risk'], {
    'skos:prefLabel': both(worstCase.title),
    'dct:description': both(worstCase.description),
    ...placeOn(dpia, worstCase.initial),
    'dpv:hasImpact': worstCase.impacts.map((line) => node(id, line.id)),
    'dpv:isMitigatedByMeasure': [
      worstCase.securityMeasureIds.map((measureId) => node(measureId)),
      worstCase.measures.map((line) => node(id, line.id)),
    ],
    'dpv:hasResidualRisk': node(id, remaining),
  });
  yield* statements(recordIri(id, remaining), ['dpv:ResidualRisk'], {
    'skos:prefLabel': both(worstCase.title),
    'dpv:isResidualRiskOf': node(id, worstCase.id),
    ...placeOn(dpia, worstCase.residual),
  });
  for (const line of worstCase.impacts)
    yield* statements(recordIri(id, line.id), ['dpv:Impact'], { 'dct:description': text(line.text) });
  for (const line of worstCase.measures)
    yield* statements(recordIri(id, line.id), ['dpv:RiskMitigationMeasure'], {
      'dct:description': text(line.text),
      'dpv:mitigatesRisk': node(id, worstCase.id),
    });
  const names = new Map(content.people.map((one) => [one.id, one.name]));
  for (const measureId of worstCase.securityMeasureIds) {
    yield* shared.once(recordIri(measureId), ['dpv:RiskMitigationMeasure'], {}, `${measureId} mitigation`);
    // The register has named it already, unless the application no longer has it.
    yield* shared.once(recordIri(measureId), [], { 'skos:prefLabel': text(names.get(measureId)) });
    yield* statements(recordIri(measureId), [], { 'dpv:mitigatesRisk': node(id, worstCase.id) });
  }
}
