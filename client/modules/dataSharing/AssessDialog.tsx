import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { SharingCountry } from '../../../shared/dataSharing/schema.ts';
import { HOME_COUNTRY } from '../../../shared/dataSharing/transfer.ts';
import { optionalText } from '../../../shared/text.ts';
import { useCountryName, useCountryOptions } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, Text, toast } from '../../ui/index.ts';
import { Form, FormActions, RadioCardsField, SelectField, TextArea } from '../../ui/form/index.ts';

const DECISIONS = ['adequate', 'notAdequate', 'notAssessed'] as const;
const schema = z
  .object({
    country: z.string().min(1, { error: 'errors:required' }),
    decision: z.enum(DECISIONS, { error: 'errors:required' }),
    note: optionalText(),
  })
  .refine(({ decision, note }) => decision === 'notAssessed' || note !== '', {
    error: 'errors:required',
    path: ['note'],
  });

/** Records the organisation's assessment of a country's protection of personal data, with its reason. */
export default function AssessDialog({ target, onClose }: { target: SharingCountry | 'other'; onClose: () => void }) {
  const { t } = useTranslation('dataSharing');
  const { ws } = useSession();
  const countryName = useCountryName();
  const countries = useCountryOptions().filter(({ value }) => value !== HOME_COUNTRY);
  const assess = trpc.dataSharing.assess.useMutation();
  const cache = trpc.useUtils();
  const known = target === 'other' ? null : target;
  const cards = DECISIONS.filter((value) => value !== 'notAssessed' || (known && known.adequacy !== 'notAssessed')).map(
    (value) => ({
      value,
      label: t(`assess.${value}.label`),
      description: t(`assess.${value}.description`),
    }),
  );
  const decided =
    known && (known.adequacy === 'adequate' || known.adequacy === 'notAdequate') ? known.adequacy : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      title={known ? t('assess.title', { name: countryName(known.country) }) : t('assess.titleOther')}
    >
      <Text color="muted" mb="4">
        {t('assess.lead')}
      </Text>
      <Form
        draftKey={`${ws}.dataSharing.${known?.country ?? 'other'}`}
        schema={schema as unknown as z.ZodType<z.output<typeof schema>, z.output<typeof schema>>}
        label={t('assess.titleOther')}
        defaultValues={{ country: known?.country ?? '', decision: decided as 'adequate', note: known?.note ?? '' }}
        onSubmit={async ({ country, decision, note }) => {
          await assess.mutateAsync({
            ws,
            country,
            adequate: decision === 'notAssessed' ? null : decision === 'adequate',
            note,
          });
          // Reopening the dialog immediately must display the saved values.
          await cache.dataSharing.invalidate();
          toast.success(t('assess.saved'));
          onClose();
        }}
      >
        {!known && <SelectField name="country" label={t('assess.country')} options={countries} required />}
        <RadioCardsField name="decision" label={t('assess.result')} cards={cards} columns={1} />
        <TextArea name="note" label={t('assess.note')} help={t('assess.noteHelp')} required />
        <FormActions />
      </Form>
    </Dialog>
  );
}
