import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { CATALOGUE_KINDS, CATALOGUE_NAME_LIMIT, type CatalogueKind } from '../../../shared/catalogue/schema.ts';
import type { DataControllerFields } from '../../../shared/dataController/schema.ts';
import type { Place } from '../../../shared/dataSharing/transfer.ts';
import type { TransferSafeguard } from '../../../shared/purpose/lawfulBasis.ts';
import type { AddedKind } from '../../../shared/recordImport/schema.ts';
import type { SheetPerson, SheetWord } from '../../../shared/ropa/cells.ts';
import { folded } from './facts.ts';
import { type Names, readNames } from './queries.ts';

/** Kinds of things that the file names and the workspace lacks. */
export type MissingKind = CatalogueKind | Exclude<AddedKind, 'word'>;
/** The same in the terms of the rules for additions. */
export const addedKind = (kind: MissingKind): AddedKind =>
  (CATALOGUE_KINDS as readonly string[]).includes(kind) ? 'word' : (kind as AddedKind);
export interface Missing {
  id: string;
  kind: MissingKind;
  name: SheetWord;
  /** Of an attribute: its category, by id or, where it is missing too, by placeholder id. */
  piiCategoryId?: string;
  /** Of a category or an attribute: whether its column is one of section 26. */
  sensitive?: boolean;
  /** The details of a data controller. */
  particulars?: Omit<DataControllerFields, 'name' | 'logoId'>;
}

interface Attribute {
  id: string;
  piiCategoryId: string;
  active: boolean;
}

/** Names of the workspace with their ids, and what the file adds to them. */
export interface Known {
  /** The id of a name; undefined for an unknown one. */
  word(kind: CatalogueKind, name: SheetWord): string | undefined;
  /** The location of a recorded storage system; undefined for one that is not recorded. */
  storagePlace(id: string): Place | undefined;
  purposeCategory(name: SheetWord): string | undefined;
  piiCategory(name: SheetWord): { id: string; sensitive: boolean; active: boolean } | undefined;
  /** An attribute of a category. */
  attribute(categoryId: string, name: SheetWord): Attribute | undefined;
  dataController(name: SheetWord): string | 'several' | undefined;
  /** The data controller of a workspace that has exactly one. */
  onlyController: string | undefined;
  personnel(person: SheetPerson): string | 'several' | undefined;
  /** The same for somebody to be made responsible: active or invited, or else the one who is recorded so far. */
  responsible(person: SheetPerson, recorded?: { id: string; name: string } | null): string | 'several' | undefined;
  /** The only person in a position. */
  withPosition(position: string): SheetPerson | undefined;
  /** Everybody who can be responsible. */
  readonly people: readonly SheetPerson[];
  /** Every name of a list, in both languages: of a catalogue, or of another kind that a file can name. */
  namesOf(list: string): string[];
  /** Attributes of active categories, with the name of the category. */
  readonly attributes: readonly { category: string; name: SheetWord }[];
  application(name: string): { id: string; status: string; publishedVersion: number } | undefined;
  /**
   * Reserves a process code for an application. @returns false where another one has it, recorded or earlier in the
   * file
   */
  takeProcessCode(code: string, applicationName: string): boolean;
  /** The name of a recorded application by its id. */
  applicationName(id: string): string | undefined;
  /** Registers something to be added. @returns its placeholder id */
  miss(
    kind: MissingKind,
    name: SheetWord,
    more?: Pick<Missing, 'piiCategoryId' | 'sensitive' | 'particulars'> & {
      /** Named as a category, not by an attribute of it. */ listed?: boolean;
    },
  ): string;
  readonly missing: Missing[];
  /** Registers an application of the file that the workspace lacks. @returns its placeholder id */
  expect(name: string): string;
  expected: Map<string, string>;
}

/** Maximum length of a name that can be added. */
export const NAME_LIMIT = CATALOGUE_NAME_LIMIT;

/** Ids by both names; where two records share a name, the Thai name has priority, otherwise it is `several`. */
function index(rows: readonly { id: string; names: string[] }[]): Map<string, string | 'several'> {
  const found = new Map<string, string | 'several'>();
  for (const place of [0, 1]) {
    const used = new Set(place === 0 ? [] : found.keys());
    for (const { id, names } of rows) {
      const name = folded(names[place] ?? '');
      if (!name || used.has(name)) continue;
      const other = found.get(name);
      found.set(name, other === undefined || other === id ? id : 'several');
    }
  }
  return found;
}

/** Ids by the names in both languages. */
const both = (rows: readonly { id: string; nameTh: string; nameEn: string }[]) =>
  index(rows.map(({ id, nameTh, nameEn }) => ({ id, names: [nameTh, nameEn] })));
const only = (value: string | undefined) => (value === 'several' ? undefined : value);
// A name that is entered in English only is in the first part.
const find = <Found>(names: ReadonlyMap<string, Found>, { th }: SheetWord): Found | undefined => names.get(folded(th));

/** Ids of items by their names, kind by kind. */
function wordsByKind(words: Names['words']): Map<string, Map<string, string>> {
  const byKind = new Map<string, Map<string, string>>();
  for (const kind of new Set(words.map((word) => word.kind))) {
    // An English name of two items: the first one will do, since they mean the same.
    const named = new Map<string, string>();
    for (const word of words.filter((one) => one.kind === kind))
      for (const name of [word.nameEn, word.nameTh])
        if (name && !named.has(folded(name))) named.set(folded(name), word.id);
    for (const word of words.filter((one) => one.kind === kind)) named.set(folded(word.nameTh), word.id);
    byKind.set(kind, named);
  }
  return byKind;
}

/** Finds people by their addresses, otherwise by name. */
function finderOf(personnel: Names['personnel']): Known['personnel'] {
  const ids = index(personnel.map(({ id, name, email }) => ({ id, names: [name, email] })));
  const emails = new Map(personnel.map(({ id, email }) => [folded(email), id]));
  return ({ name, email }) => (email ? emails.get(folded(email)) : ids.get(folded(name)));
}

/** People by name, address and position. */
function peopleOf(personnel: Names['personnel']): Pick<Known, 'personnel' | 'responsible' | 'withPosition' | 'people'> {
  const findPerson = finderOf(personnel);
  const findChoice = finderOf(personnel.filter(({ status }) => status === 'active' || status === 'invited'));
  // With the address only where another person has the same name.
  const named = ({ name, email }: SheetPerson): SheetPerson => ({
    name,
    email: findPerson({ name, email: '' }) === 'several' ? email : '',
  });
  const active = personnel.filter(({ status }) => status === 'active');
  return {
    personnel: findPerson,
    responsible(person, recorded) {
      const found = findPerson(person);
      // If several have one name, the recorded one is meant.
      const isRecorded =
        found === 'several' ? folded(recorded?.name ?? '') === folded(person.name) : found === recorded?.id;
      return recorded && isRecorded ? recorded.id : findChoice(person);
    },
    withPosition(position) {
      const [found, other] = active.filter((one) => folded(one.position) === folded(position));
      return found && !other ? named(found) : undefined;
    },
    people: active.map(named),
  };
}

/** Reads the names of a workspace into an index. */
export async function knownOf(trx: Trx, workspaceId: string): Promise<Known> {
  const { words, purposeCategories, piiCategories, attributes, controllers, personnel, applications } = await readNames(
    trx,
    workspaceId,
  );
  const byKind = wordsByKind(words);
  const places = new Map(
    words
      .filter(({ kind }) => kind === 'storageSystem')
      .map(({ id, country, safeguard }) => [id, { country, safeguard: safeguard as TransferSafeguard | null }]),
  );
  const purposeCategoryNames = both(purposeCategories);
  const piiNames = both(piiCategories);
  const pii = new Map(piiCategories.map((category) => [category.id, category]));
  const inCategory = new Map<string, Map<string, string | 'several'>>();
  for (const id of pii.keys())
    inCategory.set(id, both(attributes.filter((attribute) => attribute.piiCategoryId === id)));
  const attributeById = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const controllerNames = both(controllers);
  const applicationNames = new Map(applications.map((application) => [folded(application.name), application]));

  const codeOwners = new Map(applications.map(({ processCode, name }) => [processCode.toLowerCase(), folded(name)]));

  const missing = new Map<string, Missing>();
  const expected = new Map<string, string>();
  const attributeOf = (id: string): Attribute => {
    const { piiCategoryId } = attributeById.get(id)!;
    return { id, piiCategoryId, active: pii.get(piiCategoryId)?.active ?? false };
  };
  const applicationIds = new Map(applications.map(({ id, name }) => [id, name]));
  return {
    word: (kind, name) => find(byKind.get(kind) ?? new Map<string, string>(), name),
    storagePlace: (id) => places.get(id),
    purposeCategory: (name) => only(find(purposeCategoryNames, name)),
    piiCategory(name) {
      const id = only(find(piiNames, name));
      return id === undefined ? undefined : pii.get(id);
    },
    attribute(categoryId, name) {
      const names = inCategory.get(categoryId);
      const id = names && only(find(names, name));
      return id === undefined ? undefined : attributeOf(id);
    },
    dataController: (name) => find(controllerNames, name),
    onlyController: controllers.length === 1 ? controllers[0]!.id : undefined,
    ...peopleOf(personnel),
    namesOf: (list) =>
      (
        { purposeCategory: purposeCategories, piiCategory: piiCategories, dataController: controllers }[list] ??
        words.filter(({ kind }) => kind === list)
      ).flatMap(({ nameTh, nameEn }) => [nameTh, nameEn].filter(Boolean)),
    attributes: attributes.flatMap(({ piiCategoryId, nameTh, nameEn }) => {
      const category = pii.get(piiCategoryId);
      return category?.active ? [{ category: category.nameTh, name: { th: nameTh, en: nameEn } }] : [];
    }),
    application: (name) => applicationNames.get(folded(name)),
    takeProcessCode(code, applicationName) {
      const key = code.toLowerCase();
      const name = folded(applicationName);
      if (!codeOwners.has(key)) codeOwners.set(key, name);
      return codeOwners.get(key) === name;
    },
    applicationName: (id) => applicationIds.get(id),
    miss(kind, name, { listed, ...more } = {}) {
      const key = `${kind} ${more.piiCategoryId ?? ''} ${folded(name.th)}`;
      let entry = missing.get(key);
      if (!entry) missing.set(key, (entry = { id: randomUUIDv7(), kind, name, ...more }));
      // A name in a column of section 26 makes the category sensitive, whatever an earlier attribute said.
      else if (listed) entry.sensitive = more.sensitive;
      return entry.id;
    },
    get missing() {
      return [...missing.values()];
    },
    expect(name) {
      const key = folded(name);
      if (!expected.has(key)) expected.set(key, randomUUIDv7());
      return expected.get(key)!;
    },
    expected,
  };
}
