import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentItem } from '../../../shared/consent/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, toast } from '../../ui/index.ts';

type Target = Pick<ConsentItem, 'id' | 'name' | 'rowVersion'>;

/** Deactivates a form (asked first) and reactivates it; `dialog` stands somewhere on the page. */
export function useActivation() {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const [asked, setAsked] = useState<Target | null>(null);
  const deactivate = trpc.consent.remove.useMutation();
  const reactivate = trpc.consent.reactivate.useMutation();
  const cache = trpc.useUtils();

  const bringBack = async ({ id, name, rowVersion }: Target) => {
    try {
      await reactivate.mutateAsync({ ws, id, rowVersion });
      toast.success(t('activation.on', { name }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
    void cache.consent.invalidate();
  };
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      onClose={() => setAsked(null)}
      destructive
      title={t('activation.title', { name: asked?.name ?? '' })}
      body={t('activation.body')}
      confirmLabel={t('activation.deactivate')}
      onConfirm={async () => {
        if (!asked) return;
        await deactivate.mutateAsync({ ws, id: asked.id });
        await cache.consent.invalidate();
        toast.success(t('activation.off', { name: asked.name }));
      }}
    />
  );
  return { ask: setAsked, bringBack, dialog };
}
