import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type DataRiskRow, FRAMEWORK_LIMITS } from '../../../shared/dpia/framework.ts';
import { updateDataRisk } from '../../../shared/dpiaSettings/schema.ts';
import { type FieldDescriptor, mergeFields } from '../../records/fields.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BilingualField, FormActions } from '../../ui/form/index.ts';
import { Box, chakra, Dialog, Tag, Text, useFormat } from '../../ui/index.ts';
import { BilingualLines } from './BilingualLines.tsx';
import { SettingList } from './SettingRows.tsx';
import { nameIn } from '../../../shared/locale.ts';

const schema = updateDataRisk.pick({ title: true, description: true, questions: true });
type Values = z.output<typeof schema>;
type Level = DataRiskRow & { rowVersion: number };

/** The levels of data risk, highest first, each with the questions that result in it. */
export function DataRiskTab() {
  const { ws } = useSession();
  const query = trpc.dpiaSettings.dataRisk.useQuery({ ws });
  return (
    <LoadedRecord query={query}>
      {({ collection, rowVersion }) => <Levels rows={collection.map((row) => ({ ...row, rowVersion }))} />}
    </LoadedRecord>
  );
}

function Levels({ rows }: { rows: readonly Level[] }) {
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  const { text } = useFormat();
  const [editing, setEditing] = useState<string | null>(null);
  const record = rows.find(({ id }) => id === editing);
  return (
    <Box maxWidth="60rem">
      <Text textStyle="dense" color="muted" mb="3">
        {t('dataRisk.lead')}
      </Text>
      <SettingList
        label={t('tab.data')}
        rows={rows.toSorted((one, other) => other.level - one.level)}
        tags={({ level }) => (
          <Tag tone={level === 3 ? 'warn' : 'neutral'}>{t('dpiaAssessment:level.name', { level })}</Tag>
        )}
        details={({ questions }) => (
          <chakra.ul listStyle="disc" ps="5" mt="1">
            {questions.map((question) => (
              <li key={question.id}>{text(question.text)}</li>
            ))}
          </chakra.ul>
        )}
        onEdit={({ id }) => setEditing(id)}
      />
      {record && <LevelDialog record={record} onClose={() => setEditing(null)} />}
    </Box>
  );
}

const FIELDS: readonly FieldDescriptor<Values>[] = [
  { key: 'title', kind: 'bilingual', section: 'data', read: ({ title }) => title },
  { key: 'description', kind: 'bilingualText', section: 'data', read: ({ description }) => description },
  {
    key: 'questions',
    kind: 'list',
    section: 'data',
    read: ({ questions }, words) => questions.map(({ text }) => nameIn(words, text)).join('\n'),
  },
];
const valuesOf = ({ title, description, questions }: Level): Values => ({ title, description, questions });

function LevelDialog({ record, onClose }: { record: Level; onClose: () => void }) {
  const { t } = useTranslation('dpiaSettings');
  const { ws } = useSession();
  const { text } = useFormat();
  const words = useWords('dpiaSettings');
  const cache = trpc.useUtils();
  const update = trpc.dpiaSettings.updateDataRisk.useMutation();
  const { id, level } = record;
  const form = useRecordForm<Level, Values>({
    record,
    draftKey: `${ws}.dpiaDataRisk.${id}`,
    valuesOf,
    fields: (theirs) => mergeFields(FIELDS, (values: Values) => values, valuesOf(theirs), words),
    update: async (values, rowVersion) => {
      const saved = await update.mutateAsync({ ws, id, ...values, rowVersion });
      return { ...saved.collection.find((row) => row.id === id)!, rowVersion: saved.rowVersion };
    },
    cache: () => cache.dpiaSettings.invalidate(),
    onSaved: onClose,
    messages: { saved: t('saved') },
  });
  return (
    <Dialog open onClose={onClose} width={760} title={t('editOf', { name: text(record.title) })}>
      <RecordForm form={form} schema={schema as never} label={t('tab.data')} still>
        <BilingualField name="title" label={t('field.title')} limit={200} required />
        <BilingualField name="description" label={t('field.description')} multiline rows={2} />
        <BilingualLines
          name="questions"
          at="text"
          label={t('field.questions')}
          help={t('dataRisk.questionsHelp', { level })}
          entry={(number) => t('dataRisk.question', { number })}
          limit={FRAMEWORK_LIMITS.questions}
          required
        />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}
