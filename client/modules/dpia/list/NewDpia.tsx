import { Check, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dpiaAddress } from '../../../../shared/dpia/addresses.ts';
import type { DpiaVariant } from '../../../../shared/dpia/framework.ts';
import { CRITERIA, type DpiaSuggestion } from '../../../../shared/dpia/decision.ts';
import { createDpia, type DpiaPreparation } from '../../../../shared/dpia/schema.ts';
import { id } from '../../../../shared/text.ts';
import { LoadedInDialog } from '../../../records/LoadedRecord.tsx';
import { useQuestion } from '../../../records/useQuestion.tsx';
import { useGoLater } from '../../../shell/navigation.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import {
  AsyncSelectField,
  Form,
  FormActions,
  FormSection,
  type Option,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../../ui/form/index.ts';
import { announce, Box, Button, Dialog, Flex, Stack, Text, toast, useFormat } from '../../../ui/index.ts';
import type { FormValues } from '../assessment/content.ts';
import { CriteriaField, DataRiskQuestions, RequirementAnswer } from '../requirementFields.tsx';
import type { ChosenApplication } from './DpiaList.tsx';
import { SuggestionReasons } from './SuggestionReasons.tsx';
import { useLoadApplications } from './useLoadApplications.ts';

const schema = createDpia.pick({ name: true, reason: true, criteria: true, dataRisk: true }).extend({
  applicationId: id.nullable().refine((value) => value !== null, { error: 'errors:required' }),
});

interface NewDpiaProps {
  variant: DpiaVariant;
  /** The preselected application; null: it is selected in the dialog. */
  application: ChosenApplication | null;
  open: boolean;
  onClose: () => void;
}

/**
 * Creates the assessment of an application and opens it. Asks for the reason; displays the register's suggestion, the
 * criteria that are met, and whether the rule requires an assessment.
 */
export default function NewDpia({ variant, application, open, onClose }: NewDpiaProps) {
  const { t } = useTranslation('dpiaList');
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const create = trpc.dpia.create.useMutation();
  const values = useMemo(
    () => ({
      applicationId: application?.id ?? null,
      name: application ? t('create.nameOf', { name: application.name }) : '',
      reason: '',
      criteria: [],
      dataRisk: [],
    }),
    [application, t],
  );
  return (
    <Dialog open={open} onClose={onClose} width={760} title={t('create.title')} description={t('create.body')}>
      <Form
        schema={schema}
        label={t('create.title')}
        defaultValues={values}
        draftKey={`${ws}.dpia.${variant}.${application?.id ?? 'new'}`}
        onSubmit={async ({ applicationId, ...rest }) => {
          const go = goLater();
          const created = await create.mutateAsync({ ws, variant, applicationId: applicationId ?? '', ...rest });
          cache.dpia.get.setData({ ws, id: created.id }, created);
          void cache.dpia.list.invalidate();
          void cache.dpia.missing.invalidate();
          toast.success(t('create.done'));
          onClose();
          go(dpiaAddress(variant, created.id));
        }}
      >
        <ApplicationField application={application} />
        <TextField name="name" label={t('column.name')} limit={200} required />
        <TextArea
          name="reason"
          label={t('create.reason')}
          help={t('create.reasonHelp')}
          limit={10_000}
          rows={3}
          required
        />
        <Prepared variant={variant} />
        <FormActions submitLabel={t('create.submit')} />
      </Form>
    </Dialog>
  );
}

/**
 * The application; until a name is entered, the assessment is named after it. What was chosen for one application is
 * not kept for another.
 */
function ApplicationField({ application }: Pick<NewDpiaProps, 'application'>) {
  const { t } = useTranslation('dpiaList');
  const { setValue, getValues, getFieldState } = useFormContext();
  const before = useWatch({ name: 'applicationId' }) as string | null;
  const load = useLoadApplications();
  const { ask, dialog } = useQuestion();
  const change = async ({ value, label }: Option) => {
    const answers = getValues(['criteria', 'dataRisk']) as (readonly unknown[])[];
    if (before !== null && value !== before && answers.some((list) => list.length > 0)) {
      const isAgreed = await ask({
        title: t('create.other.title'),
        body: t('create.other.body'),
        confirmLabel: t('create.other.confirm'),
      });
      if (!isAgreed) return setValue('applicationId', before, { shouldDirty: true });
      for (const name of ['criteria', 'dataRisk']) setValue(name, [], { shouldDirty: true });
    }
    if (getValues('name') === '' || !getFieldState('name').isTouched)
      setValue('name', t('create.nameOf', { name: label }), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <AsyncSelectField
        name="applicationId"
        label={t('column.application')}
        required
        load={load}
        {...(application && { initialOptions: [{ value: application.id, label: application.name }] })}
        onChosen={([chosen]) => void (chosen && change(chosen))}
      />
      {dialog}
    </>
  );
}

/** Displayed once an application is selected: the register's suggestion, the criteria, and the result of the rule. */
function Prepared({ variant }: Pick<NewDpiaProps, 'variant'>) {
  const { ws } = useSession();
  const applicationId = useWatch({ name: 'applicationId' }) as string | null;
  const query = trpc.dpia.prepare.useQuery(
    { ws, variant, applicationId: applicationId ?? '' },
    { enabled: applicationId !== null },
  );
  if (applicationId === null) return null;
  return (
    <LoadedInDialog query={query} lines={4}>
      {(preparation) => <Questions preparation={preparation} />}
    </LoadedInDialog>
  );
}

function Questions({ preparation: { suggestion, framework } }: { preparation: DpiaPreparation }) {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <>
      <Suggested suggestion={suggestion} />
      <FormSection title={t('part.criteria')} description={t('partLead.criteria')}>
        <CriteriaField />
      </FormSection>
      {framework.dataRisk.length > 0 && (
        <FormSection title={t('part.dataRisk')} description={t('partLead.dataRisk')}>
          <DataRiskQuestions framework={framework} />
        </FormSection>
      )}
      <RequirementAnswer framework={framework} />
    </>
  );
}

/** The register's reasons, which one button adopts as criteria. */
function Suggested({ suggestion: { reasons } }: { suggestion: DpiaSuggestion }) {
  const { t } = useTranslation('dpiaList');
  const { text } = useFormat();
  const { setValue } = useFormContext();
  const criteria = useWatch({ name: 'criteria' }) as FormValues['criteria'];
  const offered = reasons.filter(({ criterion }) => criterion !== null);
  const isAdopted = offered.every(({ criterion }) => criteria.some(({ code }) => code === criterion));
  const adopt = () => {
    const next = CRITERIA.flatMap((code) => {
      const met = criteria.find((one) => one.code === code);
      const reason = offered.find(({ criterion }) => criterion === code);
      if (met || !reason) return met ?? [];
      return {
        code,
        note: reason.records
          .map(({ name }) => text(name))
          .join(', ')
          .slice(0, 1000),
      };
    });
    setValue('criteria', next, { shouldDirty: true });
    announce(t('suggestion.adopted'));
  };
  return (
    <Box
      role="group"
      aria-label={t('suggestion.title')}
      borderWidth="1px"
      borderColor="line.strong"
      borderStyle="dashed"
      borderRadius="card"
      p={{ base: '3', md: '4' }}
      bg="subtle"
    >
      <Stack gap="3">
        <Flex wrap="wrap" gap="3" alignItems="flex-start">
          <Box flex="1" minWidth="min(100%, 14rem)">
            <Text fontWeight="semibold">{t('suggestion.title')}</Text>
            <Text textStyle="dense" color="muted">
              {t(reasons.length === 0 ? 'suggestion.nothing' : 'suggestion.lead')}
            </Text>
          </Box>
          {offered.length > 0 && (
            <Button
              size="sm"
              disabled={isAdopted}
              icon={isAdopted ? <Check aria-hidden /> : <Plus aria-hidden />}
              onClick={adopt}
            >
              {t(isAdopted ? 'suggestion.adopted' : 'suggestion.adopt')}
            </Button>
          )}
        </Flex>
        <SuggestionReasons reasons={reasons} />
      </Stack>
    </Box>
  );
}
