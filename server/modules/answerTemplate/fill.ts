import type { z } from 'zod';
import { AUTHORITY, merge, type MergeField, type MergeValues } from '../../../shared/answerTemplate/merge.ts';
import {
  type answerTemplateChoiceList,
  type answerTemplateChoices,
  type AnswerTemplateContent,
  type FillAnswerTemplate,
  type filledAnswerTemplate,
  fitsRight,
  namesSection,
} from '../../../shared/answerTemplate/schema.ts';
import { type RightCode, SECTION_OF } from '../../../shared/dataRight/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { lastSecondAfter } from '../../../shared/request/clock.ts';
import { closingText, groundsOf, sectionOfGround } from '../../../shared/request/grounds.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import { appError } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { dayText } from '../../platform/dateTexts.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { existing } from '../request/record.ts';
import * as requestForms from '../requestForm/service.ts';
import { CLOSING_LETTERS } from './builtIn.ts';
import * as queries from './queries.ts';

/** The right of a request. @throws 404 for a request that the caller cannot read, 400 for a right of another request */
function rightOf(request: Request, rightId: string): RequestRight {
  const right = request.rights.find(({ id }) => id === rightId);
  if (!right) throw appError('request.right', { at: 'rightId' });
  return right;
}

/**
 * Published templates for a right: those of the right itself, then those of any right. Where it is closed by a ground,
 * the built-in ones that read as it does: refused, or only closed, and under which section.
 */
export const choices = (
  ctx: WorkspaceContext,
  { id, rightId, outcome, groundCode }: z.output<typeof answerTemplateChoices>,
): Promise<z.infer<typeof answerTemplateChoiceList>> =>
  ctx.read(async (trx) => {
    const { code } = rightOf(await existing(trx, ctx, id), rightId);
    const fitting = (await queries.inUse(trx, ctx.workspace.id)).filter(
      ({ builtIn, content }) =>
        content.outcome === outcome &&
        fitsRight(content.rightCode, code) &&
        (groundCode === undefined || fitsGround({ builtIn, content }, code, groundCode)),
    );
    return fitting
      .map(({ id: templateId, content: { name, rightCode } }) => ({ id: templateId, name, rightCode }))
      .sort((a, b) => Number(a.rightCode === null) - Number(b.rightCode === null));
  });

/** Whether a letter may state a ground of a right. Of one's own it is only known whether it has a section to name. */
function fitsGround(
  { builtIn, content }: { builtIn: string | null; content: AnswerTemplateContent },
  code: RightCode | null,
  groundCode: string,
): boolean {
  const section = sectionOfGround(code, groundCode);
  const letter = builtIn === null ? undefined : CLOSING_LETTERS[builtIn];
  if (letter === undefined) return section !== null || !namesSection(content);
  return letter === closingText({ groundCode, section });
}

/**
 * A published template, filled with the values of a right, in the language of the data subject.
 * @throws 404 for a request that the caller cannot read, and for a template that is not published
 */
export const fill = (ctx: WorkspaceContext, input: FillAnswerTemplate): Promise<z.infer<typeof filledAnswerTemplate>> =>
  ctx.read(async (trx) => {
    const request = await existing(trx, ctx, input.id);
    const right = rightOf(request, input.rightId);
    const [template] = await queries.inUse(trx, ctx.workspace.id, input.templateId);
    if (!template) throw appError('answerTemplate.notInUse');
    const { content } = await requestForms.versionOf(trx, ctx, request.form.id, request.form.version);
    const { language } = request;
    const values = valuesOf(request, right, content.controller, { ...input, now: ctx.deps.now() });
    const blank = (field: MergeField) => `[${translate(language, `answerTemplate:field.${field}`)}]`;
    return { ...merge(template.content.body[language], values, blank), language };
  });

/** The values of a template's fields for a right, in the language of the data subject. */
function valuesOf(
  { number, identity, language, application, receivedAt }: Request,
  { code, name, clock }: RequestRight,
  controller: RequestFormContent['controller'],
  { groundCode, days, now }: Pick<FillAnswerTemplate, 'groundCode' | 'days'> & { now: Date },
): MergeValues {
  const day = (at: Date | string | number) => dayText(language, bangkokDay(new Date(at)));
  const inLanguage = (text: { th: string; en: string }) => text[language] || text.th;
  const ground = groundsOf(code).find((one) => one.code === groundCode);
  // Without a ground, the section that grants the right; a ground that the act does not name has none.
  const section = ground ? ground.section : code && String(SECTION_OF[code]);
  return {
    reference: requestReference(number),
    right: inLanguage(name),
    application: application.name,
    received: day(receivedAt),
    controller: inLanguage(controller.name),
    contact: [controller.contact, controller.email, controller.phone].filter(Boolean).join(' · '),
    authority: inLanguage(AUTHORITY),
    today: day(now),
    ...(identity && { name: `${identity.firstName} ${identity.lastName}` }),
    ...(clock && { due: day(clock.dueAt) }),
    ...(clock && days && { newDue: day(lastSecondAfter(Date.parse(clock.dueAt), days)) }),
    ...(section && { section }),
    ...(ground && { ground: groundText(language, ground.code) }),
  };
}

const groundText = (language: Locale, code: string): string => translate(language, `request:ground.${code}`);
