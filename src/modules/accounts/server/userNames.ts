import { sql } from 'drizzle-orm'
import { isCreditCode } from '#lib/creditCode.ts'
import { account } from './tables.ts'

export function userNameFault(userName: string): string | undefined {
  if (!userName) return '请填写用户名'
  // A credit code signs in by itself; a user name of that form would never be found.
  if (!/^[a-z]\w{3,19}$/i.test(userName) || isCreditCode(userName.toUpperCase()))
    return '用户名应为 4 到 20 位字母、数字或下划线，以字母开头'
}

/** User names are told apart without regard to case. */
export const isUserName = (userName: string) => sql`lower(${account.userName}) = ${userName.toLowerCase()}`
