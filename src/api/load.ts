import { createContext, data, type RouterContextProvider, redirect } from 'react-router'
import type { Input, Output } from '#lib/contract.ts'
import { isRefusal, notFound } from '#lib/error.ts'
import { browserApi } from './browser.ts'
import type { ApiContract, ApiKey } from './contract.ts'

/** `api('GET /catalog/a', { catalogId })`: in process while a page is rendered, over HTTP in the browser. */
export type Api = <K extends ApiKey>(key: K, input: Input<ApiContract[K]>) => Promise<Output<ApiContract[K]>>

/** What a page may know of its address. A parameter given twice is a list, and refused by whoever asks for one value. */
export type Address = {
  params: Record<string, string | undefined>
  query: Record<string, string | undefined>
  path: string
}

type Load<Data> = (api: Api, address: Address) => Promise<Data>

export const apiContext = createContext<Api>()

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
      return await load(context.get(apiContext), addressOf(params, request))
    } catch (error) {
      throw isRefusal(error) ? data(error.message, { status: error.code }) : error
    }
  }

export const inBrowser =
  <Data>(load: Load<Data>) =>
  async ({ params, request }: { params: object; request: Request }) => {
    try {
      return await load(browserApi, addressOf(params, request))
    } catch (error) {
      if (!isRefusal(error)) throw error
      throw error.code === 404 ? redirect('/404') : data(error.message, { status: error.code })
    }
  }

function addressOf(params: object, request: Request): Address {
  const url = new URL(request.url)
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key)
    query[key] = values.length > 1 ? values : values[0]!
  }
  return { params: params as Address['params'], query: query as Address['query'], path: url.pathname }
}

/** The number in a path; anything else there is an address that does not exist. */
export function pathId(value: string | undefined): number {
  if (!/^[1-9]\d{0,8}$/.test(value ?? '')) throw notFound()
  return Number(value)
}
