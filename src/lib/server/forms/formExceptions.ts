import type { FormField, FormRow, Point, ValueOf } from '#lib/form/form.ts'
import type { Encryption } from '../encryption/encryption.ts'

// Exceptions shared by several forms (see `bindForm`).

type PointColumns = { lng: number | null; lat: number | null }

/** A point, in the columns `lng` and `lat`. */
export const pointInColumns = {
  read: ({ lng, lat }: PointColumns): Point | null => (lng === null || lat === null ? null : { lng, lat }),
  write: (point: Point | null): PointColumns => ({ lng: point?.lng ?? null, lat: point?.lat ?? null }),
}

/** Stores a personal value in two columns: encrypted, and as the hash by which it is found. */
export const encryptedIn = <const Name extends string>(encryption: Encryption, name: Name) => ({
  read: (row: Record<`${Name}Sealed`, string | null>): string | null => {
    const sealed = row[`${name}Sealed`]
    return sealed && encryption.decrypt(sealed)
  },
  write: (value: string | null) => encryptedColumns(encryption, name, value),
})

/** The two columns of one personal value. */
export const encryptedColumns = <const Name extends string>(encryption: Encryption, name: Name, value: string | null) =>
  ({
    [`${name}Sealed`]: value ? encryption.encrypt(value) : null,
    [`${name}Hash`]: value ? encryption.hash(value) : null,
  }) as Record<`${Name}Sealed` | `${Name}Hash`, string | null>

/** The rows of a field as they are kept: each with all its columns, empty where nothing was filled in. */
export type StoredRow<Fields extends readonly FormField[]> = {
  [F in Fields[number] as F['name']]: F['kind'] extends 'agreement'
    ? boolean
    : F['kind'] extends 'choices' | 'ranking'
      ? ValueOf<F>
      : F extends { required: true }
        ? ValueOf<F>
        : F['kind'] extends 'number' | 'picture' | 'file' | 'point' | 'choice'
          ? ValueOf<F> | null
          : ValueOf<F> | ''
}

export const storedRows = <const Fields extends readonly FormField[]>(
  columns: Fields,
  rows: readonly FormRow[] | null | undefined,
): StoredRow<Fields>[] =>
  (rows ?? []).map(
    row =>
      Object.fromEntries(columns.map(({ name, kind }) => [name, row[name] ?? emptyCell(kind)])) as StoredRow<Fields>,
  )

function emptyCell(kind: FormField['kind']) {
  if (kind === 'agreement') return false
  if (kind === 'choices' || kind === 'ranking') return []
  return /^(number|picture|file|point|choice)$/.test(kind) ? null : ''
}
