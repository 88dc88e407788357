const KEY = 'given along'

/** Keeps for the document at `url` what the way there gives along, as `navigate(to, { state })` does. */
export function giveAlong(url: URL, state: unknown): void {
  if (state) sessionStorage.setItem(KEY, JSON.stringify({ href: url.href, state }))
}

/** What the way to this document has given along; also when it is loaded anew. */
export function takeGiven(): unknown {
  const given = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const { href, state } = given ? JSON.parse(given) : { href: undefined, state: undefined }
  if (href !== location.href) return history.state?.usr
  history.replaceState({ usr: state }, '')
  return state
}
