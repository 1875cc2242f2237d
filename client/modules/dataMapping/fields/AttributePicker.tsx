import { ListChecks, X } from 'lucide-react';
import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Button, SkeletonText, Text, useFormat } from '../../../ui/index.ts';
import { Input, type useField, useWatch } from '../../../ui/form/index.ts';
import { useDirectory } from '../directory.tsx';
import { CategoryBranch } from './CategoryBranch.tsx';
import { findAttributes, type FoundCategory, withoutSensitive } from './attributeSearch.ts';

interface AttributePickerProps {
  handle: ReturnType<typeof useField<string[]>>;
  search: RefObject<HTMLInputElement | null>;
  onChange: (ids: readonly string[], on: boolean) => void;
}

/** The tree of attributes: a search field, and a button that selects the general data of the purpose. */
export function AttributePicker({ handle, search, onChange }: AttributePickerProps) {
  const { t } = useTranslation('dataMapping');
  const { number } = useFormat();
  const { tree, purposes } = useDirectory();
  const purposeId = useWatch({ name: 'purposeId' }) as string;
  const { disabled } = handle.control;
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const chosen = useMemo(() => new Set(handle.value), [handle.value]);
  const named = useMemo(
    () => new Set(purposes.get(purposeId)?.content.piiCategories.map(({ id }) => id)),
    [purposes, purposeId],
  );
  const found = useMemo(
    () => findAttributes(tree ?? [], { query: wanted, suggested: named, chosen }),
    [tree, wanted, named, chosen],
  );
  const all = found.suggested.flatMap(({ attributes }) => attributes);
  const general = withoutSensitive(all);
  const chosenHere = all.filter(({ id }) => chosen.has(id));
  const isAdding = general.some(({ id }) => !chosen.has(id));
  const pressed = isAdding ? general : chosenHere;
  return (
    <Box borderWidth="1px" borderColor={handle.error ? 'danger' : 'line.strong'} borderRadius="card" overflow="clip">
      <Box p="2" borderBottomWidth="1px" display="flex" flexWrap="wrap" gap="2">
        <Input
          ref={search}
          dense
          flex="1"
          minWidth="10rem"
          type="search"
          {...(handle.error && { 'aria-invalid': true, 'aria-describedby': handle.ids.error })}
          aria-label={t('attributes.search')}
          placeholder={t('attributes.search')}
          value={query}
          disabled={disabled}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
        />
        {pressed.length > 0 && wanted.trim() === '' && (
          <Button
            size="sm"
            minHeight="9"
            icon={isAdding ? <ListChecks aria-hidden /> : <X aria-hidden />}
            disabled={disabled}
            onClick={() =>
              onChange(
                pressed.map(({ id }) => id),
                isAdding,
              )
            }
          >
            {t(isAdding ? 'attributes.addSuggested' : 'attributes.dropSuggested', { number: number(pressed.length) })}
          </Button>
        )}
      </Box>
      <Box maxHeight="22rem" overflowY="auto" pb="2">
        <CategoryGroups
          found={found}
          chosen={chosen}
          disabled={disabled}
          searching={wanted.trim() !== ''}
          onChange={onChange}
        />
      </Box>
    </Box>
  );
}

interface CategoryGroupsProps {
  found: ReturnType<typeof findAttributes>;
  chosen: ReadonlySet<string>;
  disabled: boolean;
  /** Whether a search is active: it expands every category with a match. */
  searching: boolean;
  onChange: (ids: readonly string[], on: boolean) => void;
}

/** The categories of the tree: those of the purpose, then the others. */
function CategoryGroups({ found, chosen, disabled, searching, onChange }: CategoryGroupsProps) {
  const { t } = useTranslation(['dataMapping', 'ui']);
  const { tree, retryTree } = useDirectory();
  if (retryTree) {
    return (
      <Text textStyle="dense" color="danger.text" p="3">
        {t('ui:form.optionsFailed')}{' '}
        <Button look="text" onClick={retryTree}>
          {t('ui:retry')}
        </Button>
      </Text>
    );
  }
  if (tree === undefined) {
    return (
      <Box p="3">
        <SkeletonText lines={5} />
      </Box>
    );
  }
  if (found.suggested.length + found.others.length === 0) {
    return (
      <Text color="muted" p="3">
        {t('attributes.none')}
      </Text>
    );
  }
  const group = (title: string, list: readonly FoundCategory[], open: boolean) =>
    list.length > 0 && (
      <Box role="group" aria-label={title}>
        <Text textStyle="small" color="muted" px="3" pt="2" pb="1">
          {title}
        </Text>
        {list.map((entry) => (
          <CategoryBranch
            key={entry.category.id}
            {...entry}
            chosen={chosen}
            disabled={disabled}
            startsOpen={open || searching}
            onChange={onChange}
          />
        ))}
      </Box>
    );
  return (
    <>
      {group(t('attributes.suggested'), found.suggested, found.suggested.length <= 2)}
      {group(t('attributes.others'), found.others, false)}
    </>
  );
}
