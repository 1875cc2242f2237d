import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import type { AddedKind } from '../../../shared/recordImport/schema.ts';
import { groundedPlace, type Place } from '../../../shared/dataSharing/transfer.ts';
import type { SheetAttribute, SheetStoragePlace, SheetWord } from '../../../shared/ropa/cells.ts';
import type { RopaColumn } from '../../../shared/ropa/sheet.ts';
import { UNKNOWN } from './columns.ts';
import { type AddProblem, folded } from './facts.ts';
import { addedKind, type Known, type MissingKind, NAME_LIMIT } from './known.ts';

/** Rules for names that the workspace lacks: whether to add them, and which kinds the importing person can add. */
export interface Adding {
  wanted: boolean;
  may(kind: AddedKind): boolean;
}

/** The location of a storage system in the file. */
export interface StatedPlace {
  id: string;
  place: Place;
}

/** Converts names of the file into ids; a problem is reported at its row and column, and the id is null. */
export class NameResolver {
  readonly known: Known;
  readonly add: AddProblem;
  readonly adding: Adding;
  /** Locations of storage systems in the file, by id, with the first row that has it. */
  readonly #places = new Map<string, { at: number; place: string }>();

  constructor(known: Known, add: AddProblem, adding: Adding) {
    this.known = known;
    this.add = add;
    this.adding = adding;
  }

  #fits(at: number, column: RopaColumn, { th, en }: SheetWord): boolean {
    if (th.length <= NAME_LIMIT && en.length <= NAME_LIMIT) return true;
    this.add(at, column, 'recordImport:problem.nameTooLong', { limit: NAME_LIMIT });
    return false;
  }

  /** The placeholder id of something missing; where nothing is to be added, also a problem. */
  missed(at: number, column: RopaColumn, kind: MissingKind, name: string, id: string): string | null {
    const added = addedKind(kind);
    // The person to ask is named in either case: the importing person could not add it themselves.
    if (!this.adding.may(added)) this.add(at, column, `recordImport:problem.mayNotAdd.${added}`, { name });
    else if (this.adding.wanted) return id;
    else this.add(at, column, UNKNOWN[added], { name });
    return null;
  }

  word(at: number, column: RopaColumn, kind: CatalogueKind, name: SheetWord | null): string | null {
    if (name === null) return null;
    const id = this.known.word(kind, name);
    if (id) return id;
    return this.#fits(at, column, name) ? this.missed(at, column, kind, name.th, this.known.miss(kind, name)) : null;
  }

  words(at: number, column: RopaColumn, kind: CatalogueKind, names: readonly SheetWord[]): string[] {
    return names.map((name) => this.word(at, column, kind, name)).filter((id) => id !== null);
  }

  purposeCategory(at: number, name: SheetWord | null): string | null {
    if (name === null) return null;
    const id = this.known.purposeCategory(name);
    if (id) return id;
    const column = 'purposeCategory';
    return this.#fits(at, column, name)
      ? this.missed(at, column, column, name.th, this.known.miss(column, name))
      : null;
  }

  /** A category that is newly chosen; those of `current` stay valid even if inactive. */
  piiCategory(
    at: number,
    column: RopaColumn,
    name: SheetWord,
    sensitive: boolean,
    current?: ReadonlySet<string>,
  ): string | null {
    const found = this.known.piiCategory(name);
    if (found && (found.active || current?.has(found.id))) return found.id;
    if (found) {
      this.add(at, column, 'recordImport:problem.inactiveCategory', { name: name.th });
      return null;
    }
    return this.#fits(at, column, name)
      ? this.missed(
          at,
          column,
          'piiCategory',
          name.th,
          this.known.miss('piiCategory', name, { sensitive, listed: current !== undefined }),
        )
      : null;
  }

  /** An attribute of an active category; those of `current` stay valid even if theirs is not. */
  attribute(
    at: number,
    column: RopaColumn,
    { category, attribute: name }: SheetAttribute,
    sensitive: boolean,
    current: ReadonlySet<string>,
  ): string | null {
    const own = this.known.piiCategory(category);
    const found = own && this.known.attribute(own.id, name);
    if (found && (found.active || current.has(found.id))) return found.id;
    const categoryId = this.piiCategory(at, column, category, sensitive);
    if (!categoryId || !this.#fits(at, column, name)) return null;
    return this.missed(
      at,
      column,
      'piiAttribute',
      `${category.th}: ${name.th}`,
      this.known.miss('piiAttribute', name, { piiCategoryId: categoryId, sensitive }),
    );
  }

  /** Where the file says that storage systems stand; of one that it says two things of, the first. */
  storagePlaces(at: number, stated: readonly SheetStoragePlace[]): StatedPlace[] {
    return stated.flatMap(({ name, ...where }) => {
      const id = this.word(at, 'storagePlaces', 'storageSystem', { th: name, en: '' });
      if (id === null) return [];
      const place = groundedPlace(where);
      const first = this.#places.get(id) ?? { at, place: JSON.stringify(place) };
      this.#places.set(id, first);
      if (first.place === JSON.stringify(place)) return [{ id, place }];
      this.add(at, 'storagePlaces', 'recordImport:problem.differs', { row: first.at });
      return [];
    });
  }

  application(at: number, column: RopaColumn, name: string): string | null {
    const id = this.known.application(name)?.id ?? this.known.expected.get(folded(name));
    if (!id) this.add(at, column, 'recordImport:problem.unknownApplication', { name });
    return id ?? null;
  }
}
