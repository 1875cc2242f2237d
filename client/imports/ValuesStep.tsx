import { useTranslation } from 'react-i18next';
import { ActionBar, Box, Button, Card, LinkButton, Text } from '../ui/index.ts';
import { CancelImport } from './CancelImport.tsx';
import type { ImportKind, ImportTypes } from './kind.ts';
import type { MappingEdit } from './useMapping.ts';

/** The interpretation of the file's texts, before its rows are checked. */
export function ValuesStep<T extends ImportTypes>({
  kind,
  record,
  edit: { mapping, setMapping, busy, send },
  values,
}: {
  kind: ImportKind<T>;
  record: T['record'];
  edit: MappingEdit<T>;
  values: NonNullable<ImportKind<T>['values']>;
}) {
  const { t } = useTranslation('import');
  const { sheet, headingRow } = record.sheet;
  const { Fields } = values;
  return (
    <Box display="grid" gap="5">
      <Card title={t('values.title')}>
        <Text>{t('values.lead')}</Text>
      </Card>
      <Fields record={record} mapping={mapping} onChange={setMapping} />
      <ActionBar display="flex" flexWrap="wrap" gap="3" bg="canvas">
        <Button
          look="main"
          disabled={!values.isRight(mapping)}
          loading={busy === 'check'}
          onClick={() => void send('check', mapping, { sheet, headingRow })}
        >
          {t('values.continue')}
        </Button>
        <LinkButton href={kind.address({ id: record.id, step: 'columns' })}>{t('checked.back')}</LinkButton>
        <CancelImport kind={kind} record={record} />
      </ActionBar>
    </Box>
  );
}
