/** The form for one of a text that is counted: Thai has one form, under `_other`. */
type One<K> = K extends `${infer Name}_other` ? `${Name}_one` : never;
/** The same keys, any text, and both forms of what is counted: what English must satisfy for a Thai namespace. */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> } & {
  readonly [K in One<keyof T>]: string;
};
