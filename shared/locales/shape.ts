/** The same keys, any text: what English must satisfy for a Thai namespace. */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
