import { useTranslation } from 'react-i18next';
import type { ActivityLog } from '../../shared/activityLog/schema.ts';
import { Box, chakra, Dialog, Grid, Text, useFormat } from '../ui/index.ts';

/** One activity in full: old and new value of each field. */
export function ChangesDialog({ entry, onClose }: { entry: ActivityLog | null; onClose: () => void }) {
  const { t } = useTranslation('activityLog');
  const { dateTime } = useFormat();
  return (
    <Dialog
      open={entry !== null}
      onClose={onClose}
      title={entry?.title ?? ''}
      description={entry ? `${entry.actor?.name ?? t('system')} · ${dateTime(entry.createdAt)}` : undefined}
    >
      {entry && entry.changes.length === 0 && <Text color="muted">{t('noChanges')}</Text>}
      {entry && entry.changes.length > 0 && (
        <Grid as="dl" gap="4">
          {entry.changes.map((change) => (
            <Box key={change.field} borderTopWidth="1px" pt="3" _first={{ borderTopWidth: '0', pt: '0' }}>
              <chakra.dt fontWeight="semibold" mb="1">
                {change.label}
              </chakra.dt>
              <chakra.dd display="grid" gap="1" textStyle="dense">
                <Value label={t('oldValue')} text={change.oldText} kind="del" />
                <Value label={t('newValue')} text={change.newText} kind="ins" />
              </chakra.dd>
            </Box>
          ))}
        </Grid>
      )}
    </Dialog>
  );
}

function Value({ label, text, kind }: { label: string; text: string; kind: 'ins' | 'del' }) {
  const Mark = kind === 'ins' ? chakra.ins : chakra.del;
  return (
    <div>
      <chakra.span color="muted" me="2">
        {label}
      </chakra.span>
      {text ? (
        <Mark
          textDecoration={kind === 'del' ? 'line-through' : 'none'}
          color={kind === 'del' ? 'muted' : 'ink'}
          overflowWrap="anywhere"
          whiteSpace="pre-wrap"
        >
          {text}
        </Mark>
      ) : (
        '–'
      )}
    </div>
  );
}
