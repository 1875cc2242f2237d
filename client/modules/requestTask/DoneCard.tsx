import { useTranslation } from 'react-i18next';
import { ERASED_PLACES } from '../../../shared/requestTask/kinds.ts';
import { receiptPath } from '../../../shared/consentReceipt/receipt.ts';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { Card, chakra, Facts, isBlank, Link, useFormat } from '../../ui/index.ts';
import { useGroundName } from '../request/GroundField.tsx';
import { formatBytes } from '../../formatBytes.ts';

/** The recorded result of a task. */
export function DoneCard({ task }: { task: RequestTask }) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const groundName = useGroundName();
  const { dateTime, number, text } = useFormat();
  const { proof, file, receipts } = task;
  const facts: [string, React.ReactNode][] = [
    [t('field.closedBy'), task.closedBy && `${task.closedBy.name}, ${dateTime(task.closedAt)}`],
    [t('field.ground'), task.groundCode && groundName(task.groundCode, task.right.code)],
    [t('field.reason'), task.reason],
    [t('field.method'), proof.method],
    [t('field.count'), proof.count === null ? '' : number(proof.count)],
    [t('field.hash'), proof.hash && <chakra.code overflowWrap="anywhere">{proof.hash}</chakra.code>],
    [t('field.before'), proof.before],
    [t('field.after'), proof.after],
    [
      t('work.places'),
      ERASED_PLACES.flatMap((place) => {
        const cleared = proof.places[place];
        return cleared ? [`${t(`place.${place}`)}: ${t(`cleared.${cleared}`)}`] : [];
      }).join('\n'),
    ],
    [t('field.note'), task.note],
    [
      t('field.file'),
      file && (
        <>
          <chakra.a href={fileUrl(ws, file.id)} download color="accent.text" textDecoration="underline">
            {file.name}
          </chakra.a>{' '}
          ({formatBytes(file.size)})
          <chakra.code display="block" textStyle="small" overflowWrap="anywhere">
            SHA-256 {file.sha256}
          </chakra.code>
        </>
      ),
    ],
    [
      t('field.receipts'),
      receipts.length > 0 && (
        <chakra.ul listStyle="none">
          {receipts.map(({ id, form, purposes, at }) => (
            <li key={id}>
              <Link href={receiptPath(ws, id)}>{form}</Link>
              {`: ${purposes.map(text).join(', ')} (${dateTime(at)})`}
            </li>
          ))}
        </chakra.ul>
      ),
    ],
  ];
  if (facts.every(([, value]) => isBlank(value))) return null;
  return (
    <Card title={t('work.done')}>
      <Facts rows={facts} />
    </Card>
  );
}
