import type { SystemContext } from '@chakra-ui/react';
import { css as serialize } from '@emotion/react';

type Styles = NonNullable<Parameters<SystemContext['css']>[0]>;
type Recipe = ReturnType<SystemContext['cva']>;

const NOTHING: Styles = {};
/** Where Chakra puts the styles of a recipe. */
const LAYER = '@layer recipes';
/** Where they are here, and what the element adds: above every state of a recipe. */
const UNDERNEATH = ':where(&)';
const ABOVE = '&&&';

/** Memoises `make` by object. */
function perObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = make(key)));
    return value;
  };
}

/** Memoises `make` by plain data; `key` is the data as a text. */
function perData<Input, Value>(make: (input: Input) => Value): (input: Input, key: string) => Value {
  const values = new Map<string, Value>();
  return (input, key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = make(input)));
    return value;
  };
}

/**
 * The styles of a recipe underneath those of the element, as in a layer, but by specificity. With rules in a layer
 * Chromium styles and lays out the whole document again each time one is added, that is whenever something is drawn for
 * the first time.
 */
const withoutLayer = (styles: Styles): Styles =>
  ({ [UNDERNEATH]: (styles as Record<string, Styles>)[LAYER] }) as Styles;

/**
 * The same design system with a cache. Chakra builds the recipe of an element, its styles, their CSS and its hash each
 * time the element is rendered, which is half of React's time for a page. Here each is built once: a recipe for its
 * definition, styles for the recipe and the additions of the element. The cache grows with Emotion's list of rules, not
 * faster.
 */
export function withStyleCache(system: SystemContext): SystemContext {
  const stylesFor = perObject((base: Styles) =>
    perData((added: Parameters<SystemContext['css']>) =>
      serialize({ ...(base as object), [ABOVE]: system.css(...added) }),
    ),
  );
  const cachedRecipe = (recipe: Recipe): Recipe => {
    const stylesOf = perData((variants: Parameters<Recipe>[0]) => withoutLayer(recipe(variants)));
    return Object.assign(
      (variants: Parameters<Recipe>[0]) => stylesOf(variants, JSON.stringify(variants) ?? ''),
      recipe,
      {
        merge: perObject((other: Recipe) => cachedRecipe((recipe.merge as (other: Recipe) => Recipe)(other))),
      },
    ) as unknown as Recipe;
  };
  const recipeOf = perObject((definition: object) => cachedRecipe(system.cva(definition)));
  const isValid = new Map<string, boolean>();

  return {
    ...system,
    // Emotion accepts serialized styles unchanged.
    css: (base = NOTHING, ...added) => stylesFor(base)(added, JSON.stringify(added)),
    cva: recipeOf as SystemContext['cva'],
    isValidProperty(name) {
      let valid = isValid.get(name);
      if (valid === undefined) isValid.set(name, (valid = system.isValidProperty(name)));
      return valid;
    },
  };
}
