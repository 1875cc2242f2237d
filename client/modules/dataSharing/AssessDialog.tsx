import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { SharingCountry } from '../../../shared/dataSharing/schema.ts';
import { HOME_COUNTRY } from '../../../shared/country.ts';
import { optionalText } from '../../../shared/text.ts';
import { useCountryName, useCountryOptions } from '../../shell/countries.ts';
import { bodyOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, Text, toast, useFormat } from '../../ui/index.ts';
import {
  Form,
  FormActions,
  RadioCardsField,
  SelectField,
  TextArea,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { AdequacyTag } from './cells.tsx';

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

/** The stored decision as the form's values. */
const decisionOf = (read: SharingCountry | null) => ({
  decision: read?.adequacy === 'adequate' || read?.adequacy === 'notAdequate' ? read.adequacy : undefined,
  note: read?.note ?? '',
});

/** Records the organisation's assessment of a country's protection of personal data, with its reason. */
export default function AssessDialog({ target, onClose }: { target: SharingCountry | 'other'; onClose: () => void }) {
  const { t } = useTranslation('dataSharing');
  const { ws } = useSession();
  const countryName = useCountryName();
  const assess = trpc.dataSharing.assess.useMutation();
  const cache = trpc.useUtils();
  const known = target === 'other' ? null : target;
  // What the assessment replaces: read once, so that nobody else's is replaced unread.
  const [read, setRead] = useState(known);
  const [isStale, setStale] = useState(false);
  const start = decisionOf(known);
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
        defaultValues={{ country: known?.country ?? '', ...start, decision: start.decision as 'adequate' }}
        onSubmit={async ({ country, decision, note }) => {
          const adequate = decision === 'notAssessed' ? null : decision === 'adequate';
          try {
            await assess.mutateAsync({ ws, country, adequate, note, decidedAt: read?.decidedAt ?? null });
          } catch (error) {
            const body = bodyOf(error);
            if (body?.code === 'staleEdit') {
              setRead(body.details?.current as SharingCountry);
              setStale(true);
            }
            throw error;
          }
          // Reopening the dialog immediately must display the saved values.
          await cache.dataSharing.invalidate();
          toast.success(t('assess.saved'));
          onClose();
        }}
      >
        {!known && <CountryField onRead={setRead} />}
        {read && (isStale || !known) && <Current read={read} />}
        <DecisionField withdrawable={decisionOf(read).decision !== undefined} />
        <TextArea name="note" label={t('assess.note')} help={t('assess.noteHelp')} required />
        <FormActions />
      </Form>
    </Dialog>
  );
}

/** Any country: the form continues with the decision on it, unless something was entered already. */
function CountryField({ onRead }: { onRead: (read: SharingCountry | null) => void }) {
  const { t } = useTranslation('dataSharing');
  const { ws } = useSession();
  const options = useCountryOptions().filter(({ value }) => value !== HOME_COUNTRY);
  const countries = trpc.dataSharing.countries.useQuery({ ws });
  const form = useFormContext();
  const country = useWatch({ name: 'country' }) as string | null;
  const proposed = useRef(decisionOf(null));
  const areThere = countries.data !== undefined;
  useEffect(() => {
    const read = countries.data?.find((one) => one.country === country) ?? null;
    const next = decisionOf(read);
    const { decision, note } = form.getValues();
    if ((decision ?? undefined) === proposed.current.decision && note === proposed.current.note) {
      form.setValue('decision', next.decision);
      form.setValue('note', next.note);
    }
    proposed.current = next;
    onRead(read);
    // What others decide meanwhile is found out on saving.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [country, areThere]);
  return <SelectField name="country" label={t('assess.country')} options={options} required />;
}

/** The decision that is replaced. */
function Current({ read: { adequacy, note, decidedBy, decidedAt } }: { read: SharingCountry }) {
  const { t } = useTranslation('dataSharing');
  const { dateTime } = useFormat();
  if (adequacy === 'home' || decidedAt === null) return null;
  return (
    <Banner tone="info" role="status" title={t('assess.current')}>
      <AdequacyTag adequacy={adequacy} /> {[decidedBy?.name, dateTime(decidedAt)].filter(Boolean).join(' · ')}
      <Text whiteSpace="pre-wrap">{note}</Text>
    </Banner>
  );
}

function DecisionField({ withdrawable }: { withdrawable: boolean }) {
  const { t } = useTranslation('dataSharing');
  const cards = DECISIONS.filter((value) => value !== 'notAssessed' || withdrawable).map((value) => ({
    value,
    label: t(`assess.${value}.label`),
    description: t(`assess.${value}.description`),
  }));
  return <RadioCardsField name="decision" label={t('assess.result')} cards={cards} columns={1} />;
}
