type Fields = Record<string, unknown>;

const nameOf = (entry: unknown): unknown => {
  if (typeof entry !== 'object' || entry === null || !('name' in entry)) return entry;
  const { name } = entry;
  return typeof name === 'object' && name !== null && 'th' in name ? name.th : name;
};

function standard(field: string, value: unknown): Fields {
  if (Array.isArray(value)) return { [field]: value.map(nameOf) };
  if (typeof value === 'object' && value !== null && 'th' in value && 'en' in value)
    return { [`${field}Th`]: value.th, [`${field}En`]: value.en };
  return { [field]: nameOf(value) };
}

/**
 * The fields of a record as the activity log keeps them: names in place of ids, both languages of a text apart.
 * `special`: fields that read otherwise there.
 */
export function logFields<Content extends object>(
  content: Content,
  special: { readonly [Field in keyof Content]?: (value: Content[Field]) => Fields } = {},
): Fields {
  return Object.fromEntries(
    Object.entries(content).flatMap(([field, value]) => {
      const own = special[field as keyof Content];
      return Object.entries(own ? own(value) : standard(field, value));
    }),
  );
}
