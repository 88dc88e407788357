import type { Pool } from 'pg'
import type { Actor } from '../src/lib/server/api/context.ts'
import { permissions } from '../src/modules/accounts/permissions.ts'

/** Staff actor with every permission of the back office. */
export async function staffOf(pool: Pool): Promise<Actor> {
  return { kind: 'staff', ...(await accountOf(pool, 'admin')), permissions: Object.keys(permissions) }
}

/** A company that is a member. */
export async function memberOf(pool: Pool): Promise<Actor> {
  return { kind: 'organisation', permissions: [], ...(await accountOf(pool, 'qingyuan')) }
}

async function accountOf(pool: Pool, userName: string) {
  const { rows } = await pool.query<{ id: number }>('select id from account where user_name = $1', [userName])
  return { accountId: rows[0]!.id, userName, tokenHash: '' }
}
