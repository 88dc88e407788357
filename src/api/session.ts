/**
 * The visitor's side of being signed in (spec.md sections 4 and 8): the token in local storage, the broadcast when that
 * changes, and the brief message. Server-rendered code may import this; nothing here runs before it is called.
 */
const KEY = 'token'
/** Value of the `token` header when nobody is signed in. */
const PLACEHOLDER = 'anonymous'
const STATUS = 'hangxie:login-status'
const MESSAGE = 'hangxie:message'
const END_REASON = 'hangxie:end-reason'
const CONSENT = 'hangxie:consent'
const USED = 'usedAt'

export const hasToken = () => localStorage.getItem(KEY) !== null
/**
 * The back office sends no token: staff are not identified by one, and a member's token in the same browser must not be
 * used there.
 */
export const isStaffPath = (path: string) => /^\/staff(\/|$)/.test(path)
const isStaffPage = () => isStaffPath(location.pathname)
export const tokenHeader = (): Record<string, string> => ({
  token: (isStaffPage() ? null : localStorage.getItem(KEY)) ?? PLACEHOLDER,
  ...(shownAccount !== undefined && !isStaffPage() && { account: String(shownAccount) }),
})

/**
 * Account whose member centre this window shows. The server refuses its calls once another window acts for another
 * account.
 */
let shownAccount: number | undefined
export const setShownAccount = (accountId: number) => {
  shownAccount = accountId
}
/** Grows with whoever comes and goes in this window: of staff only the server knows who that is. */
let sessionChanges = 0
/**
 * Identifies the session of a call. An answer that arrives under another session says nothing about the present one.
 */
export const currentSession = () => `${sessionChanges} ${tokenHeader().token}`

/** Reports whether a save can succeed. For staff only the server knows, so it is assumed. */
export const hasSession = () => isStaffPage() || hasToken()

export function startSession(token: string) {
  sessionChanges++
  shownAccount = undefined
  clearMessage()
  sessionStorage.removeItem(END_REASON)
  localStorage.setItem(KEY, token)
  dispatchEvent(new CustomEvent(STATUS, { detail: { ended: false } }))
}

/** `why`: what the server says of the end, which the page of the sign-in shows until somebody signs in. */
type LoginStatus = { ended: boolean; why?: string }

/** Reason why the server ended the session of this tab; kept, because a reload or an address loads the page anew. */
export const endReason = () => sessionStorage.getItem(END_REASON)

function keepEndReason({ ended, why }: LoginStatus) {
  try {
    if (why) sessionStorage.setItem(END_REASON, why)
    else if (!ended) sessionStorage.removeItem(END_REASON)
  } catch {
    // A full storage: the brief message alone says it.
  }
}

/** `ended`: the server ended the session, so the page goes to sign-in; otherwise the visitor left of their own will. */
export function clearSession(status: LoginStatus) {
  sessionChanges++
  shownAccount = undefined
  if (!isStaffPage()) {
    localStorage.removeItem(KEY)
    keepEndReason(status)
  }
  dispatchEvent(new CustomEvent(STATUS, { detail: status }))
}

/** A call that prolongs the session has been answered; in whichever window of this browser. */
export function noteUse(): void {
  try {
    localStorage.setItem(usedKey(), String(Date.now()))
  } catch {
    // A full storage stops no call: this window then judges by itself how long nothing was done.
  }
}
/** Returns the time of the last such answer, in ms since 1970; 0 if there was none. */
export const lastUse = () => Number(localStorage.getItem(usedKey()) ?? 0)
/** Calls `heard` when staff use the back office in another tab of this browser. */
export function onStaffUse(heard: () => void) {
  const used = ({ key }: StorageEvent) => key === `staff:${USED}` && heard()
  addEventListener('storage', used)
  return () => removeEventListener('storage', used)
}

const usedKey = () => (isStaffPage() ? `staff:${USED}` : USED)

/**
 * Shows a message for 1.5 s. Kept till then: a call may be answered before the page is alive, and the page may give way to
 * another, which says it again.
 */
export function announce(message: string) {
  try {
    sessionStorage.setItem(MESSAGE, message)
  } catch {
    // A full storage: only the page that is shown says it.
  }
  dispatchEvent(new CustomEvent(MESSAGE, { detail: message }))
}

export const clearMessage = () => sessionStorage.removeItem(MESSAGE)

export function onMessage(heard: (message: string) => void) {
  const waiting = sessionStorage.getItem(MESSAGE)
  if (waiting) heard(waiting)
  return on<string>(MESSAGE, heard)
}

/** The server wants a new version of the privacy policy or the terms to be agreed to first. */
export const requestConsent = () => void dispatchEvent(new CustomEvent(CONSENT))
export const onConsentRequest = (heard: () => void) => on(CONSENT, heard)

/** Calls `heard` on sign-in and sign-out, in other tabs as well. */
export function onLoginStatus(heard: (status: LoginStatus) => void) {
  const stop = on<LoginStatus>(STATUS, heard)
  const storage = (event: StorageEvent) => event.key === KEY && heard({ ended: false })
  addEventListener('storage', storage)
  return () => {
    stop()
    removeEventListener('storage', storage)
  }
}

function on<T>(name: string, heard: (detail: T) => void) {
  const listener = (event: Event) => heard((event as CustomEvent<T>).detail)
  addEventListener(name, listener)
  return () => removeEventListener(name, listener)
}
