import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../shared/consent/schema.ts';
import {
  answerSnippet,
  formCurl,
  includeSnippet,
  initSnippet,
  nodeTokenSnippet,
  pageSnippet,
  sdkUseSnippet,
  showSnippet,
  type SnippetFacts,
  statusCurl,
  submitCurl,
  templateSnippet,
  withdrawCurl,
} from '../../../../shared/consent/snippets.ts';
import { formPolicy } from '../../../../shared/embedSnippets.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import type { Guide, Piece } from '../../../embedScreen/guide.ts';
import { useGuideTexts } from '../../../embedScreen/useGuideTexts.ts';

const OPTIONS = [
  'applicationUUID',
  'uid',
  'name',
  'source',
  'sourceCheck',
  'autoShowIfNoConsent',
  'hideIfAllow',
  'googleConsentMode',
] as const;
const ANSWERS = ['created', 'replayed', 'token', 'closed', 'inactive', 'notInForce', 'outdated', 'otherBody'] as const;

/** The guide of a consent form, with its ids in every piece of code. */
export function useConsentGuide(form: Consent): Guide {
  const { t } = useTranslation('consentGuide');
  const { ws } = useSession();
  const { id, application, settings } = form;
  // The version that a call can name now; before the first version starts, that one.
  const publishedVersion = form.versionInForce ?? form.publishedVersion;
  // The version in force, from which the draft may differ.
  const inForce = trpc.consent.version.useQuery(
    { ws, id, v: publishedVersion },
    { enabled: publishedVersion > 0, staleTime: Infinity },
  );
  const purposeIds =
    inForce.data?.content.purposes.map((purpose) => purpose.id) ??
    form.draft.purposes.map(({ purposeId }) => purposeId);
  const facts: SnippetFacts = {
    publicUrl: location.origin,
    ws,
    consentId: id,
    applicationId: application.id,
    version: Math.max(1, publishedVersion),
    purposeIds,
    level: settings.level,
  };
  const shared = useGuideTexts();
  const piece = (key: PieceKey, code: string, language: string): Piece => ({
    key,
    title: t(`piece.${key}.title`),
    lead: t(`piece.${key}.lead`),
    code,
    language,
  });
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
      ...(settings.level !== 'open' ? [shared.option('token')] : []),
    ],
    more: [
      piece('answer', answerSnippet(facts), 'HTML'),
      shared.piece('page', pageSnippet(facts), 'HTML'),
      shared.piece('policy', formPolicy(facts.publicUrl), 'Content-Security-Policy'),
    ],
    api: [
      piece('form', formCurl(facts), 'curl'),
      piece('submit', submitCurl(facts), 'curl'),
      piece('status', statusCurl(facts), 'curl'),
      piece('withdraw', withdrawCurl(facts), 'curl'),
      ...(settings.level === 'open' ? [] : [piece('node', nodeTokenSnippet(facts), 'Node.js')]),
    ],
    answers: shared.answers(
      ANSWERS.map((name) => ({ name: t(`answer.${name}.code`), meaning: t(`answer.${name}.meaning`) })),
    ),
    sdk: shared.sdk('consent', (platform, language) => piece('use', sdkUseSnippet(platform, facts), language)),
  };
}

type PieceKey = 'include' | 'init' | 'show' | 'answer' | 'form' | 'submit' | 'status' | 'withdraw' | 'node' | 'use';
