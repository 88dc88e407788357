import type { Location, NavigateOptions, Params, To } from 'react-router'
import { addressOf, hrefOf, locationOf } from './addresses.ts'
import { type DocumentRoute, type Loaded, load, titleOf } from './documentLoaders.ts'

export type DocumentData = Loaded & { routes: { id: string; params: Params }[] }

type Activity = 'idle' | 'loading'
export type DocumentState = Loaded & {
  location: Location
  /** `loading` on the way to another address, also to another document. */
  navigation: Activity
  revalidation: Activity
}

export type DocumentRouter = ReturnType<typeof documentRouter>

/**
 * Leads from a document to others. Another page is another document: the browser goes to its address. Only other
 * parameters of the same page (a list that is narrowed or turned, a number that is checked) are answered in place, so that
 * what is typed, where the focus is and what is open stays.
 */
export function documentRouter({ loaderData, errors }: Loaded, routes: readonly DocumentRoute[]) {
  const listeners = new Set<() => void>()
  let asking = new AbortController()
  let state: DocumentState = {
    loaderData,
    errors,
    location: locationOf(new URL(location.href)),
    navigation: 'idle',
    revalidation: 'idle',
  }

  function update(change: Partial<DocumentState>) {
    state = { ...state, ...change }
    for (const tell of listeners) tell()
  }

  /** Shows the page at `to`, with what its loaders answer; `note` writes the address down once they have. */
  async function show(to: URL, next: Location, change: Partial<DocumentState>, note: () => void): Promise<boolean> {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    update(change)
    const from = addressOf(state.location, location.href)
    const loaded = await load(routes, state, { from, to, signal })
    // Aborted by a newer navigation.
    if (signal.aborted) return false
    note()
    update({ ...loaded, location: next, navigation: 'idle', revalidation: 'idle' })
    document.title = titleOf(routes, state, next) ?? document.title
    return true
  }

  function leave(to: URL, { replace, state: given }: NavigateOptions) {
    asking.abort()
    saveNavigationState(to, given)
    update({ navigation: 'loading' })
    if (replace) location.replace(to)
    else location.assign(to)
  }

  async function navigate(to: To | number, options: NavigateOptions = {}): Promise<void> {
    if (typeof to === 'number') return history.go(to)
    const url = new URL(hrefOf(to, state.location), location.href)
    if (!isHere(url)) return leave(url, options)
    const isReplacing = options.replace || url.href === location.href
    const entry = { usr: options.state ?? null }
    const isShown = await show(url, locationOf(url, options.state), { navigation: 'loading' }, () =>
      isReplacing ? history.replaceState(entry, '', url) : history.pushState(entry, '', url),
    )
    if (isShown && !options.preventScrollReset) scrollTo(0, 0)
  }

  async function revalidate(): Promise<void> {
    // A navigation to other parameters loads everything anyway.
    if (state.navigation === 'loading') return
    await show(new URL(location.href), state.location, { revalidation: 'loading' }, () => {})
  }

  addEventListener('popstate', () => {
    const url = new URL(location.href)
    if (url.pathname !== state.location.pathname) return location.reload()
    const next = locationOf(url, history.state?.usr)
    if (url.search === state.location.search) update({ location: next })
    else void show(url, next, { navigation: 'loading' }, () => {})
  })
  // A document that the browser has kept was left on the way elsewhere.
  addEventListener('pageshow', ({ persisted }) => persisted && update({ navigation: 'idle' }))

  return {
    navigate,
    revalidate,
    current: () => state,
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    /** Applies the state passed by the previous document, after hydration: the server did not know it. */
    showGiven() {
      const given = takeNavigationState()
      if (given) update({ location: { ...state.location, state: given } })
    },
  }
}

export const isHere = ({ origin, pathname }: URL) => origin === location.origin && pathname === location.pathname

const KEY = 'given along'

/** Keeps for the document at `url` what the way there gives along, as `navigate(to, { state })` does. */
function saveNavigationState(url: URL, state: unknown): void {
  try {
    if (state) sessionStorage.setItem(KEY, JSON.stringify({ href: url.href, state }))
  } catch {
    // A full storage: the next document opens without it.
  }
}

/** Returns the state passed to this document by the navigation, also after a reload. */
function takeNavigationState(): unknown {
  const given = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const { href, state } = given ? JSON.parse(given) : { href: undefined, state: undefined }
  if (href !== location.href) return history.state?.usr
  history.replaceState({ usr: state }, '')
  return state
}
