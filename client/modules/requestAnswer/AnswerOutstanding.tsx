import { useTranslation } from 'react-i18next';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, useFormat } from '../../ui/index.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';

interface AnswerOutstandingProps {
  request: Request;
  right: RequestRight;
  onRelease: () => void;
}

/** States that the answer of a decided right has not been released, and whose turn it is. */
export function AnswerOutstanding({ request, right, onRelease }: AnswerOutstandingProps) {
  const { t } = useTranslation('requestAnswer');
  const { text } = useFormat();
  const mayRelease = useCan('request.manage');
  return (
    <Banner
      tone={mayRelease ? 'live' : 'info'}
      role="status"
      title={t(mayRelease ? 'outstanding.mine' : 'outstanding.others')}
      action={
        mayRelease && (
          <Button size="sm" look="main" onClick={onRelease}>
            {t('release.action')}
          </Button>
        )
      }
    >
      {request.rights.length > 1 && text(right.name)}
    </Banner>
  );
}

interface ReleaseAnswerProps {
  request: Request;
  right: RequestRight;
  onClose: () => void;
}

/** Releases the answer of a right. Its dialog stays once the answer is released, with the password. */
export function ReleaseAnswer({ request, right, onClose }: ReleaseAnswerProps) {
  const { t } = useTranslation('requestAnswer');
  const { ws } = useSession();
  const query = trpc.requestAnswer.get.useQuery({ ws, id: request.id, rightId: right.id });
  if (query.data) return <ReleaseDialog request={request} right={right} answer={query.data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('release.title')} description={t('release.body')}>
      <LoadedInDialog query={query}>{() => null}</LoadedInDialog>
    </Dialog>
  );
}
