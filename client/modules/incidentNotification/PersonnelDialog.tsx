import { keepPreviousData } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '../../../shared/incidentNotification/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, chakra, Dialog, ErrorState, SkeletonText, Stack, Tag, Text } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';

interface PersonnelDialogProps {
  open: boolean;
  onClose: () => void;
  chosen: readonly Recipient[];
  onAdd: (one: Recipient) => void;
}

/** Adds colleagues as recipients, found by name or address. */
export default function PersonnelDialog({ open, onClose, chosen, onAdd }: PersonnelDialogProps) {
  const { t } = useTranslation(['incidentNotification', 'organization']);
  const { ws } = useSession();
  const id = useId();
  const [query, setQuery] = useState('');
  const list = trpc.personnel.list.useQuery(
    { ws, query, status: 'ACTIVE', pageSize: 50, sortBy: 'name', sortDirection: 'ASC' },
    { enabled: open, placeholderData: keepPreviousData },
  );
  const known = new Set(chosen.map(({ email }) => email));
  return (
    <Dialog open={open} onClose={onClose} title={t('recipients.personnel')}>
      <Stack gap="3">
        <chakra.div>
          <chakra.label htmlFor={id} textStyle="dense" color="muted">
            {t('recipients.personnelSearch')}
          </chakra.label>
          <Input
            id={id}
            type="search"
            autoComplete="off"
            value={query}
            maxLength={200}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </chakra.div>
        {list.error ? (
          <ErrorState onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <SkeletonText lines={5} />
        ) : list.data.collection.length === 0 ? (
          <Text color="muted">{t('recipients.personnelNone')}</Text>
        ) : (
          <chakra.ul listStyle="none">
            {list.data.collection.map((person) => (
              <chakra.li
                key={person.id}
                display="flex"
                gap="3"
                alignItems="center"
                py="2"
                borderTopWidth="1px"
                _first={{ borderTopWidth: '0' }}
              >
                <chakra.div flex="1" minWidth="0" overflowWrap="anywhere">
                  <chakra.div>{person.name}</chakra.div>
                  <Text textStyle="dense" color="muted">
                    {[t(`organization:role.${person.role}`), person.email].join(' · ')}
                  </Text>
                </chakra.div>
                {known.has(person.email) ? (
                  <Tag tone="ok" icon={<Check aria-hidden />}>
                    {t('recipients.personnelAdded')}
                  </Tag>
                ) : (
                  <Button
                    size="sm"
                    icon={<Plus aria-hidden />}
                    aria-label={`${t('recipients.add')} ${person.name}`}
                    onClick={() => onAdd({ name: person.name, email: person.email, phone: '' })}
                  >
                    {t('recipients.add')}
                  </Button>
                )}
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </Stack>
    </Dialog>
  );
}
