import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { moment } from '../../../shared/incident/fields.ts';
import { LOCALES } from '../../../shared/locale.ts';
import { AGE_BANDS, ENTERED_CHANNELS, subject } from '../../../shared/request/schema.ts';
import { country, id, LONG_TEXT_LIMIT, optionalText } from '../../../shared/text.ts';
import { DEFAULT_COUNTRY } from '../../../shared/constants.ts';
import { isAhead } from '../../clock/typedMoment.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import { bodyOf } from '../../shell/errors.ts';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { webFormIdentity, type WebFormPerson } from '../../shell/webFormIdentity.ts';
import { trpc } from '../../trpc.ts';
import { Button, Card, toast } from '../../ui/index.ts';
import { Form, FormActions, useFormContext, useWatch } from '../../ui/form/index.ts';
import { KeepOut } from '../../ui/form/KeepOut.tsx';
import { BesideForm } from '../incident/NextSteps.tsx';
import { LIST, requestHref } from './address.ts';
import { checkGuardian, checkReachable, type GuardianValues, needsGuardian } from './checkGuardian.ts';
import { Arrival, Attachment, IdentityChecked, RequestedRights } from './EntryFields.tsx';
import { type DueFacts, DueDates } from './DueDates.tsx';
import { GuardianFields, SubjectFields } from './SubjectFields.tsx';

/** The server encrypts the person and their text: both are left out of this browser's draft. */
const SEALED = ['subject', 'guardian', 'wishes', 'attachment'];

const wish = z.object({
  selected: z.array(z.string()).default([]),
  additional: optionalText(),
  detail: optionalText(LONG_TEXT_LIMIT),
});
const values = z.object({
  requestFormId: id,
  receivedAt: z
    .string({ error: 'errors:required' })
    .min(1, { error: 'errors:required' })
    .pipe(moment)
    .refine((at) => !isAhead(at), { error: 'request:refusal.inFuture' }),
  channel: z.enum(ENTERED_CHANNELS, { error: 'errors:required' }),
  language: z.enum(LOCALES),
  country: country.unwrap(),
  subject,
  ageBand: z.enum(['', ...AGE_BANDS]),
  rightIds: z.array(id).min(1, { error: 'request:noRight' }),
  wishes: z.record(z.string(), wish),
  verified: z.boolean(),
  attachment: z.object({ id: z.string() }).nullable(),
  key: z.string(),
});
const schema = values.extend({ guardian: z.unknown() }).superRefine(checkGuardian).superRefine(checkReachable);
type EntryValues = z.input<typeof values> & { guardian: GuardianValues };

/** What was entered of a person in the dialog of web forms (docs/decisions/132). */
const enteredOf = ({ firstName = '', lastName = '', email = '' }: Partial<WebFormPerson> = {}) => ({
  firstName,
  lastName,
  email,
  telephone: '',
});

/** Enters a request received by post, phone, at the counter or by email, with its actual date of receipt. */
export function EntryForm() {
  const { t } = useTranslation(['requestScreen', 'ui']);
  const { ws, personnel } = useSession();
  const { identity, guardian } = webFormIdentity(personnel.id) ?? {};
  const [key] = useState(randomId);
  const [isOther, setOther] = useState(false);
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const create = trpc.request.create.useMutation();
  const [facts, setFacts] = useState<DueFacts>({ requestFormId: '', receivedAt: '', rightIds: [], verified: false });
  return (
    <BesideForm rail={<DueDates {...facts} />}>
      <Form
        schema={schema as unknown as z.ZodType<EntryValues, EntryValues>}
        label={t('entry.title')}
        draftKey={`${ws}.request.new`}
        lost={t('entry.lost')}
        defaultValues={{
          requestFormId: '',
          receivedAt: '',
          channel: '' as 'POST',
          language: 'th',
          country: identity?.country ?? DEFAULT_COUNTRY,
          subject: { ...enteredOf(identity), uid: '' },
          guardian: enteredOf(guardian),
          ageBand: '',
          rightIds: [],
          wishes: {},
          verified: false,
          attachment: null,
          key,
        }}
        onSubmit={async (entered) => {
          const go = goLater();
          setOther(false);
          const created = await create.mutateAsync({ ws, ...inputOf(entered) }).catch((error: unknown) => {
            setOther(bodyOf(error)?.code === 'request.enteredOtherwise');
            throw error;
          });
          cache.request.get.setData({ ws, id: created.id }, created);
          void cache.request.list.invalidate();
          toast.success(t('entry.done'));
          // After the form has released its unsaved-changes guard.
          setTimeout(() => go(requestHref(created.id), { replace: true }));
        }}
      >
        <KeepOut names={SEALED} />
        <Facts onChange={setFacts} />
        <Card>
          <Arrival />
        </Card>
        <Card>
          <SubjectFields />
          <GuardianFields />
        </Card>
        <Card>
          <RequestedRights />
          <Attachment />
        </Card>
        <Card>
          <IdentityChecked />
        </Card>
        <FormActions submitLabel={t('entry.save')} cancelHref={LIST}>
          {isOther && <EnterAnother />}
        </FormActions>
      </Form>
    </BesideForm>
  );
}

/** Sends the form as another request than the one that is recorded under its key. */
function EnterAnother() {
  const { t } = useTranslation('requestScreen');
  const { setValue } = useFormContext();
  return (
    <Button type="submit" onClick={() => setValue('key', randomId(), { shouldDirty: true })}>
      {t('entry.another')}
    </Button>
  );
}

/** Reports the inputs of the due dates, as far as they are filled in. */
function Facts({ onChange }: { onChange: (facts: DueFacts) => void }) {
  const [requestFormId, receivedAt, rightIds, verified] = useWatch({
    name: ['requestFormId', 'receivedAt', 'rightIds', 'verified'],
  }) as [string, string, string[], boolean];
  const key = JSON.stringify([requestFormId, receivedAt, rightIds, verified]);
  useEffect(
    () => onChange({ requestFormId, receivedAt, rightIds, verified }),
    // Arrays of a form are new in each render: they are compared by content.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key, onChange],
  );
  return null;
}

function inputOf({ wishes, rightIds, ageBand, guardian, attachment, ...rest }: EntryValues) {
  return {
    ...rest,
    ageBand: ageBand === '' ? null : ageBand,
    attachmentId: attachment?.id ?? null,
    guardian: needsGuardian(ageBand) ? guardian : null,
    rights: rightIds.map((rightRequestId) => ({
      rightRequestId,
      selectedRightRequestOptions: (wishes[rightRequestId]?.selected ?? []).map(Number),
      additionalRequestOption: wishes[rightRequestId]?.additional ?? '',
      requestDetail: wishes[rightRequestId]?.detail ?? '',
    })),
  };
}
