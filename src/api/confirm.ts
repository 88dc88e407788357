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
export const askForPassword: PasswordDialog = async () => (await openDialog?.()) ?? false
