import { hash } from '@node-rs/argon2'
import type { Services } from '#lib/server/context.ts'
import { DEMO_PASSWORD, demoAccountList } from '../demoAccounts.ts'
import { account } from './tables.ts'

export { DEMO_PASSWORD, demoAccountList }

/** Who may sign in to the demo association. Whose they are, the members' demo says. */
export async function demoAccounts({ db, sealer, now }: Services & { now: Date }) {
  for (const { phone, ...of } of demoAccountList)
    await db.insert(account).values({
      ...of,
      passwordHash: await hash(DEMO_PASSWORD),
      passwordChangedAt: now,
      phoneSealed: sealer.seal(phone),
      phoneHash: sealer.hash(phone),
      email: `${of.userName}@example.com`,
      createdAt: now,
    })
}
