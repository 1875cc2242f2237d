import { z } from 'zod';
import { openPage, submission } from '../publicPage.ts';
import { LONG_TEXT_LIMIT, optionalText, requiredLine, requiredText } from '../text.ts';
import { inOrder, isInOrder, moment, reporter } from './fields.ts';

/** The public form: what somebody from outside tells. */
export const openReport = openPage;
export const reportForm = z.object({ organization: z.string(), workspace: z.string() });
export const submitReport = submission
  .extend({
    title: requiredLine(300),
    reporter,
    affectedSystems: requiredText(),
    description: requiredText(LONG_TEXT_LIMIT),
    actionsTaken: optionalText(LONG_TEXT_LIMIT),
    discoveredAt: moment,
    occurredAt: moment,
  })
  .refine(isInOrder, inOrder);
/** `reference`: referenceOf of shared/incident/reference.ts. */
export const submittedReport = z.object({ reference: z.string() });
