import { ListChecks, ShieldAlert, X } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Button, chakra, IconButton, SkeletonText, Text, useFormat, VisuallyHidden } from '../../../ui/index.ts';
import { FieldFrame, Input, useField, useWatch } from '../../../ui/form/index.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { ChipItem } from '../AttributeChips.tsx';
import { useDirectory } from '../directory.tsx';
import { CategoryBranch } from './CategoryBranch.tsx';
import { findAttributes, type FoundCategory } from './attributeSearch.ts';

/**
 * What is collected: a tree of categories to search, whole categories at a press, the purpose's own categories on top.
 */
export function AttributeField() {
  const { t } = useTranslation(['dataMapping', 'ui']);
  const { text, number } = useFormat();
  const { tree, retryTree, purposes, attribute } = useDirectory();
  const purposeId = useWatch({ name: 'purposeId' }) as string;
  const handle = useField<string[]>({ name: 'attributeIds', required: true });
  const [query, setQuery] = useState('');
  // Takes the focus of what goes away when it is pressed.
  const search = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(query);
  const { disabled } = handle.control;
  const chosen = useMemo(() => new Set(handle.value), [handle.value]);
  const named = useMemo(
    () => new Set(purposes.get(purposeId)?.content.piiCategories.map(({ id }) => id)),
    [purposes, purposeId],
  );
  const found = useMemo(
    () => findAttributes(tree ?? [], { query: wanted, suggested: named, chosen }),
    [tree, wanted, named, chosen],
  );
  const all = found.suggested.flatMap(({ attributes }) => attributes.map(({ id }) => id));
  const missing = all.filter((id) => !chosen.has(id));
  const known = handle.value
    .flatMap((id) => attribute(id) ?? [])
    .toSorted((a, b) => Number(b.sensitive) - Number(a.sensitive));
  const sensitive = known.filter((one) => one.sensitive).length;
  const put = (ids: readonly string[], on: boolean) =>
    handle.set(on ? [...new Set([...handle.value, ...ids])] : handle.value.filter((id) => !ids.includes(id)));
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
            startsOpen={open || wanted.trim() !== ''}
            onChange={put}
          />
        ))}
      </Box>
    );

  return (
    <FieldAnchor name="attributeIds">
      <FieldFrame label={t('attributes.label')} required handle={handle} group>
        {known.length > 0 && (
          <Box display="grid" gap="1.5">
            <Box display="flex" flexWrap="wrap" gap="2" alignItems="center" textStyle="dense" color="muted">
              <span role="status">
                {t(sensitive > 0 ? 'attributes.chosenSensitive' : 'attributes.chosen', {
                  number: number(known.length),
                  sensitive: number(sensitive),
                })}
              </span>
              <Button
                look="text"
                textStyle="dense"
                disabled={disabled}
                onClick={() => {
                  handle.set([]);
                  search.current?.focus();
                }}
              >
                {t('attributes.clear')}
              </Button>
            </Box>
            <chakra.ul display="flex" flexWrap="wrap" gap="1" listStyle="none" maxHeight="7.5rem" overflowY="auto">
              {known.map((one) => (
                <ChipItem key={one.id} pe="0" {...(one.sensitive && { 'data-sensitive': '' })}>
                  {one.sensitive && <ShieldAlert size={13} aria-hidden />}
                  <span>
                    {one.sensitive && <VisuallyHidden>{t('sensitive')}: </VisuallyHidden>}
                    {text(one.name)}
                  </span>
                  <IconButton
                    size="sm"
                    boxSize="6"
                    minHeight="6"
                    noTooltip
                    disabled={disabled}
                    label={t('attributes.remove', { name: text(one.name) })}
                    icon={<X aria-hidden />}
                    onClick={() => {
                      put([one.id], false);
                      search.current?.focus({ preventScroll: true });
                    }}
                  />
                </ChipItem>
              ))}
            </chakra.ul>
          </Box>
        )}
        <Box
          borderWidth="1px"
          borderColor={handle.error ? 'danger' : 'line.strong'}
          borderRadius="card"
          overflow="clip"
        >
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
            {all.length > 0 && wanted.trim() === '' && (
              <Button
                size="sm"
                minHeight="9"
                icon={missing.length > 0 ? <ListChecks aria-hidden /> : <X aria-hidden />}
                disabled={disabled}
                onClick={() => put(all, missing.length > 0)}
              >
                {t(missing.length > 0 ? 'attributes.addSuggested' : 'attributes.dropSuggested', {
                  number: number(all.length),
                })}
              </Button>
            )}
          </Box>
          <Box maxHeight="22rem" overflowY="auto" pb="2">
            {retryTree ? (
              <Text textStyle="dense" color="danger.text" p="3">
                {t('ui:form.optionsFailed')}{' '}
                <Button look="text" onClick={retryTree}>
                  {t('ui:retry')}
                </Button>
              </Text>
            ) : tree === undefined ? (
              <Box p="3">
                <SkeletonText lines={5} />
              </Box>
            ) : found.suggested.length + found.others.length === 0 ? (
              <Text color="muted" p="3">
                {t('attributes.none')}
              </Text>
            ) : (
              <>
                {group(t('attributes.suggested'), found.suggested, found.suggested.length <= 2)}
                {group(t('attributes.others'), found.others, false)}
              </>
            )}
          </Box>
        </Box>
      </FieldFrame>
    </FieldAnchor>
  );
}
