import type { SystemContext } from '@chakra-ui/react';
import { css as serialize } from '@emotion/react';

type Styles = NonNullable<Parameters<SystemContext['css']>[0]>;
type Recipe = ReturnType<SystemContext['cva']>;

const NOTHING: Styles = {};

/** `make`, called once for each object. */
function perObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = make(key)));
    return value;
  };
}

/** `make`, called once for the same plain data; `key` is the data as a text. */
function perData<Input, Value>(make: (input: Input) => Value): (input: Input, key: string) => Value {
  const values = new Map<string, Value>();
  return (input, key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = make(input)));
    return value;
  };
}

/**
 * The same design system with a cache. Chakra builds the recipe of an element, its styles, their CSS and the hash that
 * names it again each time the element is drawn, which is half of what React takes to draw a page. Here each is built
 * once: a recipe for its definition, styles for the recipe and what the element adds. The cache grows with the list of
 * rules that Emotion keeps, not faster.
 */
export function withStyleCache(system: SystemContext): SystemContext {
  const stylesFor = perObject((base: Styles) =>
    perData((added: Parameters<SystemContext['css']>) =>
      serialize(system.css(base, ...added) as Parameters<typeof serialize>[0]),
    ),
  );
  const cachedRecipe = (recipe: Recipe): Recipe => {
    const stylesOf = perData((variants: Parameters<Recipe>[0]) => recipe(variants));
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
    // Emotion takes styles that are serialized already as they are.
    css: (base = NOTHING, ...added) => stylesFor(base)(added, JSON.stringify(added)),
    cva: recipeOf as SystemContext['cva'],
    isValidProperty(name) {
      let valid = isValid.get(name);
      if (valid === undefined) isValid.set(name, (valid = system.isValidProperty(name)));
      return valid;
    },
  };
}
