import { Workflow } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemsOf } from '../../../shared/dataMapping/lineFields.ts';
import type { DataMapping } from '../../../shared/dataMapping/schema.ts';
import { focusElement } from '../../records/fieldFocus.tsx';
import { RecordForm } from '../../records/RecordForm.tsx';
import {
  Banner,
  Box,
  Button,
  ConfirmDialog,
  EmptyState,
  Flex,
  Stack,
  Text,
  toast,
  useDialog,
  useFormat,
} from '../../ui/index.ts';
import { FormActions, useFormContext } from '../../ui/form/index.ts';
import { isKey } from '../../ui/paletteKey.ts';
import { AddLineButton, Gaps } from './Gaps.tsx';
import { useDirectory } from './directory.tsx';
import { LineDialog } from './LineDialog.tsx';
import { proposedLines } from './lines.ts';
import { MappingLines } from './MappingLines.tsx';
import { type MappingForm, type MappingValues, mappingSchema, rowsOf, useMappingForm } from './useMappingForm.ts';
import { type RowActs, useRows } from './useRows.ts';

interface MappingEditorProps {
  mapping: DataMapping;
  /** The purpose to scroll to and add a line for, as requested by a link of the completeness list. */
  wanted: string | null;
  /** Called when unsaved changes appear or disappear. */
  onDirty: (dirty: boolean) => void;
}

/** The lines of an application's mapping, edited together and saved in one request. */
export function MappingEditor({ mapping, wanted, onDirty }: MappingEditorProps) {
  const { t } = useTranslation('dataMapping');
  const { number } = useFormat();
  const { purposes } = useDirectory();
  const frame = useRef<HTMLDivElement>(null);
  const form = useMappingForm(mapping);
  useWantedPurpose(frame, wanted);
  const submit = async (values: MappingValues) => {
    const incomplete = rowsOf(values).filter((row) => problemsOf(row, purposes.get(row.purposeId)).length > 0);
    const [first] = incomplete;
    if (!first) return form.submit(values);
    focusIn(frame, lineSelector(first.key));
    throw new Error(t('gaps.title', { count: incomplete.length, number: number(incomplete.length) }));
  };
  return (
    <Box ref={frame}>
      <RecordForm
        form={{ ...form, submit }}
        schema={mappingSchema as never}
        label={t('title')}
        wide
        notice={mapping.status === 'published' && <Banner tone="info">{t('editPublished')}</Banner>}
      >
        <Lines mapping={mapping} form={form} frame={frame} onDirty={onDirty} />
      </RecordForm>
    </Box>
  );
}

interface LinesProps {
  mapping: DataMapping;
  form: MappingForm;
  frame: RefObject<HTMLDivElement | null>;
  onDirty: (dirty: boolean) => void;
}

/** The content of the form: the lines, their problems, and the dialog of one line. */
function Lines({ mapping, form, frame, onDirty }: LinesProps) {
  const { t } = useTranslation('dataMapping');
  const directory = useDirectory();
  const purposes = [...directory.purposes.values()];
  const { isDirty, isSubmitting } = useFormContext().formState;
  const rows = useRows(form);
  const lines = rows.all.map((row) => ({
    flow: directory.flowOf(row),
    problems: problemsOf(row, directory.purposes.get(row.purposeId)),
    ...(form.refused.has(row.key) && { refused: form.refused.get(row.key) as string }),
  }));
  const incomplete = lines.filter(({ problems, refused }) => problems.length > 0 || refused);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  useSaveKey(frame, isDirty && !isSubmitting && !rows.editing);
  return (
    <Stack gap="4">
      <Flex gap="3" wrap="wrap" align="center">
        <Text flex="1" minWidth="min(100%, 18rem)" color="muted" textStyle="dense">
          {t('lead')}
        </Text>
        {rows.all.length > 0 && <AddLineButton onClick={() => rows.add()} />}
      </Flex>
      {rows.all.length === 0 && !isDirty ? (
        <Empty rows={rows} />
      ) : (
        <>
          {incomplete.length > 0 && (
            <Gaps
              count={incomplete.length}
              rows={rows}
              onShow={() => focusIn(frame, lineSelector(incomplete[0]?.flow.id ?? ''))}
            />
          )}
          <MappingLines lines={lines} purposes={purposes} acts={rows.acts} />
        </>
      )}
      {(isDirty || isSubmitting) && (
        <FormActions submitLabel={t('save')}>
          <Discard form={form} mapping={mapping} />
        </FormActions>
      )}
      {rows.editing && (
        <LineDialog
          key={rows.editing.start.key}
          applicationId={mapping.applicationId}
          start={rows.editing.start}
          isNew={rows.editing.isNew}
          oftenChannels={rows.channelsByUse}
          onPut={rows.put}
          onClose={rows.closeEditing}
        />
      )}
    </Stack>
  );
}

/** Displayed without lines: offers to propose lines from the purposes. */
function Empty({ rows }: { rows: RowActs }) {
  const { t } = useTranslation('dataMapping');
  const { number } = useFormat();
  const { purposes } = useDirectory();
  const proposals = proposedLines([...purposes.values()]);
  const help =
    proposals.length > 0
      ? t('empty.proposeHelp', { count: proposals.length, number: number(proposals.length) })
      : t('proposedNothing');
  return (
    <Box bg="surface" borderWidth="1px" borderRadius="card">
      <EmptyState
        icon={<Workflow size={24} aria-hidden />}
        title={t('empty.title')}
        body={
          <>
            <p>{t('empty.body')}</p>
            <Box mt="2">{help}</Box>
          </>
        }
        action={
          <Flex gap="2" wrap="wrap" justify="center">
            <Button onClick={() => rows.add()}>{t('addLine')}</Button>
            {proposals.length > 0 && (
              <Button
                look="main"
                onClick={() => {
                  rows.change(() => proposals);
                  toast.info(t('proposed', { count: proposals.length, number: number(proposals.length) }));
                }}
              >
                {t('empty.propose')}
              </Button>
            )}
          </Flex>
        }
      />
    </Box>
  );
}

/** Resets the form to the stored state, after a confirmation. */
function Discard({ form, mapping }: { form: MappingForm; mapping: DataMapping }) {
  const { t } = useTranslation('dataMapping');
  const { reset, formState } = useFormContext();
  const dialog = useDialog();
  return (
    <>
      <Button disabled={formState.isSubmitting} onClick={dialog.show}>
        {t('discard')}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        destructive
        title={t('discardTitle')}
        body={t('discardBody')}
        confirmLabel={t('discard')}
        onConfirm={() => {
          form.clearRefused();
          reset(form.valuesOf(mapping));
          form.stale.edit.start(mapping);
          form.restart(mapping);
        }}
      />
    </>
  );
}

const lineSelector = (key: string): string => `[data-line="${CSS.escape(key)}"]`;

/** Scrolls to a part of the editor and focuses its first editable element. */
function focusIn(frame: RefObject<HTMLElement | null>, selector: string): void {
  const found = frame.current?.querySelector<HTMLElement>(selector);
  if (!found) return;
  focusElement(
    found,
    found.querySelector<HTMLElement>('select') ?? found.querySelector<HTMLElement>('button') ?? found,
  );
}

/** Scrolls to the purpose named in the address, once per address. */
function useWantedPurpose(frame: RefObject<HTMLElement | null>, wanted: string | null): void {
  const { purposes } = useDirectory();
  const [arrived, setArrived] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted || arrived === wanted || !purposes.has(wanted)) return;
    setArrived(wanted);
    setTimeout(() => focusIn(frame, `[data-purpose="${CSS.escape(wanted)}"]`), 0);
  }, [frame, wanted, arrived, purposes]);
}

/** Ctrl or ⌘ with S saves while the editor is visible. */
function useSaveKey(frame: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, 's') || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (!frame.current?.checkVisibility()) return;
      event.preventDefault();
      if (active) frame.current.querySelector('form')?.requestSubmit();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [frame, active]);
}
