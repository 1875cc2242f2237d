import { Stamp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLineItem } from '../../../shared/approvalLine/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { Box, Button, chakra, GlowOnChange, RelativeTime } from '../../ui/index.ts';

/** Whose turn it is and since when; a button for the one who can act. */
export function Turn({ line, onDecide }: { line: ApprovalLineItem; onDecide: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { personnel: me } = useSession();
  const { current, yourTurn } = line;
  if (!current) return <>–</>;
  const you = current.approver.id === me.id;
  return (
    <Box display="flex" alignItems="center" gap="3" minWidth={{ md: yourTurn ? '13rem' : '9rem' }}>
      <Box flex="1" minWidth="0">
        <GlowOnChange value={current.approver.id}>{you ? t('you') : current.approver.name}</GlowOnChange>
        <chakra.div textStyle="small" color={yourTurn ? 'live.text' : 'muted'}>
          {current.delegate && (
            <>{t('standsIn', { name: current.delegate.id === me.id ? t('you') : current.delegate.name })} · </>
          )}
          <RelativeTime value={current.since} />
        </chakra.div>
      </Box>
      {yourTurn && (
        <Button look="main" size="sm" icon={<Stamp aria-hidden />} onClick={onDecide}>
          {t('act.decide')}
        </Button>
      )}
    </Box>
  );
}
