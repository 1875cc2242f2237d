import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../records/useWords.ts';
import { useGo } from '../shell/navigation.ts';
import { useSession } from '../shell/session.tsx';
import { Banner, Box, Button, Card, chakra, Flex, Text, toast, useNavigationGuard } from '../ui/index.ts';
import { CancelImport } from './CancelImport.tsx';
import { ColumnChoice, type Place, PlaceChoice, useColumnName } from './columns.tsx';
import type { ColumnPart, ImportKind, ImportRecord, ImportTypes } from './kind.ts';

interface MappingStepProps<T extends ImportTypes> {
  kind: ImportKind<T>;
  record: T['record'];
}

/** Which column of the file fills which field, with samples of each; below, the file's first rows. */
export function MappingStep<T extends ImportTypes>({ kind, record }: MappingStepProps<T>) {
  const { t } = useTranslation('import');
  const { t: translate, locale } = useWords(kind.texts);
  const { required, read, choose, useParts, problem, Settings, Options, Preview } = kind.columns;
  const [mapping, setMapping] = useState<T['record']['mapping']>(record.mapping);
  const [place, setPlace] = useState<Place>({ sheet: record.sheet.sheet, headingRow: String(record.sheet.headingRow) });
  const { busy, send } = useSend(kind, record);
  const guard = useNavigationGuard(busy === null && JSON.stringify(mapping) !== JSON.stringify(record.mapping), false);
  const parts = useParts(record);
  const names = new Map(parts.flatMap(({ fields }) => fields.map(({ id, label }) => [id, label] as const)));

  const { sheet } = record;
  const chosen = read(mapping);
  const missing = required.filter((field) => chosen[field] === undefined);
  const wrong = problem?.(mapping) ?? null;
  const elsewhere = place.sheet !== sheet.sheet || Number(place.headingRow) !== sheet.headingRow;
  const also = sheet.sheets
    .filter(({ index }) => sheet.also.some((other) => other.sheet === index))
    .map(({ name }) => name);
  const list = new Intl.ListFormat(locale);
  const own = { record, mapping, onChange: setMapping };

  return (
    <Box display="grid" gap="5">
      {guard}
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
      {parts.map((part) => (
        <PartCard
          key={part.key}
          part={part}
          sheet={sheet}
          required={required}
          chosen={chosen}
          onChoose={(field, column) => setMapping((before) => choose(before, field, column))}
        />
      ))}
      <UnusedColumns sheet={sheet} used={Object.values(chosen)} />
      {Options && <Options {...own} />}
      <Preview record={record} mapping={mapping} />
      {missing.length > 0 && (
        <Banner tone="warn">
          {t('columns.missing', { names: list.format(missing.map((field) => names.get(field) ?? field)) })}
        </Banner>
      )}
      {wrong && <Banner tone="warn">{translate(wrong)}</Banner>}
      <Flex gap="3" wrap="wrap" position="sticky" bottom="0" py="3" bg="canvas" borderTopWidth="1px" zIndex="bar">
        <Button
          look="main"
          disabled={missing.length > 0 || wrong !== null || elsewhere}
          loading={busy === 'check'}
          onClick={() => void send('check', mapping, { sheet: sheet.sheet, headingRow: sheet.headingRow })}
        >
          {t('columns.check')}
        </Button>
        <CancelImport kind={kind} record={record} />
      </Flex>
    </Box>
  );
}

/** Saves the mapping; then has every row checked, or another part of the file read. */
function useSend<T extends ImportTypes>(kind: ImportKind<T>, { id, rowVersion }: T['record']) {
  const { ws } = useSession();
  const go = useGo();
  const cache = kind.useCache();
  const [busy, setBusy] = useState<'check' | 'read' | null>(null);
  const save = kind.router.setMapping.useMutation();
  const check = kind.router.check.useMutation();
  const send = async (
    then: 'check' | 'read',
    mapping: T['record']['mapping'],
    place: { sheet: number; headingRow: number },
  ) => {
    setBusy(then);
    try {
      const saved = await save.mutateAsync({ ws, id, rowVersion, ...place, ...mapping });
      cache.get.setData(
        { ws, id },
        then === 'check' ? await check.mutateAsync({ ws, id, rowVersion: saved.rowVersion }) : saved,
      );
      go(kind.address({ id }), { replace: true });
    } catch (error) {
      setBusy(null);
      toast.error(error instanceof Error ? error.message : String(error));
      await cache.get.invalidate({ ws, id });
    }
  };
  return { busy, send };
}

function PartCard({
  part: { title, help, fields },
  sheet,
  required,
  chosen,
  onChoose,
}: {
  part: ColumnPart;
  sheet: ImportRecord['sheet'];
  required: readonly string[];
  chosen: Readonly<Record<string, number | undefined>>;
  onChoose: (field: string, column: number | null) => void;
}) {
  return (
    <Card title={title} flush>
      {help && (
        <Text px={{ base: '4', md: '5' }} py="3" textStyle="dense" color="muted" borderBottomWidth="1px">
          {help}
        </Text>
      )}
      <chakra.ul listStyle="none">
        {fields.map(({ id, label }) => (
          <ColumnChoice
            key={id}
            id={id}
            label={label}
            required={required.includes(id)}
            columns={sheet.columns}
            value={chosen[id]}
            onChange={(value) => onChoose(id, value === '' ? null : Number(value))}
          />
        ))}
      </chakra.ul>
    </Card>
  );
}

function UnusedColumns({ sheet: { columns }, used }: { sheet: ImportRecord['sheet']; used: readonly unknown[] }) {
  const { t } = useTranslation('import');
  const nameOf = useColumnName(columns);
  const unused = columns.filter(({ index, heading }) => !used.includes(index) && heading);
  if (unused.length === 0) return null;
  return (
    <Text textStyle="dense" color="muted">
      {t('columns.unused', { names: unused.map(({ index }) => nameOf(index)).join(', ') })}
    </Text>
  );
}
