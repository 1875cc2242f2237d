import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Box, Button, chakra, Dialog, Link, Text, useDialog, useFormat } from '../../../ui/index.ts';
import { LIST_QUERY } from '../../../ui/table/index.ts';
import type { ChosenApplication } from './DpiaList.tsx';
import { SuggestionReasons } from './SuggestionReasons.tsx';

/** The number of applications listed; the others follow once these are assessed. */
const MOST = 50;

interface MissingDpiasProps {
  /** Starts an assessment; null without permission. */
  onStart: ((application: ChosenApplication) => void) | null;
}

/** Applications that require an assessment and never had one, with the reasons; renders nothing without any. */
export function MissingDpias({ onStart }: MissingDpiasProps) {
  const { t } = useTranslation('dpiaList');
  const opens = useCan('ropa.read');
  const { ws } = useSession();
  const { number } = useFormat();
  const dialog = useDialog();
  const { data } = trpc.dpia.missing.useQuery({ ws, pageSize: MOST }, LIST_QUERY);
  if (!data || data.meta.totalItems === 0) return null;
  const { collection, meta } = data;
  return (
    <Box mb="4">
      <Banner
        tone="warn"
        action={
          <Button size="sm" onClick={dialog.show}>
            {t('missing.open')}
          </Button>
        }
      >
        {t('missing.count', { count: meta.totalItems, number: number(meta.totalItems) })}
      </Banner>
      <Dialog {...dialog.props} width={720} title={t('missing.title')} description={t('missing.lead')}>
        <chakra.ul listStyle="none" display="grid" gap="4">
          {collection.map(({ application, reasons }) => (
            <chakra.li
              key={application.id}
              display="flex"
              flexWrap="wrap"
              gap="3"
              alignItems="flex-start"
              borderBottomWidth="1px"
              pb="4"
            >
              <chakra.div flex="1" minWidth="min(100%, 16rem)" display="grid" gap="2">
                {opens ? (
                  <Link href={recordAddress('application', application.id)} fontWeight="semibold">
                    {application.name}
                  </Link>
                ) : (
                  <chakra.span fontWeight="semibold">{application.name}</chakra.span>
                )}
                <SuggestionReasons reasons={reasons} />
              </chakra.div>
              {onStart && (
                <Button
                  size="sm"
                  icon={<Plus aria-hidden />}
                  aria-label={t('missing.startOf', { name: application.name })}
                  onClick={() => {
                    dialog.close();
                    onStart(application);
                  }}
                >
                  {t('missing.start')}
                </Button>
              )}
            </chakra.li>
          ))}
        </chakra.ul>
        {meta.totalItems > MOST && (
          <Text textStyle="dense" color="muted" mt="4">
            {t('missing.more', { count: meta.totalItems - MOST, number: number(meta.totalItems - MOST) })}
          </Text>
        )}
      </Dialog>
    </Box>
  );
}
