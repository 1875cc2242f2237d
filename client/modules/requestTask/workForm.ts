import { z } from 'zod';
import { proof } from '../../../shared/requestTask/proof.ts';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { LONG_TEXT_LIMIT, optionalText } from '../../../shared/text.ts';

/** The form of a task in progress. */
export const workForm = z.object({
  note: optionalText(LONG_TEXT_LIMIT),
  proof,
  file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
});
export type WorkForm = z.output<typeof workForm>;

export const workOf = ({ note, proof: written, file }: RequestTask): WorkForm => ({
  note,
  proof: written,
  file: file && { id: file.id, name: file.name, size: file.size },
});

/** The form values as the procedures' input. */
export const sentWork = ({ note, proof: written, file }: WorkForm) => ({
  note,
  proof: written,
  fileId: file?.id ?? null,
});
