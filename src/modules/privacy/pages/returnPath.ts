import { targetOf } from '#modules/accounts/target.ts'

/** Returns the page that the user was about to open before the consent screen. */
export const returnPath = (dir: string | null): string => targetOf(dir) ?? '/admin/user'
