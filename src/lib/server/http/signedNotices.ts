import { lt } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Ctx } from '../api/context.ts'
import { createdAt } from '../database/columns.ts'
import type { Config } from '../process/config.ts'
import { CALLBACKS, type Callback, type NoticeAnswer } from './callbacks.ts'
import { type AgreedSettings, noticeFault } from './signedCalls.ts'
import { MAX_CLOCK_SKEW_S } from './signedMessage.ts'

/** Table of nonces seen, so that a notification cannot be replayed while its time stamp is valid. */
export const nonceTable = (name: string) => pgTable(name, { nonce: text().primaryKey(), at: createdAt() })

/** A provider's word that is not believed, and why: nothing was changed by it. */
export class UntrustedNotification extends Error {}

type Notices<Word> = {
  path: string
  /** Prefix of the protocol's headers. */
  prefix: string
  nonces: ReturnType<typeof nonceTable>
  /** Undefined: nobody has anything to tell here. */
  agreed: (config: Config) => Pick<AgreedSettings, 'key' | 'secret'> | undefined
  /** Undefined: it cannot be understood. */
  read: (body: Buffer) => Word | undefined
  /** Throws `Disbelief` where the word does not fit what was asked for. */
  take: (ctx: Ctx, word: Word) => Promise<unknown>
}

const JSON_TYPE = 'application/json; charset=utf-8'
const refuse = (status: number, refused: string): NoticeAnswer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify({ message: refused }),
  refused,
})
const taken: NoticeAnswer = { status: 200, type: JSON_TYPE, body: '{"ok":true}' }

/** Callback for notifications of a generic protocol, accepted once for each nonce. */
export const signedNotices = <Word>({ path, prefix, nonces, agreed, read, take }: Notices<Word>): Callback => ({
  path,
  methods: ['POST'],
  take: async (ctx, { headers, body }) => {
    const settings = agreed(ctx.config)
    if (!settings) return { status: 404 }
    const told = { headers, path: `${CALLBACKS}${path}`, body }
    const { fault, nonce } = noticeFault(settings, { prefix }, told, ctx.now)
    if (fault) return refuse(401, fault)
    if (!(await isFirst(ctx, nonces, nonce))) return refuse(409, '这条通知已经收到过')
    const word = read(body)
    if (word === undefined) return refuse(400, '内容无法识别')
    try {
      await take(ctx, word)
      return taken
    } catch (error) {
      if (error instanceof UntrustedNotification) return refuse(422, error.message)
      throw error
    }
  },
})

async function isFirst({ db, now }: Ctx, nonces: ReturnType<typeof nonceTable>, nonce: string): Promise<boolean> {
  await db.delete(nonces).where(lt(nonces.at, new Date(now.getTime() - 3 * MAX_CLOCK_SKEW_S * 1000)))
  const kept = await db.insert(nonces).values({ nonce, at: now }).onConflictDoNothing().returning()
  return kept.length > 0
}
