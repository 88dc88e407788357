import { isRefusal, notSignedIn } from '#lib/error.ts'

type PasswordDialog = () => Promise<boolean>

let openDialog: PasswordDialog | undefined

/** Registers the dialog that asks for the password; returns the function that unregisters it. */
export function registerPasswordDialog(ask: PasswordDialog) {
  openDialog = ask
  return () => {
    openDialog = undefined
  }
}

/** Asks for the password once more; whether it was given. */
const askForPassword: PasswordDialog = async () => (await openDialog?.()) ?? false

/** Calls that wait for the password that opens a locked session of staff. */
let waiting: { opened: Promise<void>; settle: (isOpen: boolean) => void } | undefined
const LOCK = 'hangxie:lock'

export const isLocked = () => waiting !== undefined

/** Calls `heard` when the session is locked or open again. Returns the function that stops it. */
export function onLock(heard: () => void) {
  addEventListener(LOCK, heard)
  return () => removeEventListener(LOCK, heard)
}

/** Lets the waiting calls go on, or refuses them where the session has ended. */
export function settleLock(isOpen: boolean) {
  waiting?.settle(isOpen)
  waiting = undefined
  dispatchEvent(new Event(LOCK))
}

function waitForUnlock(): Promise<void> {
  if (!waiting) {
    let settle: (isOpen: boolean) => void = () => {}
    const opened = new Promise<void>((resolve, reject) => {
      settle = isOpen => (isOpen ? resolve() : reject(notSignedIn()))
    })
    waiting = { opened, settle }
    dispatchEvent(new Event(LOCK))
  }
  return waiting.opened
}

/**
 * Makes a call, and makes it again once the password was typed that it needs: for something dangerous (428), or to open
 * a session that was locked after a time without use (423). The user stays on the same screen.
 */
export async function sendConfirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (isRefusal(error) && error.code === 423) {
      await waitForUnlock()
      return sendConfirmed(send)
    }
    if (isRefusal(error) && error.code === 428 && (await askForPassword())) return send()
    throw error
  }
}
