import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DPIA_LIMITS } from '../../../../shared/dpia/content.ts';
import { randomId } from '../../../embeds/kit/storage.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { endingsOf } from '../../../../shared/file.ts';
import { CONSULTATION_FILE } from '../../../../shared/dpia/file.ts';
import { fileUrl } from '../../../../shared/fileUrl.ts';
import { uploadTo } from '../../../upload.ts';
import { useFormState } from '../../../ui/form/Form.tsx';
import {
  BilingualField,
  DateField,
  FileField,
  TextArea,
  TextField,
  useField,
  useOptionsHelp,
  useWatch,
} from '../../../ui/form/index.ts';
import { Button, chakra, Flex, Grid, Stack, Text } from '../../../ui/index.ts';
import { useAssessed } from './assessed.tsx';
import type { FormValues } from './content.ts';
import { ChoiceField } from './fields/ChoiceField.tsx';
import { RegisterSummary } from './RegisterSummary.tsx';
import { Section } from './Section.tsx';

/** What is assessed, why, and the opinions of the people consulted. */
export function TitleTab() {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <Stack gap="4">
      <Section name="general">
        <TextField name="name" label={t('field.name')} limit={200} required />
        <TextArea name="reason" label={t('field.reason')} help={t('help.reason')} rows={3} required />
      </Section>
      <Section name="processing">
        <RegisterSummary />
        <FieldAnchor name="description">
          <BilingualField
            name="description"
            label={t('field.description')}
            help={t('help.description')}
            multiline
            rows={4}
          />
        </FieldAnchor>
      </Section>
      <Section name="consultation">
        <Consultations side="internal" />
        <Consultations side="external" />
      </Section>
      <Section name="opinions">
        <FieldAnchor name="dpoOpinion">
          <BilingualField
            name="dpoOpinion"
            label={t('field.dpoOpinion')}
            help={t('help.dpoOpinion')}
            multiline
            rows={3}
          />
        </FieldAnchor>
        <FieldAnchor name="subjectOpinion">
          <BilingualField
            name="subjectOpinion"
            label={t('field.subjectOpinion')}
            help={t('help.subjectOpinion')}
            multiline
            rows={3}
          />
        </FieldAnchor>
      </Section>
      <Section name="review">
        <chakra.div maxWidth="20rem" data-field="reviewOn">
          <DateField name="reviewOn" label={t('field.reviewOn')} help={t('help.reviewOn')} />
        </chakra.div>
        <ReviewerField />
      </Section>
    </Stack>
  );
}

/** The reviewer of the assessment; a person who has left is still displayed. */
function ReviewerField() {
  const { t } = useTranslation('dpiaAssessment');
  const { ws } = useSession();
  const { names } = useAssessed();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'dpia.write' }, { staleTime: 60_000 });
  const chosen = useWatch({ name: 'reviewerId' }) as string | null;
  // A published version displays the names of its time.
  const known = (people.data ?? []).map(({ id, name }) => ({ value: id, label: names.get(id) ?? name }));
  if (chosen && known.every(({ value }) => value !== chosen))
    known.push({ value: chosen, label: names.get(chosen) ?? '…' });
  return (
    <chakra.div maxWidth="20rem" data-field="reviewerId">
      <ChoiceField
        name="reviewerId"
        label={t('field.reviewerId')}
        help={useOptionsHelp(people, undefined)}
        options={known}
      />
    </chakra.div>
  );
}

type Consultation = FormValues['consultation']['internal'][number];

/** All consultations of one side: who, when, and their opinion. */
function Consultations({ side }: { side: 'internal' | 'external' }) {
  const { t } = useTranslation('dpiaAssessment');
  const name = `consultation.${side}`;
  const handle = useField<Consultation[]>({ name });
  const { disabled } = handle.control;
  const list = handle.value ?? [];
  return (
    <chakra.div role="group" aria-labelledby={handle.ids.label} data-field={name} display="grid" gap="3">
      <chakra.h2 id={handle.ids.label} fontWeight="semibold">
        {t(`field.${side}`)}
      </chakra.h2>
      {list.length === 0 && <Text color="muted">{t('consultation.none')}</Text>}
      {list.map(({ id }, place) => (
        <chakra.div key={id} borderWidth="1px" borderRadius="control" p="3" display="grid" gap="3">
          <Grid gap="3" alignItems="start" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 12rem' }}>
            <BilingualField name={`${name}.${place}.who`} label={t('field.who')} limit={200} />
            <DateField name={`${name}.${place}.on`} label={t('field.on')} />
          </Grid>
          <BilingualField name={`${name}.${place}.opinion`} label={t('field.opinion')} multiline rows={2} />
          <ConsultationFiles name={`${name}.${place}.fileIds`} />
          <Flex justify="flex-end">
            <Button
              size="sm"
              look="text"
              disabled={disabled}
              onClick={() => handle.set(list.filter((one) => one.id !== id))}
            >
              {t('consultation.remove')}
            </Button>
          </Flex>
        </chakra.div>
      ))}
      <Flex>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={disabled || list.length >= DPIA_LIMITS.consultations}
          onClick={() =>
            handle.set([
              ...list,
              { id: randomId(), who: { th: '', en: '' }, on: null, opinion: { th: '', en: '' }, fileIds: [] },
            ])
          }
        >
          {t(`consultation.add.${side}`)}
        </Button>
      </Flex>
    </chakra.div>
  );
}

const ENDINGS = endingsOf(CONSULTATION_FILE)
  .map((ending) => `.${ending}`)
  .join(',');

/** Files of a consultation: uploadable, or read-only if the assessment cannot be changed. */
function ConsultationFiles({ name }: { name: string }) {
  const { t } = useTranslation(['dpiaAssessment', 'ui']);
  const { ws } = useSession();
  const { files } = useAssessed();
  const { disabled } = useFormState();
  const ids = useWatch({ name }) as string[];
  if (!disabled)
    return (
      <FileField
        name={name}
        label={t('field.fileIds')}
        known={files}
        accept={ENDINGS}
        maxBytes={CONSULTATION_FILE.limit}
        upload={uploadTo(ws, CONSULTATION_FILE)}
        href={({ id }) => fileUrl(ws, id)}
      />
    );
  if (ids.length === 0) return null;
  return (
    <div>
      <Text fontWeight="semibold">{t('field.fileIds')}</Text>
      <chakra.ul listStyle="none" display="grid" gap="1">
        {ids.map((id) => (
          <chakra.li key={id} overflowWrap="anywhere">
            <chakra.a href={fileUrl(ws, id)} color="accent.text" textDecoration="underline">
              {files.get(id)?.name ?? t('ui:file.unknown')}
            </chakra.a>
          </chakra.li>
        ))}
      </chakra.ul>
    </div>
  );
}
