import { targetOf } from '#modules/accounts/target.ts'

/** Where somebody was about to go before they were asked. */
export const backTo = (dir: string | null): string => targetOf(dir) ?? '/admin/user'
