type Ask = () => Promise<boolean>

let asking: Ask | undefined

/** Who can ask for the password, as long as it is on the screen. */
export function onConfirm(ask: Ask) {
  asking = ask
  return () => {
    asking = undefined
  }
}

/** Asks for the password once more; whether it was given. */
export const confirmed: Ask = async () => (await asking?.()) ?? false
