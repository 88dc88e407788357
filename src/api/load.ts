import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Input, Output } from '#lib/contract.ts'
import { isRefusal, notFound } from '#lib/error.ts'
import { type IgnoredParameter, refusedParameters } from '#lib/ignoredParameters.ts'
import { browserApi } from './browser.ts'
import type { ApiContract, ApiKey } from './contract.ts'

/** `api('GET /catalog/a', { catalogId })`: in process while a page is rendered, over HTTP in the browser. */
export type Api = <K extends ApiKey>(key: K, input: Input<ApiContract[K]>) => Promise<Output<ApiContract[K]>>

/**
 * Query parameters of the address. Untyped on purpose: the contract checks them, and refuses a value given twice; the page
 * is then loaded without it.
 */
// biome-ignore lint/suspicious/noExplicitAny: anybody may type anything there
export type Query = Record<string, any>
export type Address = { params: Record<string, string | undefined>; query: Query; path: string }

type Load<Data> = (api: Api, address: Address) => Promise<Data>

// Marked, or browsers would be sent what makes it.
export const apiContext = /* @__PURE__ */ createContext<Api>()

export const onServer =
  <Data>(load: Load<Data>) =>
  async ({
    context,
    params,
    request,
  }: {
    context: Readonly<RouterContextProvider>
    params: object
    request: Request
  }) => {
    try {
      return await loadLeniently(load, context.get(apiContext), addressOf(params, request))
    } catch (error) {
      throw isRefusal(error) ? data(error.message, { status: error.code }) : error
    }
  }

export const inBrowser =
  <Data>(load: Load<Data>) =>
  async ({ params, request }: { params: object; request: Request }) => {
    try {
      return await loadLeniently(load, browserApi, addressOf(params, request))
    } catch (error) {
      throw isRefusal(error) && error.code === 404 ? toNotFound() : error
    }
  }

/** Loads a page without the parameters that its calls refuse; they stand in `ignored` of its data. */
async function loadLeniently<Data>(load: Load<Data>, api: Api, address: Address): Promise<Data> {
  const ignored: IgnoredParameter[] = []
  const query = { ...address.query }
  for (;;)
    try {
      const shown = await load(api, { ...address, query })
      return ignored.length > 0 ? withIgnored(shown, ignored) : shown
    } catch (error) {
      const refused = refusedParameters(error, name => query[name])
      if (refused.length === 0) throw error
      for (const { name } of refused) delete query[name]
      ignored.push(...refused)
    }
}

/** Copies the data: what a call answered may be kept for others. */
function withIgnored<Data>(shown: Data, ignored: IgnoredParameter[]): Data {
  const status = statuses.get(shown as object)
  const copy = { ...shown, ignored } as Data & object
  return status ? withStatus(status, copy) : copy
}

const statuses = new WeakMap<object, number>()

/** Sets the HTTP status of the page that shows these data, e.g. a form sent back with its errors. */
export function withStatus<Data extends object>(status: number, shown: Data): Data {
  statuses.set(shown, status)
  return shown
}

/** A loader on the server whose page may be sent so. */
export const withPageStatus =
  <Asked, Data extends object>(loader: (asked: Asked) => Promise<Data>) =>
  async (asked: Asked) => {
    const shown = await loader(asked)
    const status = statuses.get(shown)
    return status ? data(shown, { status }) : shown
  }

const toNotFound = () => new Response(null, { status: 302, headers: { location: '/404' } })

function addressOf(params: object, request: Request): Address {
  const url = new URL(request.url)
  const query: Query = {}
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key)
    // An empty value (`?year=`) is a value not given: that is how a form sends a field left empty.
    if (values.some(value => value !== '')) query[key] = values.length > 1 ? values : values[0]
  }
  return { params: params as Address['params'], query, path: url.pathname }
}

/** The number in a path; anything else there is an address that does not exist. */
export function pathId(value: string | undefined): number {
  if (!isId(value)) throw notFound()
  return Number(value)
}

export const isId = (value: unknown) => typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value)
