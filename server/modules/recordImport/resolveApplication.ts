import { randomUUIDv7 } from 'node:crypto';
import { factsOf } from '../../../shared/application/fields.ts';
import { type Application, applicationFields, type ApplicationFields } from '../../../shared/application/schema.ts';
import { dataControllerFields } from '../../../shared/dataController/schema.ts';
import { applicationColumn, CONTROLLER_COLUMNS, UNKNOWN } from './columns.ts';
import { type ApplicationFacts, folded } from './facts.ts';
import { parsed, stated } from './formInput.ts';
import type { NameResolver } from './resolveNames.ts';

// Created once: a schema compiles itself on first use, which takes longer than a row.
const checkedInput = applicationFields.omit({ purposeIds: true });

/** The fields of an application, completed with recorded values that the file leaves out; null where one is invalid. */
export function resolveApplication(
  names: NameResolver,
  at: number,
  facts: ApplicationFacts,
  before: Application | null,
): Omit<ApplicationFields, 'purposeIds'> | null {
  if (
    facts.applicationCode &&
    names.known.applicationName(facts.applicationCode) !== undefined &&
    folded(names.known.applicationName(facts.applicationCode)!) !== folded(facts.applicationName)
  ) {
    names.add(at, 'applicationName', 'application:nameFixed');
  }
  if (facts.processCode && !names.known.takeProcessCode(facts.processCode, before?.name ?? facts.applicationName))
    names.add(at, 'processCode', 'application:processCodeTaken');
  const dataControllerId = dataController(names, at, facts, before);
  const input = {
    ...(before && factsOf(before)),
    name: before?.name ?? facts.applicationName,
    ...stated(
      facts,
      ['description', 'onBehalfName', 'onBehalfContact', 'accessMeans', 'refusalNote', 'processCode'],
      '',
    ),
    ...stated(facts, ['dataSubjectCount', 'processingFrequency', 'refusalStatus', 'reviewOn'], null),
    ...(facts.processingRole && { processingRole: facts.processingRole }),
    dataControllerId,
    lineOfWorkId:
      facts.lineOfWork === undefined
        ? (before?.lineOfWork?.id ?? null)
        : names.word(at, 'lineOfWork', 'lineOfWork', facts.lineOfWork),
    dataSourceId:
      facts.dataSource === undefined
        ? (before?.dataSource?.id ?? null)
        : names.word(at, 'dataSource', 'dataSource', facts.dataSource),
  };
  // Its other fields are checked too: all problems of a row are reported together.
  const checkedFields = parsed(
    names.add,
    checkedInput,
    { ...input, dataControllerId: dataControllerId ?? randomUUIDv7() },
    at,
    applicationColumn,
  );
  return dataControllerId === null ? null : checkedFields;
}

/** The named data controller; without a name the recorded one, or the only one of the workspace. */
function dataController(
  names: NameResolver,
  at: number,
  facts: ApplicationFacts,
  before: Application | null,
): string | null {
  const name = facts.dataController;
  if (!name) {
    const id = before?.dataController.id ?? names.known.onlyController;
    if (!id) names.add(at, 'dataController', 'errors:required');
    return id ?? null;
  }
  const id = names.known.dataController(name);
  // If several have one name, the recorded one is meant.
  if (id === 'several' && before && folded(before.dataController.name.th) === folded(name.th))
    return before.dataController.id;
  if (id === 'several') names.add(at, 'dataController', 'recordImport:problem.severalControllers', { name: name.th });
  if (id) return id === 'several' ? null : id;
  if (!names.adding.may('dataController'))
    return names.missed(at, 'dataController', 'dataController', name.th, names.known.miss('dataController', name));
  const particulars = {
    contactPerson: facts.controllerContact ?? '',
    address: facts.controllerAddress ?? '',
    country: facts.controllerCountry ?? 'TH',
    phone: facts.controllerPhone ?? '',
    email: facts.controllerEmail ?? '',
    website: facts.controllerWebsite ?? '',
    privacyPolicyUrl: facts.controllerPrivacyPolicyUrl ?? '',
    // The sheet has no columns for them.
    representative: '',
    representativeContact: '',
  };
  if (!names.adding.wanted) names.add(at, 'dataController', UNKNOWN.dataController, { name: name.th });
  const controllerFields = parsed(
    names.add,
    dataControllerFields,
    { ...particulars, name },
    at,
    ([key]) => CONTROLLER_COLUMNS[String(key)] ?? 'dataController',
  );
  return controllerFields && names.adding.wanted ? names.known.miss('dataController', name, { particulars }) : null;
}
