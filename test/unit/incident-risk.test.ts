import { describe, expect, test } from 'vitest';
import { draftFrom, sentOf, startRisk, workingOf } from '../../client/modules/incident/risk/riskValue.ts';
import type { RiskFacts, RiskValue } from '../../client/modules/incident/risk/riskValue.ts';
import { figure } from '../../client/modules/incident/risk/Working.tsx';
import { riskDecision } from '../../shared/incident/decision.ts';

const facts = (changes: Partial<RiskFacts> = {}): RiskFacts => ({
  sensitive: false,
  breachKinds: [],
  cause: 'UNKNOWN',
  subjectCount: null,
  decisions: [],
  ...changes,
});
const filled: RiskValue = {
  riskLevel: 'POSSIBLE_RISK',
  riskDescription: 'ชื่อและเลขบัตรประชาชนหลุดไปยังคนนอก',
  factors: [],
  severity: { ...draftFrom(facts()), dataKinds: ['simple'], identification: 'maximum' },
};

describe('a decision on the risk', () => {
  test('begins from what the report tells', () => {
    expect(
      draftFrom(facts({ sensitive: true, breachKinds: ['CONFIDENTIALITY', 'AVAILABILITY'], cause: 'HACKING' })),
    ).toEqual({
      dataKinds: ['sensitive'],
      adjustments: [],
      identification: null,
      confidentiality: 'limited',
      integrity: 'none',
      availability: 'limited',
      malicious: true,
    });
    expect(draftFrom(facts({ cause: 'HUMAN_ERROR' }))).toMatchObject({ dataKinds: [], malicious: false });
  });
  test('begins from the newest decision where there is one', () => {
    const working = {
      context: 4,
      identification: 1,
      circumstances: 0,
      score: 4,
      level: 'VERY_HIGH',
      suggested: 'HIGH_RISK',
    } as const;
    const answers = { ...draftFrom(facts()), dataKinds: ['sensitive' as const], identification: 'maximum' as const };
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
  test('shows its score once the answers that it needs are there', () => {
    expect(workingOf(null)).toBeNull();
    expect(workingOf({ ...filled.severity!, identification: null })).toBeNull();
    expect(workingOf({ ...filled.severity!, dataKinds: [] })).toBeNull();
    expect(workingOf(filled.severity)).toMatchObject({ score: 1, level: 'LOW', suggested: 'NO_RISK' });
  });
  test('is sent without a calculator that nobody has answered, and says what is missing of one that somebody has', () => {
    const report = facts({ sensitive: true });
    expect(sentOf({ ...filled, severity: draftFrom(report) }, report).severity).toBeNull();
    const started = sentOf({ ...filled, severity: { ...draftFrom(report), adjustments: ['volume'] } }, report);
    const checked = riskDecision.safeParse(started);
    expect(checked.error?.issues.map(({ path }) => path.join('.'))).toEqual(['severity.identification']);
    expect(riskDecision.safeParse(sentOf(filled, report)).success).toBe(true);
  });
  test('asks for at least one factor with its finding when nobody is told, and sends none otherwise', () => {
    const ofNobody: RiskValue = { ...filled, riskLevel: 'NO_RISK' };
    const paths = (value: RiskValue) =>
      riskDecision.safeParse(sentOf(value, facts())).error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(paths(ofNobody)).toEqual(['factors']);
    expect(paths({ ...ofNobody, factors: [{ factor: 'volume', finding: ' ' }] })).toEqual(['factors.0.finding']);
    expect(paths({ ...ofNobody, factors: [{ factor: 'volume', finding: '3 คน' }] })).toEqual([]);
    expect(sentOf({ ...filled, factors: [{ factor: 'volume', finding: '3 คน' }] }, facts()).factors).toEqual([]);
    expect(paths({ ...filled, riskLevel: null, riskDescription: '' })).toEqual(['riskLevel', 'riskDescription']);
  });
  test('writes its numbers as the method does', () => {
    expect([0, 0.25, 3, 3.5, 4 * 0.75 + 1.25, 0.1 + 0.2].map(figure)).toEqual(['0', '0.25', '3', '3.5', '4.25', '0.3']);
  });
});
