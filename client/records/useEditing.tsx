import { PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EDITOR_MS, type EditedEntity } from '../../shared/presence/schema.ts';
import { useServerNow } from '../clock/serverTime.ts';
import { useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { Box, Flex } from '../ui/index.ts';

interface Edited {
  entity: EditedEntity;
  /** uuid of the record; null while it is not yet created. */
  id: string | null;
}

/**
 * Notifies others that a record is being edited, as long as its form has unsaved changes.
 * @example useEditing({ entity: 'incident', id: incident.id, dirty: formState.isDirty })
 */
export function useEditing({ entity, id, dirty }: Edited & { dirty: boolean }): void {
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  useEffect(() => {
    if (id === null || !dirty) return;
    // Nobody's work depends on it: the next call makes up for a failed one.
    const report = (editing: boolean) =>
      void client.presence.edit.mutate({ ws, entity, id, editing }, { context: { quiet: true } }).catch(() => {});
    report(true);
    const timer = setInterval(report, EDITOR_MS / 2, true);
    return () => {
      clearInterval(timer);
      report(false);
    };
  }, [client, ws, entity, id, dirty]);
}

/**
 * The current editors of a record. Renders nothing while there are none.
 * @example <Editors entity="incident" id={incident.id} />
 */
export function Editors({ entity, id }: Edited) {
  const { t } = useTranslation(['clock', 'recordScreen']);
  const { ws } = useSession();
  const query = trpc.presence.editors.useQuery({ ws, entity, id: id ?? '' }, { enabled: id !== null, staleTime: 0 });
  const editors = query.data ?? [];
  // Editors whose page has closed without notice expire here when they expire at the server.
  const now = useServerNow(editors.length > 0 ? 5000 : null);
  const names = editors.filter(({ until }) => Date.parse(until) > now).map(({ name }) => name);
  return (
    <div role="status" data-editors>
      {names.length > 0 && (
        <Flex
          align="center"
          gap="2"
          px="3"
          py="1.5"
          borderRadius="control"
          bg="live.soft"
          color="live.text"
          textStyle="dense"
        >
          <PenLine size={16} aria-hidden />
          <Box overflowWrap="anywhere">
            {entity === 'newIncidentNotification'
              ? t('recordScreen:writing', { names: names.join(', ') })
              : t(names.length === 1 ? 'editing.one' : 'editing.other', { name: names[0], names: names.join(', ') })}
          </Box>
        </Flex>
      )}
    </div>
  );
}
