type Ask = () => Promise<boolean>

let asking: Ask | undefined

/** Registers the dialog that asks for the password; returns the function that unregisters it. */
export function onConfirm(ask: Ask) {
  asking = ask
  return () => {
    asking = undefined
  }
}

/** Asks for the password once more; whether it was given. */
export const confirmed: Ask = async () => (await asking?.()) ?? false
