import { z } from 'zod';
import { optionalText } from '../text.ts';

/**
 * The legitimate interests assessment (PDPA section 24(5)): three tests after the practice of data protection
 * authorities. An interest may be relied on when it is real and lawful, the processing is needed for it, and the data
 * subject's fundamental rights do not weigh more. Question texts: locales `legitimateInterest:question.<id>`.
 */
export const LIA_TESTS = ['purpose', 'necessity', 'balancing'] as const;
export type LiaTest = (typeof LIA_TESTS)[number];

export const LIA_ANSWERS = ['yes', 'no', 'explain'] as const;
export type LiaAnswer = (typeof LIA_ANSWERS)[number];

/** Fewest characters of an explanation that counts. */
export const LIA_EXPLANATION_MIN = 20;

export interface LiaQuestion {
  readonly id: string;
  /** Answers that pass. `explain` stands for a situation between yes and no and passes, where it may, by its text. */
  readonly passes: readonly LiaAnswer[];
}

export const LIA_QUESTIONS = {
  purpose: [
    { id: 'interestNamed', passes: ['yes', 'explain'] },
    { id: 'interestLawful', passes: ['yes'] },
    { id: 'interestReal', passes: ['yes'] },
    { id: 'benefit', passes: ['yes', 'explain'] },
    { id: 'otherBasisRequired', passes: ['no'] },
  ],
  necessity: [
    { id: 'servesInterest', passes: ['yes', 'explain'] },
    { id: 'dataMinimal', passes: ['yes'] },
    { id: 'lessIntrusiveWay', passes: ['no', 'explain'] },
    { id: 'withoutIdentity', passes: ['no', 'explain'] },
  ],
  balancing: [
    { id: 'expected', passes: ['yes', 'explain'] },
    { id: 'vulnerable', passes: ['no', 'explain'] },
    { id: 'privateNature', passes: ['no', 'explain'] },
    { id: 'seriousHarm', passes: ['no'] },
    { id: 'safeguards', passes: ['yes', 'explain'] },
    { id: 'toldAndObjection', passes: ['yes'] },
  ],
} as const satisfies Record<LiaTest, readonly LiaQuestion[]>;

const answer = z.object({ answer: z.enum(LIA_ANSWERS).nullable().default(null), explanation: optionalText(10_000) });
const answersOf = (test: LiaTest) => z.array(answer).max(LIA_QUESTIONS[test].length).default([]);

/** Answers by test, in the order of the questions; a missing one is unanswered. */
export const liaAnswers = z.object({
  purpose: answersOf('purpose'),
  necessity: answersOf('necessity'),
  balancing: answersOf('balancing'),
});
export type LiaAnswers = z.infer<typeof liaAnswers>;

export type LiaResult = 'pass' | 'fail' | 'unanswered';
export interface LiaAssessment {
  /** All three tests pass: legitimate interest may be the lawful basis. */
  readonly passed: boolean;
  readonly tests: Readonly<
    Record<
      LiaTest,
      { readonly result: LiaResult; readonly questions: readonly { readonly id: string; readonly result: LiaResult }[] }
    >
  >;
  /** The questions that stand in the way, in order. `number` starts from 1 within the test. */
  readonly stops: readonly {
    readonly test: LiaTest;
    readonly number: number;
    readonly id: string;
    readonly result: 'fail' | 'unanswered';
  }[];
}

function judge(
  question: LiaQuestion,
  response: { answer: LiaAnswer | null; explanation: string } | undefined,
): LiaResult {
  if (!response?.answer) return 'unanswered';
  if (!question.passes.includes(response.answer)) return 'fail';
  if (response.answer === 'explain' && [...response.explanation.trim()].length < LIA_EXPLANATION_MIN)
    return 'unanswered';
  return 'pass';
}

/**
 * Judges every question and test. A test fails on one failing question, else waits for one unanswered; `null` is
 * nothing answered yet.
 */
export function assess(answers: LiaAnswers | null): LiaAssessment {
  const tests = Object.fromEntries(
    LIA_TESTS.map((test) => {
      const questions = (LIA_QUESTIONS[test] as readonly LiaQuestion[]).map((question, index) => ({
        id: question.id,
        result: judge(question, answers?.[test][index]),
      }));
      const worst = (['fail', 'unanswered'] as const).find((result) =>
        questions.some((question) => question.result === result),
      );
      return [test, { result: worst ?? 'pass', questions }];
    }),
  ) as unknown as LiaAssessment['tests'];
  const stops = LIA_TESTS.flatMap((test) =>
    tests[test].questions.flatMap(({ id, result }, index) =>
      result === 'pass' ? [] : [{ test, number: index + 1, id, result }],
    ),
  );
  return { passed: stops.length === 0, tests, stops };
}

/**
 * The bases of a purpose that hold: legitimate interest once its assessment passes. As `effective_bases` in the
 * database.
 */
export const effectiveBases = <Basis extends string>(purpose: {
  lawfulBases: readonly Basis[];
  legitimateInterest: LiaAnswers | null;
}): Basis[] =>
  purpose.lawfulBases.filter((basis) => basis !== 'legitimateInterest' || assess(purpose.legitimateInterest).passed);
