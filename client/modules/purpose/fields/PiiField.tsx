import { ShieldAlert } from 'lucide-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PiiCategory } from '../../../../shared/piiCategory/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Box, Button, chakra, SkeletonText, Text, useFormat, VisuallyHidden } from '../../../ui/index.ts';
import type { FieldHandle } from '../../../ui/form/Field.tsx';
import { CheckboxInput, ChosenChip, FieldFrame, Input, useField } from '../../../ui/form/index.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { useNames } from '../names.tsx';

/** PII categories in two groups, those of section 26 separately, marked by icon and word. */
export function PiiField({ name }: { name: string }) {
  const { t } = useTranslation(['purposeScreen', 'ui']);
  const { ws } = useSession();
  const handle = useField<readonly string[]>({ name });
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const list = trpc.piiCategory.list.useQuery(
    { ws, query: wanted, pageSize: 100 },
    { staleTime: 60_000, placeholderData: keepPreviousData },
  );
  const values = handle.value ?? [];
  const toggle = (id: string) => handle.set(values.includes(id) ? values.filter((one) => one !== id) : [...values, id]);
  const found = list.data?.collection ?? [];
  const groups = [found.filter((one) => !one.sensitive), found.filter((one) => one.sensitive)] as const;

  return (
    <FieldAnchor name={name}>
      <FieldFrame label={t('field.piiCategoryIds')} handle={handle} group>
        {values.length > 0 && <Chosen values={values} disabled={handle.control.disabled} onRemove={toggle} />}
        <Box borderWidth="1px" borderColor="line.strong" borderRadius="card" overflow="clip">
          <Box p="2" borderBottomWidth="1px">
            <Input
              dense
              type="search"
              aria-label={t('pii.search')}
              placeholder={t('pii.search')}
              value={query}
              disabled={handle.control.disabled}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
            />
          </Box>
          <Box maxHeight="32rem" overflowY="auto" p="3" display="grid" gap="4">
            {list.isPending && <SkeletonText lines={5} />}
            {list.error && (
              <Text textStyle="dense" color="danger.text">
                {t('ui:form.optionsFailed')}{' '}
                <Button look="text" onClick={() => void list.refetch()}>
                  {t('ui:retry')}
                </Button>
              </Text>
            )}
            {list.data && found.length === 0 && <Text color="muted">{t('pii.none')}</Text>}
            <Group title={t('pii.general')} categories={groups[0]} {...{ handle, values, toggle }} />
            <Group
              title={t('pii.sensitive')}
              lead={t('pii.sensitiveLead')}
              sensitive
              categories={groups[1]}
              {...{ handle, values, toggle }}
            />
          </Box>
        </Box>
      </FieldFrame>
    </FieldAnchor>
  );
}

/** The selected categories, each removable, and the number of section 26 categories among them. */
function Chosen({
  values,
  disabled,
  onRemove,
}: {
  values: readonly string[];
  disabled: boolean;
  onRemove: (id: string) => void;
}) {
  const { t } = useTranslation('purposeScreen');
  const { text, number } = useFormat();
  const names = useNames();
  const sensitive = values.filter(names.isSensitive).length;
  return (
    <Box display="grid" gap="1.5">
      <Text textStyle="dense" color="muted" role="status">
        {t(sensitive > 0 ? 'pii.chosenSensitive' : 'pii.chosen', {
          number: number(values.length),
          sensitive: number(sensitive),
        })}
      </Text>
      <chakra.ul display="flex" flexWrap="wrap" gap="1.5" listStyle="none">
        {values.map((id) => {
          const known = names.get(id);
          const label = text(known?.name) || '…';
          return (
            <ChosenChip
              key={id}
              warn={known?.sensitive ?? false}
              disabled={disabled}
              removeLabel={t('pii.remove', { name: label })}
              onRemove={() => onRemove(id)}
            >
              {known?.sensitive && <ShieldAlert size={16} aria-hidden />}
              <span>
                {known?.sensitive && <VisuallyHidden>{t('sensitive')}: </VisuallyHidden>}
                {label}
              </span>
            </ChosenChip>
          );
        })}
      </chakra.ul>
    </Box>
  );
}

interface GroupProps {
  title: string;
  lead?: string;
  sensitive?: boolean;
  categories: readonly PiiCategory[];
  handle: FieldHandle<readonly string[]>;
  values: readonly string[];
  toggle: (id: string) => void;
}

function Group({ title, lead, sensitive = false, categories, handle, values, toggle }: GroupProps) {
  const { text } = useFormat();
  if (categories.length === 0) return null;
  const { id, disabled } = handle.control;
  return (
    <Box role="group" aria-label={title} display="grid" gap="1">
      <chakra.div
        display="flex"
        gap="2"
        alignItems="center"
        fontWeight="semibold"
        textStyle="dense"
        {...(sensitive && { color: 'warn.text' })}
      >
        {sensitive && <ShieldAlert size={16} aria-hidden />}
        {title}
      </chakra.div>
      {lead && (
        <Text textStyle="small" color="muted">
          {lead}
        </Text>
      )}
      <chakra.div
        display="grid"
        columnGap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      >
        {categories.map((category) => (
          <chakra.label
            key={category.id}
            display="flex"
            gap="2.5"
            alignItems="flex-start"
            py="1.5"
            minHeight="9"
            cursor="pointer"
            textStyle="dense"
          >
            <CheckboxInput
              id={`${id}-${category.id}`}
              type="checkbox"
              disabled={disabled}
              checked={values.includes(category.id)}
              onChange={() => toggle(category.id)}
              onBlur={handle.blur}
            />
            <chakra.span minWidth="0">
              {text(category.name)}
              {category.example && (
                <chakra.span display="block" textStyle="small" color="muted">
                  {category.example}
                </chakra.span>
              )}
            </chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
    </Box>
  );
}
