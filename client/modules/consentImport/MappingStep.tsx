import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ConsentField,
  type ConsentImport,
  type ConsentMapping,
  DATE_ORDERS,
  type DateOrder,
  REQUIRED_CONSENT_FIELDS,
  tellsChoice,
} from '../../../shared/consentImport/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, Card, chakra, Flex, Text, toast, useFormat, useNavigationGuard } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { ColumnChoice, type Place, PlaceChoice, useColumnName } from '../../imports/columns.tsx';
import { addressOf } from './address.ts';
import { CancelImport } from './CancelImport.tsx';
import { UnderstoodRows } from './UnderstoodRows.tsx';

const SUBJECT: readonly ConsentField[] = ['uid', 'name', 'at', 'time'];
const CHOICE: readonly ConsentField[] = ['action', 'purposes'];
const MORE: readonly ConsentField[] = ['version', 'language', 'source', 'channel'];
const GUARDIAN: readonly ConsentField[] = [
  'hasGuardian',
  'guardianFirstName',
  'guardianLastName',
  'guardianEmail',
  'guardianTelephone',
];

/** Which column of the file fills which field, with samples of each; below, the first rows as they are then read. */
export function MappingStep({ record }: { record: ConsentImport }) {
  const { t } = useTranslation(['consentImport', 'recordImport']);
  const { ws } = useSession();
  const { locale, number, text } = useFormat();
  const go = useGo();
  const cache = trpc.useUtils();
  const [mapping, setMapping] = useState<ConsentMapping>(record.mapping);
  const [place, setPlace] = useState<Place>({ sheet: record.sheet.sheet, headingRow: String(record.sheet.headingRow) });
  const [busy, setBusy] = useState<'check' | 'read' | null>(null);
  const save = trpc.consentImport.setMapping.useMutation();
  const check = trpc.consentImport.check.useMutation();
  const guard = useNavigationGuard(busy === null && JSON.stringify(mapping) !== JSON.stringify(record.mapping), false);

  const { form, sheet } = record;
  const { columns } = sheet;
  const { fields, purposes } = mapping;
  const nameOf = useColumnName(columns);
  const used = new Set([...Object.values(fields), ...Object.values(purposes)]);
  const unused = columns.filter(({ index, heading }) => !used.has(index) && heading);
  const missing = REQUIRED_CONSENT_FIELDS.filter((key) => fields[key] === undefined);
  const elsewhere = place.sheet !== sheet.sheet || Number(place.headingRow) !== sheet.headingRow;
  const ready = missing.length === 0 && tellsChoice(mapping);
  const chooseField = (key: ConsentField, value: string) =>
    setMapping((before) => {
      const { [key]: _, ...others } = before.fields;
      return { ...before, fields: value === '' ? others : { ...others, [key]: Number(value) } };
    });
  // Several purposes may be told by one column.
  const choosePurpose = (id: string, value: string) =>
    setMapping((before) => {
      const { [id]: _, ...others } = before.purposes;
      return { ...before, purposes: value === '' ? others : { ...others, [id]: Number(value) } };
    });

  const send = async (then: 'check' | 'read') => {
    setBusy(then);
    try {
      const read =
        then === 'read'
          ? { sheet: place.sheet, headingRow: Number(place.headingRow) || 1 }
          : { sheet: sheet.sheet, headingRow: sheet.headingRow };
      const saved = await save.mutateAsync({ ws, id: record.id, rowVersion: record.rowVersion, ...read, ...mapping });
      const next =
        then === 'check' ? await check.mutateAsync({ ws, id: record.id, rowVersion: saved.rowVersion }) : saved;
      cache.consentImport.get.setData({ ws, id: record.id }, next);
      go(addressOf({ id: record.id }), { replace: true });
    } catch (error) {
      setBusy(null);
      toast.error(error instanceof Error ? error.message : String(error));
      await cache.consentImport.get.invalidate({ ws, id: record.id });
    }
  };
  const choices = (keys: readonly ConsentField[]) =>
    keys.map((key) => (
      <ColumnChoice
        key={key}
        id={key}
        label={t(`field.${key}`)}
        required={(REQUIRED_CONSENT_FIELDS as readonly string[]).includes(key)}
        columns={columns}
        value={fields[key]}
        onChange={(value) => chooseField(key, value)}
      />
    ));

  return (
    <Box display="grid" gap="5">
      {guard}
      <Card title={t('recordImport:columns.title')}>
        <Text>{t('columns.lead')}</Text>
        <Flex gap="4" wrap="wrap" mt="4" alignItems="flex-end">
          <PlaceChoice
            sheet={sheet}
            place={place}
            onChange={setPlace}
            busy={busy === 'read'}
            onReread={() => void send('read')}
          />
          <chakra.label display="grid" gap="1" textStyle="dense">
            {t('columns.version')}
            <NativeSelect
              value={mapping.version ?? ''}
              onChange={(event) =>
                setMapping((before) => ({
                  ...before,
                  version: event.target.value === '' ? null : Number(event.target.value),
                }))
              }
            >
              <option value="">{t('columns.inForce', { version: number(form.publishedVersion) })}</option>
              {form.versions.map((version) => (
                <option key={version} value={version}>
                  {t('columns.numbered', { version: number(version) })}
                </option>
              ))}
            </NativeSelect>
          </chakra.label>
          <chakra.label display="grid" gap="1" textStyle="dense">
            {t('columns.dateOrder')}
            <NativeSelect
              value={mapping.dateOrder}
              onChange={(event) => setMapping((before) => ({ ...before, dateOrder: event.target.value as DateOrder }))}
            >
              {DATE_ORDERS.map((order) => (
                <option key={order} value={order}>
                  {t(`columns.order.${order}`)}
                </option>
              ))}
            </NativeSelect>
          </chakra.label>
        </Flex>
        <Text mt="3" textStyle="dense" color="muted">
          {t('columns.dates')}
        </Text>
      </Card>
      <Card title={t('columns.part.subject')} flush>
        <chakra.ul listStyle="none">{choices(SUBJECT)}</chakra.ul>
      </Card>
      <Card title={t('columns.part.choice')} flush>
        <Text px={{ base: '4', md: '5' }} py="3" textStyle="dense" color="muted">
          {t('columns.choiceHelp')}
        </Text>
        <chakra.ul listStyle="none" borderTopWidth="1px">
          {form.purposes.map(({ id, title }) => (
            <ColumnChoice
              key={id}
              id={id}
              label={t('columns.purpose', { title: text(title) })}
              columns={columns}
              value={purposes[id]}
              onChange={(value) => choosePurpose(id, value)}
            />
          ))}
          {choices(CHOICE)}
        </chakra.ul>
      </Card>
      <Card title={t('columns.part.more')} flush>
        <chakra.ul listStyle="none">{choices(MORE)}</chakra.ul>
      </Card>
      <Card title={t('columns.part.guardian')} flush>
        <chakra.ul listStyle="none">{choices(GUARDIAN)}</chakra.ul>
      </Card>
      {unused.length > 0 && (
        <Text textStyle="dense" color="muted">
          {t('recordImport:columns.unused', { names: unused.map(({ index }) => nameOf(index)).join(', ') })}
        </Text>
      )}
      <UnderstoodRows record={record} mapping={mapping} />
      {missing.length > 0 && (
        <Banner tone="warn">
          {t('recordImport:columns.missing', {
            names: new Intl.ListFormat(locale).format(missing.map((key) => t(`field.${key}`))),
          })}
        </Banner>
      )}
      {!tellsChoice(mapping) && <Banner tone="warn">{t('columns.noChoice')}</Banner>}
      <Flex gap="3" wrap="wrap" position="sticky" bottom="0" py="3" bg="canvas" borderTopWidth="1px" zIndex="bar">
        <Button
          look="main"
          disabled={!ready || elsewhere}
          loading={busy === 'check'}
          onClick={() => void send('check')}
        >
          {t('recordImport:columns.check')}
        </Button>
        <CancelImport record={record} />
      </Flex>
    </Box>
  );
}
