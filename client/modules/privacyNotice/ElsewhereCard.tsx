import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { POINTS_ELSEWHERE } from '../../../shared/privacyNotice/draft.ts';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FormSection, SelectField, TextArea, useFieldArray, useWatch } from '../../ui/form/index.ts';
import { useFormState } from '../../ui/form/Form.tsx';
import { Box, Button, Card, Flex, IconButton, Stack, Text } from '../../ui/index.ts';
import { pagesAfterFirst } from '../../ui/table/pages.ts';
import type { FormValues } from './formValues.ts';
import { pointLabel } from './pointLabel.ts';

const BY_NAME = { pageSize: 100, sortBy: 'name', sortDirection: 'ASC' } as const;
const calm = { staleTime: 30_000 };

/** Points covered by another notice in force for the same people: which, where, and why that suffices. */
export function ElsewhereCard({ id }: { id: string }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const words = useWords('privacyNoticeScreen');
  const { ws } = useSession();
  const { fields, append, remove } = useFieldArray({ name: 'elsewhere' });
  const { disabled } = useFormState();
  const chosen = useWatch({ name: 'elsewhere' }) as FormValues['elsewhere'];
  const { data } = trpc.privacyNotice.list.useQuery({ ws, ...BY_NAME }, calm);
  const further = trpc.useQueries((page) =>
    pagesAfterFirst(data?.meta).map((currentPage) => page.privacyNotice.list({ ws, ...BY_NAME, currentPage }, calm)),
  );
  const all = [data, ...further.map((page) => page.data)].flatMap((page) => page?.collection ?? []);
  const notices = all.filter(
    (one) => one.id !== id && ((one.versionInForce !== null && !one.withdrawn) || isChosen(chosen, one.id)),
  );
  const open = POINTS_ELSEWHERE.filter((section) => !chosen.some((one) => one.section === section));
  return (
    <Card>
      <FormSection title={t('elsewhere.title')} description={t('elsewhere.lead')}>
        <FieldAnchor name="elsewhere">
          <Stack gap="4">
            {fields.map((field, place) => (
              <Flex key={field.id} gap="2" alignItems="flex-start" borderBottomWidth="1px" pb="4">
                <Stack flex="1" minWidth="0" gap="3">
                  <SelectField
                    name={`elsewhere.${place}.section`}
                    label={t('elsewhere.section')}
                    required
                    options={POINTS_ELSEWHERE.map((section) => ({
                      value: section,
                      label: pointLabel(words, section),
                    }))}
                  />
                  <SelectField
                    name={`elsewhere.${place}.noticeId`}
                    label={t('elsewhere.notice')}
                    required
                    options={notices.map((one) => ({ value: one.id, label: one.name }))}
                  />
                  <TextArea
                    name={`elsewhere.${place}.reason`}
                    label={t('elsewhere.reason')}
                    limit={300}
                    rows={2}
                    required
                  />
                </Stack>
                {!disabled && (
                  <IconButton
                    label={t('elsewhere.remove', { number: place + 1 })}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => remove(place)}
                  />
                )}
              </Flex>
            ))}
            {!disabled && (
              <Box>
                <Button
                  size="sm"
                  icon={<Plus aria-hidden />}
                  disabled={open.length === 0 || notices.length === 0}
                  onClick={() => append({ section: open[0], noticeId: notices[0]?.id ?? '', reason: '' })}
                >
                  {t('elsewhere.add')}
                </Button>
                {data && notices.length === 0 && (
                  <Text textStyle="small" color="muted">
                    {t('elsewhere.noNotice')}
                  </Text>
                )}
              </Box>
            )}
          </Stack>
        </FieldAnchor>
      </FormSection>
    </Card>
  );
}

const isChosen = (chosen: FormValues['elsewhere'], noticeId: string): boolean =>
  chosen.some((one) => one.noticeId === noticeId);
