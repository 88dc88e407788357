import type { FormField, FormRow, Point, ValueOf } from '#lib/form/form.ts'
import type { Sealer } from '../encryption/encryption.ts'

// What several forms except from the columns of their fields' names: see `bindForm`.

type PointColumns = { lng: number | null; lat: number | null }

/** A point, in the columns `lng` and `lat`. */
export const pointInColumns = {
  read: ({ lng, lat }: PointColumns): Point | null => (lng === null || lat === null ? null : { lng, lat }),
  write: (point: Point | null): PointColumns => ({ lng: point?.lng ?? null, lat: point?.lat ?? null }),
}

/** What is personal, in two columns: sealed, and as the hash by which it is found. */
export const sealedIn = <const Name extends string>(sealer: Sealer, name: Name) => ({
  read: (row: Record<`${Name}Sealed`, string | null>): string | null => {
    const sealed = row[`${name}Sealed`]
    return sealed && sealer.open(sealed)
  },
  write: (value: string | null) => sealedColumns(sealer, name, value),
})

/** The two columns of one personal value. */
export const sealedColumns = <const Name extends string>(sealer: Sealer, name: Name, value: string | null) =>
  ({
    [`${name}Sealed`]: value ? sealer.seal(value) : null,
    [`${name}Hash`]: value ? sealer.hash(value) : null,
  }) as Record<`${Name}Sealed` | `${Name}Hash`, string | null>

/** The rows of a field as they are kept: each with all its columns, empty where nothing was filled in. */
export type KeptRow<Fields extends readonly FormField[]> = {
  [F in Fields[number] as F['name']]: F['kind'] extends 'agreement'
    ? boolean
    : F['kind'] extends 'choices'
      ? ValueOf<F>
      : F extends { required: true }
        ? ValueOf<F>
        : F['kind'] extends 'number' | 'picture' | 'point' | 'choice'
          ? ValueOf<F> | null
          : ValueOf<F> | ''
}

export const keptRows = <const Fields extends readonly FormField[]>(
  columns: Fields,
  rows: readonly FormRow[] | null | undefined,
): KeptRow<Fields>[] =>
  (rows ?? []).map(
    row => Object.fromEntries(columns.map(({ name, kind }) => [name, row[name] ?? emptyCell(kind)])) as KeptRow<Fields>,
  )

function emptyCell(kind: FormField['kind']) {
  if (kind === 'agreement') return false
  if (kind === 'choices') return []
  return /^(number|picture|point|choice)$/.test(kind) ? null : ''
}
