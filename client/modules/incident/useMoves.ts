import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { type IncidentAction, incidentStatus } from '../../../shared/incident/status.ts';
import { targetsOf } from '../../../shared/status.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

/** Moves made by this hook; the others have separate screens. */
type Done = Exclude<IncidentAction, 'edit' | 'respond' | 'notify'>;

/** The input of a move, over the version of the incident that its form was opened with. */
type Sent<Mutation extends { mutateAsync: (input: never) => unknown }> = Omit<
  Parameters<Mutation['mutateAsync']>[0],
  'ws' | 'id' | 'rowVersion'
> & { rowVersion: number };

/**
 * The moves of one incident. Each resolves once the server has accepted it and the page displays the result; a refusal
 * is thrown for the dialog to display, after the page was updated with the server's current state.
 */
export function useMoves(record: { id: string }) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const key = { ws, id: record.id };
  const submitting = trpc.incident.submit.useMutation();
  const revising = trpc.incident.revise.useMutation();
  const accepting = trpc.incident.accept.useMutation();
  const rejecting = trpc.incident.reject.useMutation();
  const resolving = trpc.incident.resolve.useMutation();
  const verifying = trpc.incident.verify.useMutation();
  const sendingBack = trpc.incident.sendBack.useMutation();
  const reopening = trpc.incident.reopen.useMutation();
  const deciding = trpc.incident.decideRisk.useMutation();
  const assigning = trpc.incident.assign.useMutation();

  /** Updates the page with the result, or refetches the current state. */
  const settle = async (name: Done, sent: Promise<Incident>): Promise<void> => {
    try {
      cache.incident.get.setData(key, await sent);
      toast.success(t(`done.${name}`));
    } catch (error) {
      void cache.incident.get.invalidate(key);
      throw error;
    } finally {
      void cache.incident.list.invalidate();
      void cache.activityLog.invalidate();
    }
  };
  /** Displays a move optimistically before the server has responded, and reverts it if it is refused. */
  const atOnce = async (name: 'submit' | 'revise', send: () => Promise<Incident>): Promise<void> => {
    await cache.incident.get.cancel(key);
    const before = cache.incident.get.getData(key);
    const move = before && incidentStatus[before.status][name];
    if (move) cache.incident.get.setData(key, { ...before, status: targetsOf(move)[0]!, allowed: [] });
    try {
      await settle(name, send());
    } catch (error) {
      if (before) cache.incident.get.setData(key, before);
      void cache.incident.get.invalidate(key);
      toast.error(messageOf(error));
    }
  };

  return {
    submit: () => atOnce('submit', () => submitting.mutateAsync(key)),
    revise: () => atOnce('revise', () => revising.mutateAsync(key)),
    accept: (values: Sent<typeof accepting>) => settle('accept', accepting.mutateAsync({ ...key, ...values })),
    reject: (values: Sent<typeof rejecting>) => settle('reject', rejecting.mutateAsync({ ...key, ...values })),
    resolve: (values: Sent<typeof resolving>) => settle('resolve', resolving.mutateAsync({ ...key, ...values })),
    verify: (values: Sent<typeof verifying>) => settle('verify', verifying.mutateAsync({ ...key, ...values })),
    sendBack: (values: Sent<typeof sendingBack>) => settle('sendBack', sendingBack.mutateAsync({ ...key, ...values })),
    reopen: (values: Sent<typeof reopening>) => settle('reopen', reopening.mutateAsync({ ...key, ...values })),
    decideRisk: (values: Sent<typeof deciding>) => settle('decideRisk', deciding.mutateAsync({ ...key, ...values })),
    assign: (values: Sent<typeof assigning>) => settle('assign', assigning.mutateAsync({ ...key, ...values })),
  };
}
