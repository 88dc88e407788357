import type { Api } from '#api/load.ts'
import type { Page } from '#lib/paging.ts'
import type { DataFilter } from '#lib/register/dataFilters.ts'
import { type RegisterFilters, type RegisterHead, readRegisterQuery } from '#lib/register/register.ts'

export type Listed = { id: number; cells: { [key: string]: string } }
export type ListPage<Row> = Page<Row> & {
  columns: RegisterHead[]
  others: RegisterHead[]
  dataFilters?: readonly DataFilter[] | undefined
}
export type Sorted = { sort?: string | undefined; columns?: string | undefined }

export type RegisterScreen<Row extends Listed, Asked extends Sorted> = {
  name: string
  /** Code of the register, under which its views are saved. */
  register: string
  /** Address of the register. */
  path: string
  /**
   * What the first column opens: a page below `path` (the default), a panel over the list, named by this parameter of
   * the address, or nothing.
   */
  opens?: 'page' | { panel: string } | 'nothing'
  /** Any page of what it is narrowed to, in which order, with which columns. */
  list: (api: Api, asked: Asked, page: { pageNum: number; pageSize: number }) => Promise<ListPage<Row>>
  /** Saves the same list, or some of its rows, as a file; without `columns` with all there are. */
  save: (given: Asked | (Sorted & { ids: string })) => Promise<unknown>
}

type AskedBy<F extends RegisterFilters> = Omit<ReturnType<typeof readRegisterQuery<F>>, 'pageNum' | 'pageSize'>

const OWN_NAMES = ['sort', 'columns', 'pageSize']

/** A register of the back office, as the screens of its list and of its records ask for it. */
export const registerScreen = <F extends RegisterFilters, Row extends Listed>(
  filters: F,
  of: RegisterScreen<Row, AskedBy<F>>,
) => {
  const askedIn = (query: URLSearchParams): AskedBy<F> => {
    const { pageNum: _, pageSize: __, ...asked } = readRegisterQuery(filters, query)
    return asked
  }
  return {
    ...of,
    /** Parses the query of an address, without the page. */
    askedIn,
    /** Splits the query of an address into the register's own, without the page, and what belongs to its screen. */
    partsOf: (query: URLSearchParams) => {
      const [own, others] = [new URLSearchParams(), new URLSearchParams()]
      for (const [name, value] of query)
        if (name !== 'pageNum') (name in filters || OWN_NAMES.includes(name) ? own : others).append(name, value)
      return { own, others: others.toString() }
    },
    load: async (api: Api, { query }: { query: URLSearchParams }) => {
      const { pageNum, pageSize } = readRegisterQuery(filters, query)
      const asked = askedIn(query)
      return { asked, page: await of.list(api, asked, { pageNum, pageSize }) }
    },
  }
}
