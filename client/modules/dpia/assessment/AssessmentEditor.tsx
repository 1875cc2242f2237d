import { useId, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { acceptsHighRisk, dpiaProblems } from '../../../../shared/dpia/problems.ts';
import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { dpiaStatus } from '../../../../shared/dpia/status.ts';
import { LONG_TEXT_LIMIT } from '../../../../shared/text.ts';
import { today } from '../../../format.ts';
import { mergeFields } from '../../../records/fields.ts';
import { PublishRecord } from '../../../records/PublishRecord.tsx';
import { RecordForm, type RecordFormState, useRecordForm } from '../../../records/RecordForm.tsx';
import { ProblemsCard, type RecordProblem } from '../../../records/RecordProblems.tsx';
import { Summary } from '../../../records/ReadingView.tsx';
import { useEditing } from '../../../records/useEditing.tsx';
import { useWords } from '../../../records/useWords.ts';
import { useGo, usePath } from '../../../shell/navigation.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { FormActions, TextAreaInput, useFormContext, useWatch } from '../../../ui/form/index.ts';
import { Box, chakra, EmptyState, Text } from '../../../ui/index.ts';
import { UnsavedGuard } from '../../../ui/dialogScope.tsx';
import { DecideNotRequired } from '../decision/DecideNotRequired.tsx';
import { ASSESSMENT_FIELDS } from './assessmentFields.ts';
import { useAssessed } from './assessed.tsx';
import { type Content, draftOf, formSchema, type FormValues, plannedOf, valuesOf } from './content.ts';
import { DataRiskTab } from './DataRiskTab.tsx';
import { ImpactTab } from './ImpactTab.tsx';
import { PlanTab } from './PlanTab.tsx';
import { TabBar } from './TabBar.tsx';
import { type AssessmentTab, FORM_TABS, type FormTab, tabOfPath, tabQuery } from './tabs.ts';
import { TitleTab } from './TitleTab.tsx';

export interface AssessmentEditorProps {
  record: Dpia;
  tab: AssessmentTab;
  /** Elements of the page that contain parts of the form outside the form itself. */
  slots: Readonly<Record<'action' | 'decision' | 'tabs' | 'rail', HTMLElement | null>>;
}

/** The form of an assessment, across all its tabs. */
export function AssessmentEditor({ record, tab, slots }: AssessmentEditorProps) {
  const { t } = useTranslation('dpiaAssessment');
  const form = useForm(record);
  const mayWrite = useCan('dpia.write');
  const isOpen = mayWrite && 'edit' in dpiaStatus[record.status];
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const open = (id: string) => setOpened((before) => new Set([...before, id]));
  const lead = useLead(open);
  // Outside the form, which starts anew when a colleague's edit is merged.
  const [acceptance, setAcceptance] = useState('');
  const known = useKnownWorstCases(record, isOpen);
  // Scale and questions are fixed when the assessment starts.
  const isWaiting = record.status === 'NEW';
  const panels: Record<FormTab, React.ReactNode> = {
    title: <TitleTab />,
    data: <DataRiskTab />,
    impact: isWaiting ? <NotStarted /> : <ImpactTab known={known} opened={opened} onToggle={toggle} />,
    plan: isWaiting ? <NotStarted /> : <PlanTab dpiaId={record.id} publishedVersion={record.publishedVersion} />,
  };
  return (
    <RecordForm form={form} schema={formSchema} label={t('form')} disabled={!isOpen} onInvalid={lead} wide>
      <Presence id={record.id} />
      {FORM_TABS.map((one) => (
        <Box key={one} display={tab === one ? 'block' : 'none'}>
          {panels[one]}
        </Box>
      ))}
      {isOpen && <FormActions submitLabel={t('save')} />}
      {slots.tabs && createPortal(<Bar record={record} />, slots.tabs)}
      {slots.rail && record.status === 'DRAFT' && createPortal(<Missing onOpen={open} />, slots.rail)}
      {slots.decision && createPortal(<DecideNotRequired record={record} form={form} />, slots.decision)}
      {slots.action &&
        createPortal(
          <Publish record={record} form={form} onOpen={open} acceptance={acceptance} onAccept={setAcceptance} />,
          slots.action,
        )}
    </RecordForm>
  );
}

/** Active worst cases of the settings; empty if the form is read-only. */
function useKnownWorstCases({ variant }: Dpia, enabled: boolean) {
  const { ws } = useSession();
  const query = trpc.dpiaSettings.worstCases.list.useQuery({ ws, variant }, { enabled });
  return useMemo(() => (query.data?.collection ?? []).filter(({ active }) => active), [query.data]);
}

function NotStarted() {
  const { t } = useTranslation('dpiaAssessment');
  return <EmptyState title={t('notStarted.title')} body={t('notStarted.body')} />;
}

function useForm(record: Dpia) {
  const { t } = useTranslation('dpiaAssessment');
  const { ws } = useSession();
  const words = useWords('dpiaAssessment');
  const assessed = useAssessed();
  const cache = trpc.useUtils();
  const update = trpc.dpia.update.useMutation();
  return useRecordForm<Dpia, FormValues>({
    record,
    draftKey: `${ws}.dpia.${record.id}`,
    valuesOf: (loaded) => valuesOf({ ...loaded, register: assessed.register }),
    fields: (theirs) => {
      const contentOf = (values: FormValues): Content => ({ values, ...assessed });
      return mergeFields(
        ASSESSMENT_FIELDS,
        contentOf,
        contentOf(valuesOf({ ...theirs, register: assessed.register })),
        words,
      );
    },
    editable: ({ status }) => 'edit' in dpiaStatus[status],
    update: (values, rowVersion) => update.mutateAsync({ ws, ...draftOf(values), id: record.id, rowVersion }),
    cache: (saved) => {
      // Stored in the cache before anything requests it again.
      cache.dpia.get.setData({ ws, id: saved.id }, saved);
      void cache.dpia.versions.invalidate();
      void cache.activityLog.invalidate();
    },
    messages: { saved: t('saved') },
  });
}

/** Shows colleagues who is writing. Rendered inside the form. */
function Presence({ id }: { id: string }) {
  useEditing({ entity: 'dpia', id, dirty: useFormContext().formState.isDirty });
  return null;
}

/** The problems that prevent publishing the current form values. Used inside the form. */
function useProblems() {
  const values = useWatch() as FormValues;
  const { framework, register } = useAssessed();
  const { ws } = useSession();
  const { data: people } = trpc.personnel.pick.useQuery({ ws, holding: 'treatmentPlan.write' }, { staleTime: 60_000 });
  return useMemo(
    () =>
      dpiaProblems(plannedOf(values), framework, {
        purposeIds: register.purposes.map(({ id }) => id),
        assignableIds: people && new Set(people.map(({ id }) => id)),
        today: today(),
      }),
    [values, framework, register, people],
  );
}

/** Displays the place of a field: selects its tab and expands its worst case. */
function useLead(onOpen: (id: string) => void) {
  const go = useGo();
  const page = usePath();
  return (path: RecordProblem['path'], { worstCases }: FormValues) => {
    const query = tabQuery(tabOfPath(path));
    go(query === '?' ? page : page + query);
    const id = path[0] === 'worstCases' ? worstCases[Number(path[1])]?.id : undefined;
    if (id) onOpen(id);
  };
}

/** The problems with links to their fields. */
function useProblemList(onOpen: (id: string) => void) {
  const problems = useProblems();
  const words = useWords('dpiaAssessment');
  const { getValues } = useFormContext();
  const lead = useLead(onOpen);
  return {
    problems,
    fields: ASSESSMENT_FIELDS,
    words,
    lead: (path: RecordProblem['path']) => lead(path, getValues() as FormValues),
  };
}

/** The tabs with the number of problems of each. */
function Bar({ record }: { record: Dpia }) {
  const problems = useProblems();
  const missing = (tab: FormTab) => problems.filter(({ path }) => tabOfPath(path) === tab).length;
  return <TabBar publishedVersion={record.publishedVersion} {...(record.status === 'DRAFT' && { missing })} />;
}

function Missing({ onOpen }: { onOpen: (id: string) => void }) {
  return <ProblemsCard {...useProblemList(onOpen)} />;
}

interface PublishProps {
  record: Dpia;
  form: RecordFormState<Dpia, FormValues>;
  onOpen: (id: string) => void;
  /** Who accepted a high risk, and why, as typed. */
  acceptance: string;
  onAccept: (typed: string) => void;
}

function Publish({ record, form, onOpen, acceptance, onAccept }: PublishProps) {
  const { t } = useTranslation('dpiaAssessment');
  const { ws } = useSession();
  const publish = trpc.dpia.publish.useMutation();
  const list = useProblemList(onOpen);
  const values = useWatch() as FormValues;
  const assessed = useAssessed();
  const [refused, setRefused] = useState(false);
  // Where nobody can approve it, who accepts a high risk is stated (docs/decisions/137).
  const isStated = !useCan('approval.write') && acceptsHighRisk(plannedOf(values), record.framework);
  const isMissing = isStated && acceptance.trim() === '';
  // Before anything is saved.
  const assertStated = () => {
    if (!isMissing) return;
    setRefused(true);
    throw new Error(t('publish.acceptanceMissing'));
  };
  return (
    <>
      {/* Outside the dialog, which may close without losing it. */}
      <UnsavedGuard active={isStated && !isMissing} />
      <PublishRecord
        {...list}
        record={record}
        machine={dpiaStatus}
        save={(typed: FormValues) => {
          assertStated();
          return form.save(typed);
        }}
        publish={async (rowVersion) => {
          assertStated();
          form.restart(await publish.mutateAsync({ ws, id: record.id, rowVersion, ...(isStated && { acceptance }) }));
          onAccept('');
        }}
      >
        <Text>{t('publish.lead')}</Text>
        {isStated && <Acceptance value={acceptance} invalid={refused && isMissing} onChange={onAccept} />}
        <Summary fields={ASSESSMENT_FIELDS} content={{ values, ...assessed }} words={list.words} />
      </PublishRecord>
    </>
  );
}

interface AcceptanceProps {
  value: string;
  /** It was sent without one. */
  invalid: boolean;
  onChange: (value: string) => void;
}

/** Who accepted a high risk, and why. */
function Acceptance({ value, invalid, onChange }: AcceptanceProps) {
  const { t } = useTranslation('dpiaAssessment');
  const field = useId();
  return (
    <div>
      <chakra.label htmlFor={field} display="block" mb="1">
        {t('publish.acceptance')}
      </chakra.label>
      <TextAreaInput
        id={field}
        value={value}
        maxLength={LONG_TEXT_LIMIT}
        required
        aria-invalid={invalid || undefined}
        aria-describedby={`${field}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <Text id={`${field}-help`} textStyle="small" color="muted">
        {t('publish.acceptanceHelp')}
      </Text>
    </div>
  );
}
