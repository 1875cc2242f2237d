import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../records/useWords.ts';
import { useSession } from '../shell/session.tsx';
import { ActionBar, Banner, Box, Button, Card, chakra, Flex, Text, toast, useFormat } from '../ui/index.ts';
import { CancelImport } from './CancelImport.tsx';
import { ColumnTargets, NOTE, type Place, PlaceChoice } from './columns.tsx';
import type { ColumnPart, ImportKind, ImportTypes } from './kind.ts';
import type { MappingEdit } from './useMapping.ts';

interface MappingStepProps<T extends ImportTypes> {
  kind: ImportKind<T>;
  record: T['record'];
}

/** The columns of the file with samples of each, and the fields they fill; below, the file's first rows. */
export function MappingStep<T extends ImportTypes>({
  kind,
  record,
  edit: { mapping, setMapping, busy, send },
}: MappingStepProps<T> & { edit: MappingEdit<T> }) {
  const { t } = useTranslation('import');
  const { t: translate, locale } = useWords(kind.texts);
  const { required, read, isFilled, useParts, problem, Settings, Options, Preview, Unfilled } = kind.columns;
  const [place, setPlace] = useState<Place>({ sheet: record.sheet.sheet, headingRow: String(record.sheet.headingRow) });
  const parts = useParts(record);
  const names = new Map(parts.flatMap(({ fields }) => fields.map(({ id, label }) => [id, label] as const)));

  const { sheet } = record;
  const chosen = read(mapping);
  const missing = required.filter((field) => !chosen[field]?.length && !isFilled?.(mapping, field));
  const wrong = problem?.(mapping) ?? null;
  const elsewhere = place.sheet !== sheet.sheet || Number(place.headingRow) !== sheet.headingRow;
  const namesOf = (indexes: readonly number[]) =>
    sheet.sheets.filter(({ index }) => indexes.includes(index)).map(({ name }) => name);
  const also = namesOf(sheet.also.map((other) => other.sheet));
  const omitted = namesOf(sheet.omitted ?? []);
  const list = new Intl.ListFormat(locale);
  const own = { record, mapping, onChange: setMapping };

  return (
    <Box display="grid" gap="5">
      <Card title={t('columns.title')}>
        <Text>{translate('columns.lead')}</Text>
        <Flex gap="4" wrap="wrap" mt="4" alignItems="flex-end">
          <PlaceChoice
            sheet={sheet}
            place={place}
            onChange={setPlace}
            busy={busy === 'read'}
            onReread={() =>
              void send('read', mapping, { sheet: place.sheet, headingRow: Number(place.headingRow) || 1 })
            }
          />
          {Settings && <Settings {...own} />}
        </Flex>
      </Card>
      {also.length > 0 && <Banner>{t('columns.also', { names: list.format(also) })}</Banner>}
      {omitted.length > 0 && <Banner tone="warn">{t('columns.omitted', { names: list.format(omitted) })}</Banner>}
      {sheet.remembered && kind.router.forget && <Remembered kind={kind} record={record} forget={kind.router.forget} />}
      <Columns kind={kind} parts={parts} {...own} />
      {Unfilled && <Unfilled {...own} />}
      {Options && <Options {...own} />}
      <Preview record={record} mapping={mapping} />
      {missing.length > 0 && (
        <Banner tone="warn">
          {t('columns.missing', { names: list.format(missing.map((field) => names.get(field) ?? field)) })}
        </Banner>
      )}
      {wrong && <Banner tone="warn">{translate(wrong)}</Banner>}
      <ActionBar display="flex" flexWrap="wrap" gap="3" bg="canvas">
        <Button
          look="main"
          disabled={missing.length > 0 || wrong !== null || elsewhere}
          loading={busy === 'check'}
          onClick={() => void send('check', mapping, { sheet: sheet.sheet, headingRow: sheet.headingRow })}
        >
          {t('columns.check')}
        </Button>
        <CancelImport kind={kind} record={record} />
      </ActionBar>
    </Box>
  );
}

/** The columns of the file, each with its target. */
function Columns<T extends ImportTypes>({
  kind,
  record,
  mapping,
  onChange,
  parts,
}: MappingStepProps<T> & {
  mapping: T['record']['mapping'];
  onChange: (mapping: T['record']['mapping']) => void;
  parts: readonly ColumnPart[];
}) {
  const { t } = useTranslation('import');
  const { read, choose, notes } = kind.columns;
  const { columns } = record.sheet;
  const targets = new Map<number, string[]>();
  for (const [field, own] of Object.entries(read(mapping)))
    for (const column of own) targets.set(column, [...(targets.get(column) ?? []), field]);
  for (const column of notes?.read(mapping) ?? []) if (!targets.has(column)) targets.set(column, [NOTE]);
  const change = (column: number, chosen: readonly string[]) => {
    const isNote = chosen.includes(NOTE);
    const next = choose(mapping, column, isNote ? [] : chosen);
    onChange(notes ? notes.set(next, column, isNote) : next);
  };
  return (
    <Card title={t('columns.list')} flush>
      <chakra.ul listStyle="none">
        {columns.map((column) => (
          <ColumnTargets
            key={column.index}
            column={column}
            columns={columns}
            parts={parts}
            targets={targets.get(column.index) ?? []}
            notable={notes !== undefined}
            onChange={(chosen) => change(column.index, chosen)}
          />
        ))}
      </chakra.ul>
    </Card>
  );
}

/** States that the mapping is that of an earlier file, with a button to discard it. */
function Remembered<T extends ImportTypes>({
  kind,
  record,
  forget: { useMutation },
}: MappingStepProps<T> & { forget: NonNullable<ImportKind<T>['router']['forget']> }) {
  const { t } = useTranslation('import');
  const { dateTime } = useFormat();
  const { ws } = useSession();
  const cache = kind.useCache();
  const { mutateAsync, isPending } = useMutation();
  const { id, rowVersion, sheet } = record;
  const forget = async () => {
    try {
      cache.get.setData({ ws, id }, await mutateAsync({ ws, id, rowVersion }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
      await cache.get.invalidate({ ws, id });
    }
  };
  return (
    <Banner
      tone="ok"
      title={t('remembered.title')}
      action={
        <Button size="sm" loading={isPending} onClick={() => void forget()}>
          {t('remembered.forget')}
        </Button>
      }
    >
      {t('remembered.body', { by: sheet.remembered?.by, at: dateTime(sheet.remembered?.at) })}
    </Banner>
  );
}
