import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import type { ConfirmedFile } from '#modules/review/server/tables.ts'
import type { fileStates, staffConfirmingContract } from '../staffContract.ts'
import { type Confirmation, newestConfirmation } from './confirmationStatus.ts'
import { contentOf } from './confirming.ts'

type ConfirmationCheck = NonNullable<Output<(typeof staffConfirmingContract)['GET /staff/review/confirmation']>>
type FileState = (typeof fileStates)[number]

const stateNames: Record<FileState, string> = {
  same: '与确认时相同',
  changed: '内容与确认时不同',
  gone: '确认后已移除',
  added: '确认后新增',
}

export const confirmationCheckHandlers = {
  'GET /staff/review/confirmation': async (ctx, { id }) => {
    const of = await submittedApplication(ctx, id)
    await refuseApplicationOutside(ctx, 'staff:applications', id)
    const confirmed = await newestConfirmation(ctx, of)
    return confirmed ? checkConfirmation(ctx, of, confirmed) : null
  },
} satisfies Partial<Handlers<typeof staffConfirmingContract>>

/** Hashes every file again, because its stored hash could have been changed together with it. */
async function checkConfirmation(ctx: Ctx, of: Application, confirmed: Confirmation): Promise<ConfirmationCheck> {
  const now = await contentOf(ctx, of)
  const present = new Set(now.files.map(({ fileId }) => fileId))
  const hashes = await hashesOf(ctx, [...present])
  const told = (one: ConfirmedFile, state: FileState): ConfirmationCheck['files'][number] => ({
    slotName: one.slotName,
    name: one.name,
    sha256: one.sha256,
    state,
    stateName: stateNames[state],
  })
  const was = new Set(confirmed.files.map(({ fileId }) => fileId))
  const files = [
    ...confirmed.files.map(one => {
      if (!present.has(one.fileId)) return told(one, 'gone')
      const isSame = hashes.get(one.fileId)?.hash === one.sha256 && hashes.get(one.fileId)?.name === one.name
      return told(one, isSame ? 'same' : 'changed')
    }),
    ...now.files.filter(({ fileId }) => !was.has(fileId)).map(one => told(one, 'added')),
  ]
  const isDocumentSame = confirmed.documentHash === now.documentHash
  return {
    by: confirmed.actorName,
    at: iso(confirmed.at),
    phone: confirmed.phone,
    address: confirmed.address,
    statement: confirmed.statement,
    statementVersion: confirmed.statementVersion,
    documentHash: confirmed.documentHash,
    isDocumentSame,
    files,
    holds: isDocumentSame && files.every(({ state }) => state === 'same'),
  }
}

/** Hashes the stored files; a file whose bytes are missing has no hash. */
async function hashesOf({ db, store }: Ctx, ids: readonly number[]) {
  const hashes = new Map<number, { name: string; hash: string | undefined }>()
  if (ids.length === 0) return hashes
  const rows = await db
    .select({ id: file.id, key: file.key, name: file.name })
    .from(file)
    .where(inArray(file.id, [...ids]))
  for (const { id, key, name } of rows) hashes.set(id, { name, hash: await hashOf(store, key).catch(() => undefined) })
  return hashes
}

export async function hashOf(store: Ctx['store'], key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of await store.open(key)) hash.update(part as Buffer)
  return hash.digest('hex')
}
