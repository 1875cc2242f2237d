import { Plus, Workflow } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataMapping } from '../../../shared/dataMapping/schema.ts';
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
  useFormat,
  useNavigationGuard,
} from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { useDirectory } from './directory.tsx';
import { LineDialog } from './LineDialog.tsx';
import { copyOf, lineFor, problemsOf, proposedLines, type Row } from './lines.ts';
import { MappingLines } from './MappingLines.tsx';
import { SaveBar } from './SaveBar.tsx';
import { StaleMapping } from './StaleMapping.tsx';
import { useLines } from './useLines.ts';

interface MappingEditorProps {
  mapping: DataMapping;
  /** A purpose to show and begin a line for, as a link from the completeness list asks. */
  wanted: string | null;
  /** Told when there begins or ceases to be something unsaved. */
  onDirty: (dirty: boolean) => void;
}

/** The lines of an application's mapping, edited together and saved as a whole. */
export function MappingEditor({ mapping, wanted, onDirty }: MappingEditorProps) {
  const { t } = useTranslation('dataMapping');
  const { number, relative, text } = useFormat();
  const directory = useDirectory();
  const { purposes, tree } = directory;
  const lines = useLines(mapping, true);
  const { rows, change, dirty } = lines;
  const guard = useNavigationGuard(dirty && !lines.saving, true);
  const [form, setForm] = useState<{ start: Row; isNew: boolean } | null>(null);
  const [discarding, setDiscarding] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => onDirty(dirty), [onDirty, dirty]);

  const shown = useMemo(
    () =>
      rows.map((row) => ({
        flow: directory.flowOf(row),
        problems: problemsOf(row, purposes),
        ...(lines.refused.has(row.key) && { refused: lines.refused.get(row.key) as string }),
      })),
    [rows, directory, purposes, lines.refused],
  );
  const wrong = shown.filter(({ problems, refused }) => problems.length > 0 || refused);
  const withoutChannel = rows.filter(({ channelId }) => !channelId).length;
  const channels = directory.words('collectionChannel').map(({ id, name }) => ({ id, label: text(name) }));
  const oftenChannels = useMemo(() => byUse(rows.map(({ channelId }) => channelId)), [rows]);
  const attributesOf = (categoryId: string) =>
    tree?.find(({ id, active }) => id === categoryId && active)?.attributes.map(({ id }) => id) ?? [];
  const proposals = rows.length === 0 && tree ? proposedLines([...purposes.values()], rows, attributesOf) : [];

  const add = (purposeId?: string) =>
    setForm({
      start: lineFor(
        purposeId
          ? purposes.get(purposeId)
          : ([...purposes.values()].find(({ id }) => id === rows.at(-1)?.purposeId) ?? [...purposes.values()][0]),
        rows.at(-1),
      ),
      isNew: true,
    });
  const put = (row: Row) =>
    change((all) =>
      all.some(({ key }) => key === row.key) ? all.map((one) => (one.key === row.key ? row : one)) : [...all, row],
    );
  const remove = (key: string) => {
    const index = rows.findIndex((row) => row.key === key);
    const row = rows[index];
    if (!row) return;
    change((all) => all.filter((one) => one.key !== key));
    toast.info(t('removed'), {
      action: {
        label: t('undo'),
        onSelect: () => change((all) => (all.some((one) => one.key === key) ? [...all] : all.toSpliced(index, 0, row))),
      },
    });
  };
  const goTo = (selector: string) => {
    const found = frame.current?.querySelector<HTMLElement>(selector);
    found?.scrollIntoView({
      block: 'center',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    (found?.querySelector<HTMLElement>('select') ?? found?.querySelector<HTMLElement>('button') ?? found)?.focus({
      preventScroll: true,
    });
  };
  const save = async () => {
    if (wrong.length > 0) {
      goTo(`[data-line="${CSS.escape(wrong[0]?.flow.id ?? '')}"]`);
      return;
    }
    if (await lines.save()) toast.success(t('saved'));
  };

  // Once for each address that names a purpose.
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    if (!wanted || arrived.current === wanted || !purposes.has(wanted)) return;
    arrived.current = wanted;
    setTimeout(() => goTo(`[data-purpose="${CSS.escape(wanted)}"]`), 0);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || form || !frame.current?.checkVisibility()) return;
      event.preventDefault();
      if (dirty && !lines.saving) void save();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return (
    <Stack gap="4" ref={frame}>
      {guard}
      {lines.apart && (
        <Banner
          tone="warn"
          role="status"
          action={
            <Button size="sm" onClick={lines.compare}>
              {t('stale.compare')}
            </Button>
          }
        >
          {t('stale.newer')}
        </Banner>
      )}
      {lines.restoredAt !== undefined && (
        <Banner
          tone="info"
          role="status"
          action={
            <Button size="sm" onClick={lines.discard}>
              {t('discard')}
            </Button>
          }
        >
          {t('restored')} · {relative(lines.restoredAt)}
        </Banner>
      )}
      {mapping.status === 'published' && <Banner tone="info">{t('editPublished')}</Banner>}
      <Flex gap="3" wrap="wrap" align="center">
        <Text flex="1" minWidth="min(100%, 18rem)" color="muted" textStyle="dense">
          {t('lead')}
        </Text>
        {rows.length > 0 && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => add()}>
            {t('addLine')}
          </Button>
        )}
      </Flex>
      {rows.length === 0 && !dirty ? (
        <Box bg="surface" borderWidth="1px" borderRadius="card">
          <EmptyState
            icon={<Workflow size={24} aria-hidden />}
            title={t('empty.title')}
            body={
              <>
                <p>{t('empty.body')}</p>
                {tree && (
                  <Box mt="2">
                    {proposals.length > 0
                      ? t('empty.proposeHelp', { number: number(proposals.length) })
                      : t('proposedNothing')}
                  </Box>
                )}
              </>
            }
            action={
              <Flex gap="2" wrap="wrap" justify="center">
                <Button onClick={() => add()}>{t('addLine')}</Button>
                {(proposals.length > 0 || (!tree && !directory.retryTree)) && (
                  <Button
                    look="main"
                    loading={!tree}
                    onClick={() => {
                      change(() => proposals);
                      toast.info(t('proposed', { number: number(proposals.length) }));
                    }}
                  >
                    {t('empty.propose')}
                  </Button>
                )}
              </Flex>
            }
          />
        </Box>
      ) : (
        <>
          {wrong.length > 0 && (
            <Banner
              tone="warn"
              title={t('gaps.title', { number: number(wrong.length) })}
              action={
                <Button size="sm" onClick={() => goTo(`[data-line="${CSS.escape(wrong[0]?.flow.id ?? '')}"]`)}>
                  {t('gaps.show')}
                </Button>
              }
            >
              <Box>{t('gaps.lead')}</Box>
              {withoutChannel > 1 && (
                <NativeSelect
                  dense
                  width="auto"
                  maxWidth="full"
                  mt="1.5"
                  aria-label={t('gaps.channelForAll')}
                  value=""
                  onChange={(event) => {
                    const channelId = event.target.value;
                    change((all) => all.map((row) => (row.channelId ? row : { ...row, channelId })));
                  }}
                >
                  <option value="" disabled>
                    {t('gaps.channelForAll')}
                  </option>
                  {channels.map(({ id, label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Banner>
          )}
          <MappingLines
            lines={shown}
            purposes={[...purposes.values()]}
            acts={{
              add,
              edit: (key) => {
                const row = rows.find((one) => one.key === key);
                if (row) setForm({ start: row, isNew: false });
              },
              duplicate: (key) => {
                const at = rows.findIndex((one) => one.key === key);
                const row = rows[at];
                if (!row) return;
                change((all) => all.toSpliced(at + 1, 0, copyOf(row)));
                toast.info(t('duplicated'));
              },
              remove,
              setChannel: (key, channelId) =>
                change((all) => all.map((row) => (row.key === key ? { ...row, channelId } : row))),
              channels,
            }}
          />
        </>
      )}
      {(dirty || lines.saving) && (
        <SaveBar
          failure={lines.failure}
          saving={lines.saving}
          onSave={() => void save()}
          onDiscard={() => setDiscarding(true)}
        />
      )}
      {form && (
        <LineDialog
          key={form.start.key}
          applicationId={mapping.applicationId}
          start={form.start}
          isNew={form.isNew}
          oftenChannels={oftenChannels}
          onPut={(row) => {
            const known = rows.find(({ key }) => key === row.key);
            put(known?.id ? { ...row, id: known.id } : row);
          }}
          onClose={() => setForm(null)}
        />
      )}
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        destructive
        title={t('discardTitle')}
        body={t('discardBody')}
        confirmLabel={t('discard')}
        onConfirm={lines.discard}
      />
      {lines.stale && (
        <StaleMapping
          theirs={lines.stale}
          mine={rows.map((row) => ({ ...directory.flowOf(row), id: row.id ?? row.key }))}
          onClose={lines.closeStale}
          onKeepMine={() => lines.keepMine(lines.stale as DataMapping)}
          onTakeTheirs={() => {
            lines.takeTheirs(lines.stale as DataMapping);
            toast.info(t('stale.tookTheirs'));
          }}
          onJoin={() => lines.join(lines.stale as DataMapping)}
        />
      )}
    </Stack>
  );
}

/** Ids from the most to the least used; empty ones left out. */
function byUse(ids: readonly string[]): string[] {
  const uses = new Map<string, number>();
  for (const id of ids) if (id) uses.set(id, (uses.get(id) ?? 0) + 1);
  return [...uses].toSorted((a, b) => b[1] - a[1]).map(([id]) => id);
}
