import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { demoAccountList } from '../demoAccounts.ts'
import { DEMO_PASSWORD } from '../demoNames.ts'
import { documentVersion } from '../documents/server/tables.ts'
import { rightsOf } from '../roles/server/staffRights.ts'
import { account } from './tables.ts'

export { DEMO_PASSWORD, demoAccountList }

/** Creates the demo accounts. The demo of `members` links them to organisations and persons. */
export async function demoAccounts({ db, encryption, now }: Services & { now: Date }) {
  for (const { phone, ...of } of demoAccountList)
    await db.insert(account).values({
      ...of,
      passwordHash: await hash(DEMO_PASSWORD),
      passwordChangedAt: now,
      phoneSealed: encryption.encrypt(phone),
      phoneHash: encryption.hash(phone),
      email: `${of.userName}@example.com`,
      createdAt: now,
    })
  // The demo association has read what came with the program.
  await db.update(documentVersion).set({ publishedBy: 'admin' })
}

type Loading = Services & { now: Date }

const nowhere = new Proxy({}, { get: () => () => {} }) as FastifyBaseLogger

/** Returns a context in which this account calls, `daysAgo` days in the past. */
export async function actingAs(loading: Loading, userName: string, daysAgo: number): Promise<Ctx> {
  const [of] = await loading.db.select().from(account).where(eq(account.userName, userName))
  const { id: accountId, kind } = of!
  return {
    ...loading,
    now: new Date(loading.now.getTime() - daysAgo * 86_400_000),
    actor: { kind, accountId, userName, tokenHash: '', ...(await rightsOf(loading, of!)) },
    address: '',
    log: nowhere,
    headers: {},
  }
}
