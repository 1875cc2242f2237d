import { describe, expect, it } from 'vitest';
import {
  assess,
  LIA_ANSWERS,
  LIA_EXPLANATION_MIN,
  LIA_QUESTIONS,
  LIA_TESTS,
  type LiaAnswer,
  liaAnswers,
  type LiaAnswers,
  type LiaTest,
} from '../../shared/purpose/legitimateInterest.ts';

const EXPLAINED = 'เพราะเหตุผลที่อธิบายไว้ครบถ้วนแล้ว';

/** The passing answers, question by question, as in the assessment's own table: duplicated here on purpose. */
const PASSING: Record<LiaTest, LiaAnswer[][]> = {
  purpose: [['yes', 'explain'], ['yes'], ['yes'], ['yes', 'explain'], ['no']],
  necessity: [['yes', 'explain'], ['yes'], ['no', 'explain'], ['no', 'explain']],
  balancing: [['yes', 'explain'], ['no', 'explain'], ['no', 'explain'], ['no'], ['yes', 'explain'], ['yes']],
};
const QUESTIONS = LIA_TESTS.flatMap((test) =>
  PASSING[test].map((passing, index) => ({ test, number: index + 1, passing })),
);

function answersWith(test?: LiaTest, number?: number, answer?: LiaAnswer | null, explanation = EXPLAINED): LiaAnswers {
  const of = (name: LiaTest) =>
    PASSING[name].map((passing, index) =>
      name === test && index + 1 === number
        ? { answer: answer ?? null, explanation }
        : { answer: passing[0] as LiaAnswer, explanation: '' },
    );
  return { purpose: of('purpose'), necessity: of('necessity'), balancing: of('balancing') };
}

describe('the assessment of legitimate interest', () => {
  it('has five, four and six questions, each with a unique id', () => {
    expect(LIA_TESTS.map((test) => LIA_QUESTIONS[test].length)).toEqual([5, 4, 6]);
    const ids = LIA_TESTS.flatMap((test) => LIA_QUESTIONS[test].map(({ id }) => id));
    expect(new Set(ids).size).toBe(15);
  });

  it('passes when every question does', () => {
    const result = assess(answersWith());
    expect(result.passed).toBe(true);
    expect(result.stops).toEqual([]);
    expect(LIA_TESTS.map((test) => result.tests[test].result)).toEqual(['pass', 'pass', 'pass']);
  });

  for (const { test, number, passing } of QUESTIONS) {
    for (const answer of LIA_ANSWERS) {
      const passes = passing.includes(answer);
      it(`${test} ${number}: "${answer}" ${passes ? 'passes' : 'fails'}`, () => {
        const result = assess(answersWith(test, number, answer));
        const id = LIA_QUESTIONS[test][number - 1]?.id;
        expect(result.passed).toBe(passes);
        expect(result.stops).toEqual(passes ? [] : [{ test, number, id, result: 'fail' }]);
        expect(result.tests[test].result).toBe(passes ? 'pass' : 'fail');
        for (const other of LIA_TESTS) if (other !== test) expect(result.tests[other].result).toBe('pass');
      });
    }
    it(`${test} ${number}: without an answer is incomplete`, () => {
      expect(assess(answersWith(test, number, null))).toMatchObject({
        passed: false,
        stops: [{ test, number, result: 'unanswered' }],
      });
    });
  }

  it('counts an explanation from twenty letters on, excluding surrounding spaces, an emoji as one', () => {
    const result = (explanation: string) =>
      assess(answersWith('purpose', 1, 'explain', explanation)).tests.purpose.result;
    expect(LIA_EXPLANATION_MIN).toBe(20);
    expect(result('ก'.repeat(19))).toBe('unanswered');
    expect(result('ก'.repeat(20))).toBe('pass');
    expect(result(`  ${'ก'.repeat(19)}  `)).toBe('unanswered');
    expect(result('😀'.repeat(10))).toBe('unanswered');
    expect(result('😀'.repeat(20))).toBe('pass');
    expect(result('')).toBe('unanswered');
  });

  it('needs no explanation beside yes or no, and no explanation compensates a failing answer', () => {
    expect(assess(answersWith('necessity', 2, 'yes', '')).passed).toBe(true);
    expect(assess(answersWith('necessity', 2, 'explain', EXPLAINED)).tests.necessity.result).toBe('fail');
  });

  it('fails a test on one failing answer even while others are incomplete', () => {
    const answers = answersWith('balancing', 4, 'yes');
    const [first, ...others] = answers.balancing;
    const result = assess({
      ...answers,
      balancing: [{ ...(first as (typeof answers.balancing)[number]), answer: null }, ...others],
    });
    expect(result.tests.balancing.result).toBe('fail');
    expect(result.stops.map(({ number, result: of }) => [number, of])).toEqual([
      [1, 'unanswered'],
      [4, 'fail'],
    ]);
  });

  it('is incomplete for all fifteen if nothing is answered, and for those that a shorter list leaves out', () => {
    expect(assess(null).stops).toHaveLength(15);
    expect(assess(null).stops.every(({ result }) => result === 'unanswered')).toBe(true);
    expect(assess({ ...answersWith(), necessity: [] }).stops.map(({ test, number }) => [test, number])).toEqual(
      [1, 2, 3, 4].map((number) => ['necessity', number]),
    );
  });

  it('accepts no more answers than there are questions, and no unknown ones', () => {
    const entry = { answer: 'yes', explanation: '' };
    expect(liaAnswers.safeParse({ purpose: Array(6).fill(entry) }).success).toBe(false);
    expect(liaAnswers.safeParse({ necessity: [{ answer: 'maybe' }] }).success).toBe(false);
    expect(liaAnswers.parse({})).toEqual({ purpose: [], necessity: [], balancing: [] });
    expect(liaAnswers.parse({ purpose: [{}] }).purpose).toEqual([{ answer: null, explanation: '' }]);
  });
});
