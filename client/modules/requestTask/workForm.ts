import { z } from 'zod';
import { proof } from '../../../shared/requestTask/proof.ts';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { LONG_TEXT_LIMIT, optionalText } from '../../../shared/text.ts';

/** What is written of a task while it is worked on. */
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

/** As the procedures take it. */
export const sentWork = ({ note, proof: written, file }: WorkForm) => ({
  note,
  proof: written,
  fileId: file?.id ?? null,
});
