import { Check, Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentSuggestion } from '../../../shared/incident/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { announce, Box, Button, chakra, Flex, SkeletonText, Stack, Text, useFormat } from '../../ui/index.ts';
import { useFormContext, useWatch } from '../../ui/form/index.ts';
import { useNames } from '../purpose/names.tsx';

/** The lists of a suggestion, each with the field that it fills. */
const LISTS = [
  { key: 'dataSubjectGroups', field: 'dataSubjectGroupIds', label: 'suggestion.groups' },
  { key: 'purposes', field: 'purposeIds', label: 'suggestion.purposes' },
  { key: 'piiCategories', field: 'piiCategoryIds', label: 'suggestion.piiCategories' },
] as const;

/** Suggestions from the records of processing of the selected applications: adopted all at once or one by one. */
export function Suggestion() {
  const { ws } = useSession();
  const { learn } = useNames();
  const ids = (useWatch({ name: 'applicationIds' }) as string[] | undefined) ?? [];
  const { data, error } = trpc.incident.suggest.useQuery(
    { ws, applicationIds: ids },
    { enabled: ids.length > 0, staleTime: 60_000 },
  );
  useEffect(() => {
    if (data) learn([...data.dataSubjectGroups, ...data.purposes, ...data.piiCategories]);
  }, [data, learn]);
  if (ids.length === 0 || error) return null;
  return data ? <SuggestionPanel suggestion={data} /> : <SkeletonText lines={3} />;
}

function SuggestionPanel({ suggestion }: { suggestion: IncidentSuggestion }) {
  const { t } = useTranslation('incident');
  const { isSubmitting: disabled } = useFormContext().formState;
  const groups = useOfferGroups(suggestion);
  const nothing = groups.length === 0;
  const allUsed = groups.every(({ offers }) => offers.every(({ used }) => used));
  const useAll = () => {
    for (const { onUseAll } of groups) onUseAll();
    announce(t('suggestion.adopted'));
  };
  return (
    <Box
      role="group"
      aria-label={t('suggestion.title')}
      borderWidth="1px"
      borderColor="line.strong"
      borderStyle="dashed"
      borderRadius="card"
      p={{ base: '3', md: '4' }}
      bg="subtle"
    >
      <Stack gap="3">
        <Flex wrap="wrap" gap="3" alignItems="flex-start">
          <Box flex="1" minWidth="min(100%, 14rem)">
            <Text fontWeight="semibold">{t('suggestion.title')}</Text>
            <Text textStyle="dense" color="muted">
              {t(nothing ? 'suggestion.nothing' : 'suggestion.lead')}
            </Text>
          </Box>
          {!nothing && (
            <Button
              size="sm"
              disabled={allUsed || disabled}
              icon={allUsed ? <Check aria-hidden /> : <Plus aria-hidden />}
              onClick={useAll}
            >
              {t(allUsed ? 'suggestion.used' : 'suggestion.useAll')}
            </Button>
          )}
        </Flex>
        {groups.map(({ label, offers }) => (
          <Offers key={label} label={label}>
            {offers.map(({ key, ...offer }) => (
              <Offer key={key} {...offer} disabled={disabled} />
            ))}
          </Offers>
        ))}
      </Stack>
    </Box>
  );
}

/** Suggestions of one kind. */
interface OfferGroup {
  label: string;
  offers: { key: string; label: string; used: boolean; onUse: () => void }[];
  onUseAll: () => void;
}

/** The suggestions, figures first, each with whether the form already contains it. */
function useOfferGroups(suggestion: IncidentSuggestion): OfferGroup[] {
  const { t } = useTranslation('incident');
  const { text, number } = useFormat();
  const { setValue, getValues } = useFormContext();
  const [subjectCount, sensitive, ...chosen] = useWatch({
    name: ['subjectCount', 'sensitive', 'dataSubjectGroupIds', 'purposeIds', 'piiCategoryIds'],
  }) as [number | null, boolean | null, string[], string[], string[]];
  const put = (field: string, value: unknown) =>
    setValue(field, value, { shouldDirty: true, shouldValidate: true, shouldTouch: true });
  const add = (field: string, more: readonly string[]) =>
    put(field, [...new Set([...((getValues(field) as string[] | undefined) ?? []), ...more])]);

  const figures: OfferGroup['offers'] = [];
  if (suggestion.subjectCount !== null)
    figures.push({
      key: 'subjectCount',
      label: t('suggestion.subjectCount', { count: suggestion.subjectCount, number: number(suggestion.subjectCount) }),
      used: subjectCount === suggestion.subjectCount,
      onUse: () => put('subjectCount', suggestion.subjectCount),
    });
  if (suggestion.sensitive)
    figures.push({
      key: 'sensitive',
      label: t('suggestion.sensitive'),
      used: sensitive === true,
      onUse: () => put('sensitive', true),
    });
  const lists = LISTS.map(({ key, field, label }, index) => {
    const entries = suggestion[key];
    const has = new Set(chosen[index] ?? []);
    return {
      label: t(label),
      offers: entries.map(({ id, name }) => ({
        key: id,
        label: text(name),
        used: has.has(id),
        onUse: () => add(field, [id]),
      })),
      onUseAll: () =>
        add(
          field,
          entries.map(({ id }) => id),
        ),
    };
  });
  const putFigures = () => figures.forEach(({ onUse }) => onUse());
  return [{ label: t('suggestion.figures'), offers: figures, onUseAll: putFigures }, ...lists].filter(
    ({ offers }) => offers.length > 0,
  );
}

function Offers({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="group" aria-label={label}>
      <Text textStyle="small" color="muted" mb="1">
        {label}
      </Text>
      <chakra.div display="flex" flexWrap="wrap" gap="1.5">
        {children}
      </chakra.div>
    </Box>
  );
}

/** One suggestion. After it is adopted it stays in its place with a mark, so that nothing moves under the pointer. */
function Offer({
  label,
  used,
  disabled,
  onUse,
}: {
  label: string;
  used: boolean;
  disabled: boolean;
  onUse: () => void;
}) {
  const { t } = useTranslation('incident');
  return (
    <Button
      size="sm"
      height="auto"
      py="1"
      whiteSpace="normal"
      textAlign="start"
      fontWeight="normal"
      look={used ? 'quiet' : 'plain'}
      disabled={used || disabled}
      aria-label={used ? `${label} (${t('suggestion.used')})` : t('suggestion.use', { name: label })}
      icon={used ? <Check aria-hidden /> : <Plus aria-hidden />}
      onClick={onUse}
    >
      {label}
    </Button>
  );
}
