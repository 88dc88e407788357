import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { AllValuesOf, FieldValue, FormField, FormValues, FormValuesOf, NameIn, ValueOf } from '#lib/form/form.ts'
import { iso } from '../../dates.ts'

type Row<Table extends PgTable> = Table['$inferSelect']
type Columns<Table extends PgTable> = Partial<Table['$inferInsert']>
type ColumnName<Table extends PgTable> = keyof Row<Table> & string
type TypeOf<Table extends PgTable, Name extends ColumnName<Table>> = Table['_']['columns'][Name]['_']['columnType']
type Content<Table extends PgTable, Name extends ColumnName<Table>> = NonNullable<Row<Table>[Name]>

/** The types of column that a kind of field fits into; none for what is personal, or has to be cleaned or taken apart. */
type TypeFor<F extends FormField> = F extends { personal: true }
  ? never
  : F['kind'] extends 'number'
    ? 'PgInteger' | 'PgNumericNumber' | 'PgDoublePrecision'
    : F['kind'] extends 'picture' | 'file'
      ? 'PgInteger'
      : F['kind'] extends 'day'
        ? 'PgDateString'
        : F['kind'] extends 'moment'
          ? 'PgTimestamp'
          : F['kind'] extends 'choices' | 'ranking'
            ? 'PgArray'
            : F['kind'] extends 'agreement'
              ? 'PgBoolean'
              : F['kind'] extends 'choice'
                ? ValueOf<F> extends 'yes' | 'no'
                  ? 'PgBoolean' | 'PgText'
                  : 'PgText'
                : F['kind'] extends 'richText' | 'point' | 'rows'
                  ? never
                  : 'PgText'

/** Whether the column accepts every value of the field: all codes of a choice, any text. */
type ColumnAccepts<F extends FormField, Kept> = F['kind'] extends 'day' | 'moment' | 'agreement'
  ? true
  : boolean extends Kept
    ? true
    : ValueOf<F> extends Kept
      ? true
      : false

/** Whether the column can store an empty value: null, or an empty text or list. */
type MayBeEmpty<F extends FormField, Type, Kept> = null extends Kept
  ? true
  : F extends { required: true }
    ? true
    : Type extends 'PgBoolean' | 'PgArray'
      ? true
      : string extends Kept
        ? Type extends 'PgText'
          ? true
          : false
        : false

/** The columns in which a field can be kept. */
type ColumnFor<F extends FormField, Table extends PgTable> = {
  [Name in ColumnName<Table>]: TypeOf<Table, Name> extends TypeFor<F>
    ? ColumnAccepts<F, Content<Table, Name>> extends true
      ? MayBeEmpty<F, TypeOf<Table, Name>, Row<Table>[Name]> extends true
        ? Name
        : never
      : never
    : never
}[ColumnName<Table>]

/** Mapping of a field that is not one column: `read` takes its value from a row, `write` returns its columns. */
type Exception<F extends FormField, Fields extends readonly FormField[], Table extends PgTable> = {
  read: (row: Row<Table>) => NoInfer<ValueOf<F>> | null | undefined
  write: (value: ValueOf<F> | null, values: FormValuesOf<Fields>) => Columns<Table>
}

/** Says of a field that it is kept in another table: who binds the form reads and writes it beside the row. */
export const elsewhere = 'elsewhere: in another table'
type Elsewhere = typeof elsewhere

/**
 * Mapping of the fields without a column of their own name: another column, an exception, or a note that they are
 * stored elsewhere.
 */
type Exceptions<Fields extends readonly FormField[], Table extends PgTable> = {
  [F in Fields[number] as F['name'] extends ColumnFor<F, Table> ? never : F['name']]:
    | ColumnFor<F, Table>
    | Exception<F, Fields, Table>
    | Elsewhere
} & {
  [F in Fields[number] as F['name'] extends ColumnFor<F, Table> ? F['name'] : never]?:
    | Exception<F, Fields, Table>
    | Elsewhere
}

type Given = Record<string, unknown>
type NamedColumn<Fields extends readonly FormField[], Table extends PgTable, Given> = {
  [Name in NameIn<Fields>]: Name extends keyof Given
    ? Extract<Given[Name], ColumnName<Table>>
    : Extract<Name, ColumnName<Table>>
}[NameIn<Fields>]
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type KeyOfUnion<Union> = Union extends unknown ? keyof Union : never
type ValueOfUnion<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : undefined) : never
/** Merges the shapes that a function may return into one: a column that not every shape has is optional. */
type OneShape<Union, Always extends PropertyKey = keyof Union> = { [Key in Always]: ValueOfUnion<Union, Key> } & {
  [Key in Exclude<KeyOfUnion<Union>, Always>]?: ValueOfUnion<Union, Key>
}
type Written<Given> = {
  [Name in keyof Given]: Given[Name] extends { write: (...given: never[]) => infer Some } ? OneShape<Some> : never
}[keyof Given]

/** The columns that a form fills. */
type Filled<Fields extends readonly FormField[], Table extends PgTable, Given> = Pick<
  Row<Table>,
  NamedColumn<Fields, Table, Given>
> &
  ([Written<Given>] extends [never] ? unknown : Intersection<Written<Given>>)

type Inside<Fields extends readonly FormField[], Given> = Exclude<
  Fields[number],
  { name: { [Name in keyof Given]: Given[Name] extends Elsewhere ? Name : never }[keyof Given] }
>[]

/** Columns that no field fills. */
type Unfilled<Fields extends readonly FormField[], Table extends PgTable, Given> = Exclude<
  ColumnName<Table>,
  keyof Filled<Fields, Table, Given>
>

type NoSuchField<Fields extends readonly FormField[], Given> = Exclude<keyof Given, NameIn<Fields>>

/**
 * The one mapping between a form and its table. A field is kept in the column of its name where that column can hold it;
 * every other field needs an exception, or the program does not compile.
 */
export function bindForm<
  const Fields extends readonly FormField[],
  Table extends PgTable,
  const Chosen extends Exceptions<Fields, Table>,
>(
  fields: Fields,
  table: Table,
  exceptions: Chosen,
  ..._: [NoSuchField<Fields, Chosen>] extends [never] ? [] : [noSuchField: NoSuchField<Fields, Chosen>]
) {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const places = fields.flatMap(field => {
    const chosen = (exceptions as Given)[field.name] ?? field.name
    if (chosen === elsewhere) return []
    return typeof chosen === 'string'
      ? placeInColumn(field, chosen, columns[chosen]!)
      : { name: field.name, ...(chosen as Pick<Place, 'read' | 'write'>) }
  })
  const write = (named: readonly Place[], values: FormValues): object =>
    Object.assign({}, ...named.map(place => place.write(values[place.name] ?? null, values)))
  const form = {
    /** Form values of a row; null where a field is empty. */
    valuesOf: (row: Row<Table>) =>
      Object.fromEntries(places.map(place => [place.name, place.read(row) ?? null])) as AllValuesOf<
        Inside<Fields, Chosen>
      >,
    /** The columns of what a form names: what it does not name stays, what it names as null is emptied. */
    columnsOf: (values: FormValues) =>
      write(
        places.filter(({ name }) => name in values),
        values,
      ) as Partial<Filled<Fields, Table, Chosen>>,
    /** The columns of a whole form: what is not filled in is empty. */
    rowOf: (values: FormValues) => write(places, values) as Filled<Fields, Table, Chosen>,
  }
  return {
    ...form,
    /** The same form, where these columns and no others have no field: a column that is neither does not compile. */
    besides: (_others: Record<Unfilled<Fields, Table, Chosen>, true>) => form,
  }
}

type Place = {
  name: string
  read: (row: Record<string, unknown>) => unknown
  write: (value: FieldValue, values: FormValues) => object
}

function placeInColumn({ name, kind }: FormField, columnName: string, column: PgColumn): Place {
  return {
    name,
    read: row => {
      const kept = row[columnName]
      if (kept instanceof Date) return iso(kept)
      return typeof kept === 'boolean' && kind === 'choice' ? (kept ? 'yes' : 'no') : kept
    },
    write: value => ({ [columnName]: isNothing(value) ? emptyFor(column) : toColumn(column, value) }),
  }
}

const isNothing = (value: FieldValue) => value === null || value === ''

function toColumn(column: PgColumn, value: FieldValue): unknown {
  switch (column.columnType) {
    case 'PgBoolean':
      return value === true || value === 'yes'
    case 'PgTimestamp':
      return new Date(String(value))
    case 'PgInteger':
      return Math.round(Number(value))
    case 'PgText':
    case 'PgDateString':
      return String(value)
    default:
      return value
  }
}

function emptyFor({ columnType, enumValues, notNull, name }: PgColumn): unknown {
  if (!notNull) return null
  if (columnType === 'PgText' && !enumValues) return ''
  if (columnType === 'PgArray') return []
  if (columnType === 'PgBoolean') return false
  throw new Error(`${name} cannot be empty: its field is required`)
}
