import { replace } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { Api } from '#api/load.ts'
import { announce, hasToken, isStaffPath, onLoginStatus } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { notSignedIn } from '#lib/error.ts'
import { ignoredWords, refusedParameters } from '#lib/ignoredParameters.ts'
import { loginPath } from '#ui/MenuLink.tsx'
import { forgetLists } from '#ui/table/rememberedLists.ts'
import { consentPath } from './member/consentPath.ts'
import { staffLoginPath } from './staff/staffLoginPath.ts'

type Params = Record<string, string | undefined>
type Load<Data> = (api: Api, address: { params: Params; query: URLSearchParams; path: string }) => Promise<Data>
type Args = {
  params: Params
  request: Request
  /** Called by the page itself, before the router is there: `entry.server.tsx`. */
  isAhead?: true
}

const clearOnLoginChange: (() => void)[] = [forgetLists]
onLoginStatus(() => {
  // Clears the data of the previous user, since somebody else may sign in next.
  for (const one of clearOnLoginChange) one()
})

/** The `clientLoader` of a screen: what it shows first, or the way to where one can sign in, or what to say instead. */
export function screenLoader<Data>(load: Load<Data>) {
  let ahead: { url: string; answer: Promise<Data> } | undefined
  let shown: { url: string; answer: Data } | undefined
  clearOnLoginChange.push(() => {
    shown = undefined
  })

  const ask = async ({ params, request: { url, signal } }: Args): Promise<Data> => {
    const { pathname, search, searchParams } = new URL(url)
    try {
      if (!isStaffPath(pathname) && !hasToken()) throw notSignedIn()
      const api: Api = (key, input) => browserApi(key, input, signal)
      const answer = await load(api, { params, query: searchParams, path: pathname })
      shown = { url, answer }
      return answer
    } catch (error) {
      if (signal.aborted || error instanceof Response) throw error
      const refused = refusedParameters(error, name => searchParams.get(name))
      if (refused.length > 0) {
        for (const { name } of refused) searchParams.delete(name)
        announce(ignoredWords(refused))
        throw replace(pathname + (searchParams.size > 0 ? `?${searchParams}` : ''))
      }
      const refusal = toRefusal(error)
      const { code, message } = refusal
      if (code === 401 || code === 550)
        throw replace((isStaffPath(pathname) ? staffLoginPath : loginPath)(pathname + search))
      if (code === 451) throw replace(consentPath(pathname + search))
      // The shown data, perhaps with a half-filled form, stay when a reload fails.
      if (shown?.url === url && code !== 403 && code !== 404) {
        announce(message)
        return shown.answer
      }
      throw refusal
    }
  }

  return (args: Args): Promise<Data> => {
    const { url } = args.request
    const answer = ahead?.url === url ? ahead.answer : ask(args)
    ahead = args.isAhead && { url, answer }
    return answer
  }
}

/** Maximum number of lists kept for going back to them. */
const MAX_CACHED_LISTS = 20
const cachedLists = new Map<string, unknown>()
clearOnLoginChange.push(() => cachedLists.clear())

/** Address reached by the back or forward button; `popstate` fires before the router loads it. */
let popstateAddress: string | undefined
addEventListener(
  'popstate',
  () => {
    popstateAddress = location.pathname + location.search
  },
  { capture: true },
)
let isRefreshDue = false

/**
 * Loader of a list: like `screenLoader`, but going back shows the kept list at once and reloads it in the background.
 */
export function listLoader<Data>(load: Load<Data>) {
  const ask = screenLoader(load)
  return async (args: Args): Promise<Data> => {
    const { pathname, search } = new URL(args.request.url)
    const address = pathname + search
    const isReturn = popstateAddress === address
    popstateAddress = undefined
    if (isReturn && cachedLists.has(address)) {
      isRefreshDue = true
      return cachedLists.get(address) as Data
    }
    const answer = await ask(args)
    cachedLists.delete(address)
    cachedLists.set(address, answer)
    for (const oldest of cachedLists.keys()) if (cachedLists.size > MAX_CACHED_LISTS) cachedLists.delete(oldest)
    return answer
  }
}

/** Reports once whether the shown list is a kept one that must be reloaded. */
export function takeRefresh(): boolean {
  const isDue = isRefreshDue
  isRefreshDue = false
  return isDue
}
