import { z } from 'zod';
import {
  consent,
  consentList,
  consentNeeds,
  consentNoticeChoices,
  consentPurposeChoice,
  consentSecret,
  createConsent,
  deactivateConsent,
  listConsentPurposes,
  listConsents,
  moveConsent,
  updateConsent,
} from '../../../shared/consent/schema.ts';
import { consentLevelEffect, consentSettingsAnswer, updateConsentSettings } from '../../../shared/consent/settings.ts';
import { consentPublishEffect, consentPublishEffectInput, publishConsent } from '../../../shared/consent/publish.ts';
import { consentVersion } from '../../../shared/consent/versions.ts';
import { byId, inWorkspace } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';
import { byVersion, versionList, listVersions } from '../../../shared/versions.ts';

const path = '/{ws}/consents';
const one = `${path}/{id}`;
const versions = '/{ws}/consent-versions/{id}';

const settingsRouter = router({
  get: can('consent.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${one}/consent-settings`,
        summary: 'Get how submissions of a consent form come in',
      },
    })
    .input(byId)
    .output(consentSettingsAnswer)
    .query(({ ctx, input }) => settings.get(ctx, input)),
  update: can('consent.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${one}/consent-settings`,
        summary: 'Change how submissions of a consent form come in; the level needs consent.publish',
      },
    })
    .input(updateConsentSettings)
    .output(consentSettingsAnswer)
    .mutation(({ ctx, input }) => settings.update(ctx, input)),
  levelEffect: can('consent.publish')
    .input(byId)
    .output(consentLevelEffect)
    .query(({ ctx, input }) => settings.levelEffect(ctx, input)),
});

export const consentRouter = router({
  list: can('consent.read')
    .meta({ rest: { method: 'GET', path, summary: 'List consent forms' } })
    .input(listConsents)
    .output(consentList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: can('consent.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Start the consent form of an application that has none', status: 201 },
    })
    .input(createConsent)
    .output(consent)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  get: can('consent.read')
    .meta({
      rest: { method: 'GET', path: one, summary: 'Get a consent form and what publishing it still needs' },
    })
    .input(byId)
    .output(consent)
    .query(({ ctx, input }) => service.get(ctx, input)),
  update: can('consent.write')
    .meta({
      rest: {
        method: 'PUT',
        path: one,
        summary: 'Change a consent form; what is published stays in force until the next version is',
      },
    })
    .input(updateConsent)
    .output(consent)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  publish: can('consent.publish')
    .meta({
      rest: { method: 'POST', path: `${one}/publish`, summary: 'Publish the draft as the next version' },
    })
    .input(publishConsent)
    .output(consent)
    .mutation(({ ctx, input }) => service.publish(ctx, input)),
  publishEffect: can('consent.publish')
    .input(consentPublishEffectInput)
    .output(consentPublishEffect)
    .query(({ ctx, input }) => service.publishEffect(ctx, input)),
  remove: can('consent.publish')
    .meta({
      rest: { method: 'DELETE', path: one, summary: 'Deactivate a consent form: it takes withdrawals alone' },
    })
    .input(deactivateConsent)
    .output(consent)
    .mutation(({ ctx, input }) => service.deactivate(ctx, input)),
  reactivate: can('consent.publish')
    .meta({
      rest: { method: 'POST', path: `${one}/reactivate`, summary: 'Reactivate a consent form' },
    })
    .input(moveConsent)
    .output(consent)
    .mutation(({ ctx, input }) => service.reactivate(ctx, input)),
  settings: settingsRouter,
  makeSecret: can('consent.publish')
    .input(moveConsent)
    .output(consentSecret)
    .mutation(({ ctx, input }) => settings.makeSecret(ctx, input)),
  needs: can('consent.read')
    .output(consentNeeds)
    .query(({ ctx }) => service.needs(ctx)),
  purposeChoices: can('consent.read')
    .input(listConsentPurposes)
    .output(z.array(consentPurposeChoice))
    .query(({ ctx, input }) => service.purposeChoices(ctx, input)),
  noticeChoices: can('consent.read')
    .input(inWorkspace)
    .output(consentNoticeChoices)
    .query(({ ctx }) => service.noticeChoices(ctx)),
  versions: can('consent.read')
    .meta({
      rest: { method: 'GET', path: versions, summary: 'List the published versions of a consent form' },
    })
    .input(listVersions)
    .output(versionList)
    .query(({ ctx, input }) => service.versions(ctx, input)),
  version: can('consent.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${versions}/versions/{v}`,
        summary: 'Get what one version of a consent form shows',
      },
    })
    .input(byVersion)
    .output(consentVersion)
    .query(({ ctx, input }) => service.version(ctx, input)),
});
