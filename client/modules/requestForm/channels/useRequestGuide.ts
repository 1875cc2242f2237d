import { useTranslation } from 'react-i18next';
import { formPolicy } from '../../../../shared/embedSnippets.ts';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import {
  attachSnippet,
  formCurl,
  includeSnippet,
  initSnippet,
  nodeTokenSnippet,
  pageSnippet,
  sdkUseSnippet,
  sentSnippet,
  showSnippet,
  type SnippetFacts,
  styleSnippet,
  submitCurl,
  templateSnippet,
} from '../../../../shared/requestForm/snippets.ts';
import type { Guide, Piece } from '../../../embedScreen/guide.ts';
import { useGuideTexts } from '../../../embedScreen/useGuideTexts.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';

const OPTIONS = ['dsrmFormId', 'uid', 'defaultValues', 'template'] as const;
const ANSWERS = ['created', 'replayed', 'token', 'closed', 'inactive', 'outdated', 'otherBody', 'limited'] as const;

type PieceKey = 'include' | 'init' | 'show' | 'sent' | 'style' | 'form' | 'submit' | 'attach' | 'node' | 'use';

/** The values used in the generated code: those of the version in force, from which the draft may differ. */
function useFacts({ id, settings, draft, publishedVersion }: RequestForm): SnippetFacts {
  const { ws } = useSession();
  const inForce = trpc.requestForm.version.useQuery(
    { ws, id, v: publishedVersion },
    { enabled: publishedVersion > 0, staleTime: Infinity },
  );
  const [right] = inForce.data?.content.rights ?? [];
  const [drafted] = draft.rightRequests;
  return {
    publicUrl: location.origin,
    ws,
    formId: id,
    version: Math.max(1, publishedVersion),
    rightId: right?.id ?? drafted?.rightRequestId ?? '',
    optionCount: right?.options.length ?? drafted?.customRequests.length ?? 0,
    acceptsTokens: settings.jwtEnabled,
  };
}

/** The guide of a request form, with its own ids in all code samples. */
export function useRequestGuide(form: RequestForm): Guide {
  const { t } = useTranslation('requestGuide');
  const facts = useFacts(form);
  const shared = useGuideTexts();
  const piece = (key: PieceKey, code: string, language: string): Piece => ({
    key,
    title: t(`piece.${key}.title`),
    lead: t(`piece.${key}.lead`),
    code,
    language,
  });
  const node = facts.acceptsTokens ? [piece('node', nodeTokenSnippet(facts), 'Node.js')] : [];
  return {
    webLead: t('webLead'),
    apiLead: t('apiLead'),
    steps: [
      piece('include', includeSnippet(facts), 'HTML'),
      piece('init', initSnippet(facts), 'HTML'),
      piece('show', showSnippet(), 'HTML'),
      shared.piece('template', templateSnippet(facts), 'HTML'),
    ],
    options: [
      shared.option('workspaceUUID'),
      ...OPTIONS.map((name) => ({ name, meaning: t(`option.${name}`) })),
      shared.option('language'),
      shared.option('target'),
      ...(facts.acceptsTokens ? [shared.option('token')] : []),
    ],
    more: [
      piece('sent', sentSnippet(), 'HTML'),
      piece('style', styleSnippet(facts), 'HTML'),
      shared.piece('page', pageSnippet(facts), 'HTML'),
      shared.piece('policy', formPolicy(facts.publicUrl), 'Content-Security-Policy'),
      ...node,
    ],
    api: [
      piece('form', formCurl(facts), 'curl'),
      piece('submit', submitCurl(facts), 'curl'),
      piece('attach', attachSnippet(facts), 'Node.js'),
      ...node,
    ],
    answers: shared.answers(
      ANSWERS.map((name) => ({ name: t(`answer.${name}.code`), meaning: t(`answer.${name}.meaning`) })),
    ),
    sdk: shared.sdk('request', (platform, language) => piece('use', sdkUseSnippet(platform, facts), language)),
  };
}
