import { describe, expect, test } from 'vitest';
import { draftFrom, sentOf, startRisk, workingOf } from '../../client/modules/incident/risk/riskValue.ts';
import type { RiskFacts, RiskValue, SeverityDraft } from '../../client/modules/incident/risk/riskValue.ts';
import { figure } from '../../client/modules/incident/risk/Working.tsx';
import { riskDecision } from '../../shared/incident/decision.ts';

const facts = (changes: Partial<RiskFacts> = {}): RiskFacts => ({
  sensitive: false,
  cause: 'UNKNOWN',
  subjectCount: null,
  decisions: [],
  ...changes,
});
const NOTHING_LOST: SeverityDraft = {
  ...draftFrom(facts()),
  confidentiality: 'none',
  integrity: 'none',
  availability: 'none',
  malicious: false,
};
const filled: RiskValue = {
  riskLevel: 'POSSIBLE_RISK',
  riskDescription: 'ชื่อและเลขบัตรประชาชนหลุดไปยังคนนอก',
  factors: [],
  severity: { ...NOTHING_LOST, dataKinds: ['simple'], identification: 'maximum' },
};

describe('a decision on the risk', () => {
  test('starts with the facts of the report', () => {
    expect(draftFrom(facts({ sensitive: true, cause: 'HACKING' }))).toEqual({
      dataKinds: ['sensitive'],
      adjustments: [],
      identification: null,
      confidentiality: null,
      integrity: null,
      availability: null,
      malicious: true,
    });
  });
  test('starts without any answer that decreases the severity', () => {
    expect(draftFrom(facts({ cause: 'HUMAN_ERROR' }))).toEqual({
      dataKinds: [],
      adjustments: [],
      identification: null,
      confidentiality: null,
      integrity: null,
      availability: null,
      malicious: null,
    });
    const missing = riskDecision.safeParse({
      ...filled,
      severity: { ...draftFrom(facts()), dataKinds: ['simple'], identification: 'negligible' },
    });
    expect(missing.error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'severity.confidentiality',
      'severity.integrity',
      'severity.availability',
      'severity.malicious',
    ]);
  });
  test('is never suggested to be none: low is not none', () => {
    const lowest = { ...filled.severity!, identification: 'negligible' as const };
    expect(workingOf(lowest)).toMatchObject({ score: 0.25, level: 'LOW', suggested: 'POSSIBLE_RISK' });
  });
  test('starts with the newest decision if there is one', () => {
    const working = {
      context: 4,
      identification: 1,
      circumstances: 0,
      score: 4,
      level: 'VERY_HIGH',
      suggested: 'HIGH_RISK',
    } as const;
    const answers = { ...NOTHING_LOST, dataKinds: ['sensitive' as const], identification: 'maximum' as const };
    const decision = {
      id: 'd',
      riskLevel: 'NO_RISK',
      description: 'เข้ารหัสไว้',
      factors: [{ factor: 'protection', finding: 'AES-256' }],
      severity: { answers, working },
      by: null,
      at: '2026-11-21T03:00:00.000Z',
    } as const;
    expect(startRisk(facts({ decisions: [decision as never] }))).toEqual({
      riskLevel: 'NO_RISK',
      riskDescription: 'เข้ารหัสไว้',
      factors: decision.factors,
      severity: answers,
    });
  });
  test('displays its score once the required answers are given', () => {
    expect(workingOf(null)).toBeNull();
    expect(workingOf({ ...filled.severity!, identification: null })).toBeNull();
    expect(workingOf({ ...filled.severity!, dataKinds: [] })).toBeNull();
    expect(workingOf(filled.severity)).toMatchObject({ score: 1, level: 'LOW', suggested: 'POSSIBLE_RISK' });
  });
  test('is sent without an unanswered calculator, and lists what is missing in a partially answered one', () => {
    const report = facts({ sensitive: true });
    expect(sentOf({ ...filled, severity: draftFrom(report) }, report).severity).toBeNull();
    const started = sentOf({ ...filled, severity: { ...draftFrom(report), adjustments: ['volume'] } }, report);
    const checked = riskDecision.safeParse(started);
    expect(checked.error?.issues.map(({ path }) => path.join('.'))).toEqual(
      ['identification', 'confidentiality', 'integrity', 'availability', 'malicious'].map((one) => `severity.${one}`),
    );
    expect(riskDecision.safeParse(sentOf(filled, report)).success).toBe(true);
  });
  test('requires at least one factor with its finding if nobody is notified, and sends none otherwise', () => {
    const ofNobody: RiskValue = { ...filled, riskLevel: 'NO_RISK' };
    const paths = (value: RiskValue) =>
      riskDecision.safeParse(sentOf(value, facts())).error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(paths(ofNobody)).toEqual(['factors']);
    expect(paths({ ...ofNobody, factors: [{ factor: 'volume', finding: ' ' }] })).toEqual(['factors.0.finding']);
    expect(paths({ ...ofNobody, factors: [{ factor: 'volume', finding: '3 คน' }] })).toEqual([]);
    expect(sentOf({ ...filled, factors: [{ factor: 'volume', finding: '3 คน' }] }, facts()).factors).toEqual([]);
    expect(paths({ ...filled, riskLevel: null, riskDescription: '' })).toEqual(['riskLevel', 'riskDescription']);
  });
  test('formats its numbers like the method does', () => {
    expect([0, 0.25, 3, 3.5, 4 * 0.75 + 1.25, 0.1 + 0.2].map(figure)).toEqual(['0', '0.25', '3', '3.5', '4.25', '0.3']);
  });
});
