import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ADDED_KINDS, type AddedKind, IMPORT_FIELDS, mayAdd, type RecordImport, REQUIRED_FIELDS } from '../../../shared/recordImport.ts';
import { headingOf, ROPA_COLUMNS, type RopaColumn } from '../../../shared/ropaSheet.ts';
import { routeOf } from '../../../shared/routes.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, Card, chakra, Flex, Tag, Text, toast, useFormat, useNavigationGuard } from '../../ui/index.ts';
import { CheckboxInput, Input, NativeSelect } from '../../ui/form/index.ts';
import { CancelImport } from './CancelImport.tsx';
import { Preview } from './Preview.tsx';

const PARTS = [['application', 'application'], ['purpose', 'purpose'], ['flow', 'line']] as const;
/** "A" for the first column, "AB" for the 28th. */
const letterOf = (index: number): string => (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Which column of the file fills which field, with samples of each; the file's first rows below. */
export function MappingStep({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const { ws, standing } = useSession();
  const { locale, number } = useFormat();
  const go = useGo();
  const cache = trpc.useUtils();
  const [fields, setFields] = useState(record.mapping.fields);
  const [addMissing, setAddMissing] = useState(record.mapping.addMissing);
  const [sheet, setSheet] = useState(record.sheet.sheet);
  const [headingRow, setHeadingRow] = useState(String(record.sheet.headingRow));
  const [busy, setBusy] = useState<'check' | 'read' | null>(null);
  const save = trpc.recordImport.setMapping.useMutation();
  const check = trpc.recordImport.check.useMutation();
  const changed = busy === null && (addMissing !== record.mapping.addMissing || JSON.stringify(fields) !== JSON.stringify(record.mapping.fields));
  const guard = useNavigationGuard(changed);

  const { columns } = record.sheet;
  const nameOf = (index: number) => columns.find((column) => column.index === index)?.heading || t('columns.unnamed', { letter: letterOf(index) });
  const also = record.sheet.sheets.filter(({ index }) => record.sheet.also.some((other) => other.sheet === index)).map(({ name }) => name);
  const used = new Set(Object.values(fields));
  const unused = columns.filter(({ index, heading }) => !used.has(index) && heading);
  const missing = REQUIRED_FIELDS.filter((key) => fields[key] === undefined);
  const elsewhere = sheet !== record.sheet.sheet || Number(headingRow) !== record.sheet.headingRow;
  const kinds = (may: boolean) => new Intl.ListFormat(locale, { type: may ? 'conjunction' : 'disjunction' }).format(ADDED_KINDS.filter((kind) => mayAdd(standing, kind) === may).map(named));
  const named = (kind: AddedKind) => (kind === 'word' ? t('columns.words') : t(`kind.${kind}`));
  // A column fills one field: chosen for another, it leaves the first.
  const choose = (key: RopaColumn, value: string) =>
    setFields((before) => ({ ...Object.fromEntries(Object.entries(before).filter(([other, index]) => other !== key && String(index) !== value)), ...(value !== '' && { [key]: Number(value) }) }));

  const send = async (then: 'check' | 'read') => {
    setBusy(then);
    try {
      const place = then === 'read' ? { sheet, headingRow: Number(headingRow) || 1 } : { sheet: record.sheet.sheet, headingRow: record.sheet.headingRow };
      const saved = await save.mutateAsync({ ws, id: record.id, rowVersion: record.rowVersion, ...place, fields, addMissing });
      const next = then === 'check' ? await check.mutateAsync({ ws, id: record.id, rowVersion: saved.rowVersion }) : saved;
      cache.recordImport.get.setData({ ws, id: record.id }, next);
      go(`${routeOf('recordImport').path}?id=${record.id}`, { replace: true });
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
          {record.sheet.sheets.length > 1 && (
            <chakra.label display="grid" gap="1" textStyle="dense" minWidth="14rem">
              {t('columns.sheet')}
              <NativeSelect value={sheet} onChange={(event) => setSheet(Number(event.target.value))}>
                {record.sheet.sheets.map(({ index, name }) => (
                  <option key={index} value={index}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            </chakra.label>
          )}
          <chakra.label display="grid" gap="1" textStyle="dense">
            {t('columns.headingRow')}
            <Input width="8rem" inputMode="numeric" value={headingRow} onChange={(event) => setHeadingRow(event.target.value.replace(/\D/g, '').slice(0, 6))} />
          </chakra.label>
          {elsewhere && (
            <Button loading={busy === 'read'} onClick={() => void send('read')}>
              {t('columns.reread')}
            </Button>
          )}
          <Tag>{t('columns.mapped', { number: number(Object.keys(fields).filter((key) => key !== 'number').length), total: number(IMPORT_FIELDS.length) })}</Tag>
        </Flex>
      </Card>
      {also.length > 0 && <Banner>{t('columns.also', { names: new Intl.ListFormat(locale).format(also) })}</Banner>}
      {PARTS.map(([of, part]) => (
        <Card key={of} title={t(`columns.part.${part}`)} flush>
          <chakra.ul listStyle="none">
            {IMPORT_FIELDS.filter((key) => ROPA_COLUMNS[key].of === of).map((key) => {
              const index = fields[key];
              const samples = columns.find((column) => column.index === index)?.samples ?? [];
              const required = (REQUIRED_FIELDS as readonly string[]).includes(key);
              return (
                <chakra.li key={key} display="grid" gridTemplateColumns={{ base: '1fr', md: '16rem 18rem 1fr' }} gap={{ base: '1.5', md: '4' }} px={{ base: '4', md: '5' }} py="2.5" borderTopWidth="1px" _first={{ borderTopWidth: '0' }} alignItems="center">
                  <chakra.label htmlFor={`field-${key}`} textStyle="dense">
                    {headingOf(key, locale)}
                    {required && (
                      <chakra.span color="danger.text" ms="2" textStyle="small">
                        {t('columns.required')}
                      </chakra.span>
                    )}
                  </chakra.label>
                  <NativeSelect id={`field-${key}`} aria-required={required} value={index ?? ''} onChange={(event) => choose(key, event.target.value)}>
                    <option value="">{t('columns.none')}</option>
                    {columns.map((column) => (
                      <option key={column.index} value={column.index}>
                        {nameOf(column.index)}
                      </option>
                    ))}
                  </NativeSelect>
                  <chakra.div textStyle="small" color="muted" minWidth="0" overflowWrap="anywhere" lineClamp={2}>
                    {samples.join(' · ')}
                  </chakra.div>
                </chakra.li>
              );
            })}
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
          <CheckboxInput type="checkbox" checked={addMissing} onChange={(event) => setAddMissing(event.target.checked)} aria-describedby="add-missing-help" />
          <span>
            {t('columns.addMissing')}
            <chakra.span id="add-missing-help" display="block" textStyle="dense" color="muted">
              {t('columns.addMissingHelp', { kinds: kinds(true) })}
              {ADDED_KINDS.some((kind) => !mayAdd(standing, kind)) && ` ${t('columns.addMissingNot', { kinds: kinds(false) })}`}
            </chakra.span>
          </span>
        </chakra.label>
      </Card>
      <Preview sheet={record.sheet} nameOf={nameOf} />
      {missing.length > 0 && <Banner tone="warn">{t('columns.missing', { names: missing.map((key) => headingOf(key, locale)).join(', ') })}</Banner>}
      <Flex gap="3" wrap="wrap" position="sticky" bottom="0" py="3" bg="canvas" borderTopWidth="1px" zIndex="bar">
        <Button look="main" disabled={missing.length > 0 || elsewhere} loading={busy === 'check'} onClick={() => void send('check')}>
          {t('columns.check')}
        </Button>
        <CancelImport record={record} />
      </Flex>
    </Box>
  );
}
