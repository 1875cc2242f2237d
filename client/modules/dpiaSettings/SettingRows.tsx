import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bilingual } from '../../../shared/text.ts';
import { Input, NativeSelect } from '../../ui/form/index.ts';
import {
  Box,
  Button,
  chakra,
  ConfirmDialog,
  EmptyState,
  Flex,
  IconButton,
  Stack,
  Tag,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';

interface SettingRow {
  id: string;
  title: Bilingual;
  description: Bilingual;
}

/** A row that can be deactivated, and deleted unless it is built in. */
interface OwnRow extends SettingRow {
  active: boolean;
  builtIn: boolean;
}

interface SettingListProps<Row extends SettingRow> {
  label: string;
  rows: readonly Row[];
  /** Displayed beside the title. */
  tags: (row: Row) => ReactNode;
  /** Displayed below the description. */
  details?: (row: Row) => ReactNode;
  onEdit: (row: Row) => void;
  onRemove?: (row: Row) => void;
  isRemovable?: (row: Row) => boolean;
}

/** Rows of a setting, each with its content and its actions. */
export function SettingList<Row extends SettingRow>(props: SettingListProps<Row>) {
  const { label, rows, tags, details, onEdit, onRemove, isRemovable = () => true } = props;
  const { t } = useTranslation('dpiaSettings');
  const { text } = useFormat();
  return (
    <chakra.ul listStyle="none" display="grid" gap="2" aria-label={label}>
      {rows.map((row) => (
        <chakra.li key={row.id} display="flex" gap="3" p="3" bg="surface" borderWidth="1px" borderRadius="card">
          <Box flex="1" minWidth="0">
            <Flex wrap="wrap" gap="2" align="center">
              <Text fontWeight="semibold" overflowWrap="anywhere">
                {text(row.title)}
              </Text>
              {tags(row)}
            </Flex>
            <Text textStyle="dense" color="muted" overflowWrap="anywhere">
              {text(row.description)}
            </Text>
            {details?.(row)}
          </Box>
          <Flex gap="0.5" alignSelf="flex-start">
            <IconButton
              size="sm"
              label={t('editOf', { name: text(row.title) })}
              icon={<Pencil aria-hidden />}
              onClick={() => onEdit(row)}
            />
            {onRemove && isRemovable(row) && (
              <IconButton
                size="sm"
                label={t('removeOf', { name: text(row.title) })}
                icon={<Trash2 aria-hidden />}
                onClick={() => onRemove(row)}
              />
            )}
          </Flex>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

interface OwnRowsProps<Row extends OwnRow> extends Pick<SettingListProps<Row>, 'label' | 'rows' | 'details'> {
  /** The maximum number of rows. */
  limit: number;
  addLabel: string;
  /** The dialog that creates or edits a row. */
  dialog: (props: { record?: Row; onClose: () => void }) => ReactNode;
  remove: (row: Row) => Promise<unknown>;
}

/** Rows that a workspace can extend: built-in rows can be deactivated, its own can be deleted. */
export function OwnRows<Row extends OwnRow>({
  label,
  rows,
  details,
  limit,
  addLabel,
  dialog,
  remove,
}: OwnRowsProps<Row>) {
  const { t } = useTranslation(['dpiaSettings', 'common']);
  const { text, number } = useFormat();
  const [editing, setEditing] = useState<Row | 'new' | null>(null);
  const [removing, setRemoving] = useState<Row | null>(null);
  const [sought, setSought] = useState<Sought>({ query: '', state: 'ALL' });
  const found = rows.filter((row) => isSought(row, sought));
  const add = (
    <Button icon={<Plus aria-hidden />} disabled={rows.length >= limit} onClick={() => setEditing('new')}>
      {addLabel}
    </Button>
  );
  const name = removing ? text(removing.title) : '';
  return (
    <Stack gap="3" maxWidth="60rem">
      <Flex wrap="wrap" gap="3" align="center" justify="space-between">
        <Text textStyle="dense" color="muted">
          {t('used', { used: number(rows.length), limit: number(limit) })}
        </Text>
        {rows.length > 0 && add}
      </Flex>
      {rows.length === 0 ? (
        <EmptyState title={t('none')} body={t('noneBody')} action={add} />
      ) : (
        <Search sought={sought} onChange={setSought} found={found.length} />
      )}
      {found.length > 0 && (
        <SettingList
          label={label}
          rows={found}
          {...(details && { details })}
          tags={({ active, builtIn }) => (
            <>
              {builtIn && <Tag>{t('isBuiltIn')}</Tag>}
              <Tag tone={active ? 'ok' : 'neutral'}>{t(active ? 'active' : 'inactive')}</Tag>
            </>
          )}
          onEdit={setEditing}
          onRemove={setRemoving}
          isRemovable={({ builtIn }) => !builtIn}
        />
      )}
      {editing && dialog({ ...(editing !== 'new' && { record: editing }), onClose: () => setEditing(null) })}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        destructive
        title={t('removeTitle', { name })}
        body={t('removeBody')}
        confirmLabel={t('common:remove')}
        onConfirm={async () => {
          if (!removing) return;
          await remove(removing);
          toast.success(t('removed', { name }));
        }}
      />
    </Stack>
  );
}

const STATES = ['ALL', 'ACTIVE', 'INACTIVE'] as const;
/** What is looked for among the rows. */
interface Sought {
  query: string;
  state: (typeof STATES)[number];
}

function isSought({ title, description, active }: OwnRow, { query, state }: Sought): boolean {
  const words = [title.th, title.en, description.th, description.en].join('\n').toLowerCase();
  return words.includes(query.trim().toLowerCase()) && (state === 'ALL' || active === (state === 'ACTIVE'));
}

/** Search by text and state; states how many rows are found. */
function Search({ sought, onChange, found }: { sought: Sought; onChange: (sought: Sought) => void; found: number }) {
  const { t } = useTranslation('dpiaSettings');
  const { number } = useFormat();
  return (
    <Flex wrap="wrap" gap="2" align="center">
      <Input
        dense
        type="search"
        flex="1 1 14rem"
        width="auto"
        aria-label={t('search')}
        placeholder={t('search')}
        value={sought.query}
        onChange={(event) => onChange({ ...sought, query: event.target.value })}
      />
      <NativeSelect
        dense
        flex="0 1 12rem"
        aria-label={t('state')}
        value={sought.state}
        onChange={(event) => onChange({ ...sought, state: event.target.value as Sought['state'] })}
      >
        {STATES.map((state) => (
          <option key={state} value={state}>
            {t(`stateIs.${state}`)}
          </option>
        ))}
      </NativeSelect>
      <Text textStyle="dense" color="muted" role="status">
        {t('found', { count: found, number: number(found) })}
      </Text>
    </Flex>
  );
}
