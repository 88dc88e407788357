import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { codesOf } from '#modules/files/server/fileCodes.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { application } from '#modules/review/server/tables.ts'
import type { applyingContract } from '../contract.ts'
import { applicationPrint } from './tables.ts'

const CHECK = '/admin/verify/form?token='

/**
 * Returns the QR code for the printed form. It identifies application, revision and content; the same form always gets
 * the same code.
 */
export async function printOf(ctx: Ctx, of: Application): Promise<{ qr: string }> {
  const printed = { applicationId: of.id, revision: of.revision, digest: await digestOf(ctx, of) }
  await ctx.db
    .insert(applicationPrint)
    .values({ token: randomBytes(16).toString('base64url'), ...printed, at: ctx.now })
    .onConflictDoNothing()
  const [row] = await ctx.db
    .select({ token: applicationPrint.token })
    .from(applicationPrint)
    .where(
      and(
        eq(applicationPrint.applicationId, printed.applicationId),
        eq(applicationPrint.revision, printed.revision),
        eq(applicationPrint.digest, printed.digest),
      ),
    )
  return { qr: printedUrl(ctx, `${CHECK}${row!.token}`) }
}

/** Hashes the current form, so that a scan of an older one is recognised as outdated. */
async function digestOf(ctx: Ctx, of: Application): Promise<string> {
  const values = await valuesOf(ctx, of)
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url')
}

/** `unread`: the codes are still being read. */
export type Match = 'current' | 'outdated' | 'other' | 'none' | 'unread'

/** Compares the QR codes in these files with the application and its current form. */
export async function matchScan(ctx: Ctx, of: Application, fileIds: readonly number[]): Promise<Match> {
  const { codes, isWhole } = await codesOf(ctx, fileIds)
  const tokens = codes.flatMap(code => tokenIn(code) ?? [])
  const prints = await Promise.all(tokens.map(token => findPrint(ctx, token)))
  const own = prints.filter(print => print?.applicationId === of.id)
  const digest = await digestOf(ctx, of)
  if (own.some(print => print!.digest === digest)) return 'current'
  if (!isWhole) return 'unread'
  if (tokens.length === 0) return 'none'
  return own.length === 0 ? 'other' : 'outdated'
}

const tokenIn = (code: string) => code.split(CHECK)[1]?.match(/^[\w-]{20,40}$/)?.[0]

async function findPrint({ db }: Ctx, token: string) {
  const [found] = await db.select().from(applicationPrint).where(eq(applicationPrint.token, token))
  return found
}

export const printsHandlers = {
  /** Checks a printed form for anyone who holds it; reveals only what is printed at its head. */
  'GET /app/publicity/form/check': async (ctx, { token }) => {
    const print = await findPrint(ctx, token)
    if (!print) return null
    const [of] = await ctx.db.select().from(application).where(eq(application.id, print.applicationId))
    return {
      number: of!.number ?? '',
      kindName: kindOf(of!).name,
      title: of!.title,
      revision: print.revision,
      printedAt: iso(print.at),
      isCurrent: print.digest === (await digestOf(ctx, of!)),
    }
  },
} satisfies Partial<Handlers<typeof applyingContract>>
