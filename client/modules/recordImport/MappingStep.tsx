import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import {
  ADDED_KINDS,
  type AddedKind,
  IMPORT_FIELDS,
  mayAdd,
  type RecordImport,
  REQUIRED_FIELDS,
} from '../../../shared/recordImport/schema.ts';
import { headingOf, ROPA_COLUMNS, type RopaColumn } from '../../../shared/ropa/sheet.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  Card,
  chakra,
  Flex,
  Tag,
  Text,
  toast,
  useFormat,
  useNavigationGuard,
} from '../../ui/index.ts';
import { CheckboxInput } from '../../ui/form/index.ts';
import { ColumnChoice, type Place, PlaceChoice, useColumnName } from '../../imports/columns.tsx';
import { CancelImport } from './CancelImport.tsx';
import { Preview } from './Preview.tsx';

const PARTS = [
  ['application', 'application'],
  ['purpose', 'purpose'],
  ['flow', 'line'],
] as const;
/** Which column of the file fills which field, with samples of each; the file's first rows below. */
export function MappingStep({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const { ws, standing } = useSession();
  const { locale, number } = useFormat();
  const go = useGo();
  const cache = trpc.useUtils();
  const [fields, setFields] = useState(record.mapping.fields);
  const [addMissing, setAddMissing] = useState(record.mapping.addMissing);
  const [place, setPlace] = useState<Place>({ sheet: record.sheet.sheet, headingRow: String(record.sheet.headingRow) });
  const [busy, setBusy] = useState<'check' | 'read' | null>(null);
  const save = trpc.recordImport.setMapping.useMutation();
  const check = trpc.recordImport.check.useMutation();
  const changed =
    busy === null &&
    (addMissing !== record.mapping.addMissing || JSON.stringify(fields) !== JSON.stringify(record.mapping.fields));
  const guard = useNavigationGuard(changed, false);

  const { columns } = record.sheet;
  const nameOf = useColumnName(columns);
  const also = record.sheet.sheets
    .filter(({ index }) => record.sheet.also.some((other) => other.sheet === index))
    .map(({ name }) => name);
  const used = new Set(Object.values(fields));
  const unused = columns.filter(({ index, heading }) => !used.has(index) && heading);
  const missing = REQUIRED_FIELDS.filter((key) => fields[key] === undefined);
  const elsewhere = place.sheet !== record.sheet.sheet || Number(place.headingRow) !== record.sheet.headingRow;
  const kinds = (may: boolean) =>
    new Intl.ListFormat(locale, { type: may ? 'conjunction' : 'disjunction' }).format(
      ADDED_KINDS.filter((kind) => mayAdd(standing, kind) === may).map(named),
    );
  const named = (kind: AddedKind) => (kind === 'word' ? t('columns.words') : t(`kind.${kind}`));
  // A column fills one field: chosen for another, it leaves the first.
  const choose = (key: RopaColumn, value: string) =>
    setFields((before) => ({
      ...Object.fromEntries(
        Object.entries(before).filter(([other, index]) => other !== key && String(index) !== value),
      ),
      ...(value !== '' && { [key]: Number(value) }),
    }));

  const send = async (then: 'check' | 'read') => {
    setBusy(then);
    try {
      const read =
        then === 'read'
          ? { sheet: place.sheet, headingRow: Number(place.headingRow) || 1 }
          : { sheet: record.sheet.sheet, headingRow: record.sheet.headingRow };
      const saved = await save.mutateAsync({
        ws,
        id: record.id,
        rowVersion: record.rowVersion,
        ...read,
        fields,
        addMissing,
      });
      const next =
        then === 'check' ? await check.mutateAsync({ ws, id: record.id, rowVersion: saved.rowVersion }) : saved;
      cache.recordImport.get.setData({ ws, id: record.id }, next);
      go(pageAddress('recordImport', { id: record.id }), { replace: true });
    } catch (error) {
      setBusy(null);
      toast.error(error instanceof Error ? error.message : String(error));
      await cache.recordImport.get.invalidate({ ws, id: record.id });
    }
  };

  return (
    <Box display="grid" gap="5">
      {guard}
      <Card title={t('columns.title')}>
        <Text>{t('columns.lead')}</Text>
        <Flex gap="4" wrap="wrap" mt="4" alignItems="flex-end">
          <PlaceChoice
            sheet={record.sheet}
            place={place}
            onChange={setPlace}
            busy={busy === 'read'}
            onReread={() => void send('read')}
          />
          <Tag>
            {t('columns.mapped', {
              number: number(Object.keys(fields).filter((key) => key !== 'number').length),
              total: number(IMPORT_FIELDS.length),
            })}
          </Tag>
        </Flex>
      </Card>
      {also.length > 0 && <Banner>{t('columns.also', { names: new Intl.ListFormat(locale).format(also) })}</Banner>}
      {PARTS.map(([of, part]) => (
        <Card key={of} title={t(`columns.part.${part}`)} flush>
          <chakra.ul listStyle="none">
            {IMPORT_FIELDS.filter((key) => ROPA_COLUMNS[key].of === of).map((key) => (
              <ColumnChoice
                key={key}
                id={key}
                label={headingOf(key, locale)}
                required={(REQUIRED_FIELDS as readonly string[]).includes(key)}
                columns={columns}
                value={fields[key]}
                onChange={(value) => choose(key, value)}
              />
            ))}
          </chakra.ul>
        </Card>
      ))}
      {unused.length > 0 && (
        <Text textStyle="dense" color="muted">
          {t('columns.unused', { names: unused.map(({ index }) => nameOf(index)).join(', ') })}
        </Text>
      )}
      <Card>
        <chakra.label display="flex" gap="3" alignItems="flex-start" cursor="pointer">
          <CheckboxInput
            type="checkbox"
            checked={addMissing}
            onChange={(event) => setAddMissing(event.target.checked)}
            aria-describedby="add-missing-help"
          />
          <span>
            {t('columns.addMissing')}
            <chakra.span id="add-missing-help" display="block" textStyle="dense" color="muted">
              {t('columns.addMissingHelp', { kinds: kinds(true) })}
              {ADDED_KINDS.some((kind) => !mayAdd(standing, kind)) &&
                ` ${t('columns.addMissingNot', { kinds: kinds(false) })}`}
            </chakra.span>
          </span>
        </chakra.label>
      </Card>
      <Preview sheet={record.sheet} nameOf={nameOf} />
      {missing.length > 0 && (
        <Banner tone="warn">
          {t('columns.missing', { names: missing.map((key) => headingOf(key, locale)).join(', ') })}
        </Banner>
      )}
      <Flex gap="3" wrap="wrap" position="sticky" bottom="0" py="3" bg="canvas" borderTopWidth="1px" zIndex="bar">
        <Button
          look="main"
          disabled={missing.length > 0 || elsewhere}
          loading={busy === 'check'}
          onClick={() => void send('check')}
        >
          {t('columns.check')}
        </Button>
        <CancelImport record={record} />
      </Flex>
    </Box>
  );
}
