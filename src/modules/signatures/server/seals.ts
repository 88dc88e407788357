import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { withErrorMessage } from '#lib/server/documents/signingKey.ts'
import type { Config } from '#lib/server/process/config.ts'
import { allowsSigner, type ElectronicSeal, makeSeal, readSeal } from '#lib/server/seals/electronicSeal.ts'
import { readSealValue, sealDocument, writeSealValue } from '#lib/server/seals/sealSignature.ts'
import { sm3 } from '#lib/server/seals/sm2.ts'
import { makeSm2Pems, openSm2Key, readGivenSm2Key, type Sm2Key } from '#lib/server/seals/sm2Key.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { file } from '#modules/files/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { ownKeys, refuseLost, rememberCertificate } from './keys.ts'
import { electronicSeal } from './tables.ts'

type Row = typeof electronicSeal.$inferSelect
type Given = NonNullable<NonNullable<Config['seals']>['given']>
export type CurrentSeal = { of: Row; bytes: Buffer; key: Sm2Key }

/** Width in mm, the usual size of an association's seal. */
const SEAL_WIDTH_MM = 42
/** Width in pixels: 300 dpi of that. */
const SEAL_WIDTH_PX = 496

const makerKey = ownKeys({
  use: 'sealMaking',
  make: ({ now }, name) => makeSm2Pems(`${name} 制章`, now),
  open: openSm2Key,
})
const sealKey = ownKeys({
  use: 'seals',
  make: async (ctx, name) => makeSm2Pems(name, ctx.now, await makerKey(ctx, name)),
  open: openSm2Key,
})

type Sealing = Pick<Ctx, 'db' | 'config' | 'encryption' | 'store' | 'now'>

/** Returns the current seal; undefined: sealing is off, or there is no picture of a seal. */
export async function currentSeal(ctx: Sealing): Promise<CurrentSeal | undefined> {
  const { seals } = ctx.config
  if (!seals) return
  const { name } = await readGroup(ctx, 'association')
  const key = seals.given ? await givenKey(ctx, seals.given) : await sealKey(ctx, name)
  if (seals.given?.sealPath) {
    const bytes = await readGivenSeal(seals.given.sealPath, key)
    return { of: await storeSeal(ctx, bytes, { signer: signerOf(key) }), bytes, key }
  }
  const picture = await readPicture(ctx)
  return picture && ownSeal(ctx, name, key, picture)
}

/**
 * Tests sealing in a transaction that is rolled back. Returns false without a picture; throws what prevents sealing.
 */
export async function trySeal(ctx: Sealing): Promise<boolean> {
  let works = false
  const undone = new Error('tried')
  await ctx.db
    .transaction(async db => {
      const current = await currentSeal({ ...ctx, db })
      if (current) {
        const { bytes, key } = current
        const value = sealDocument({ seal: bytes, at: ctx.now, digest: sm3(Buffer.from('tried')), property: '' }, key)
        works = readSealValue(writeSealValue(value)).isSigned
        if (!works) throw new Error('试作的国密签章不成立')
      }
      throw undone
    })
    .catch(error => {
      if (error !== undone) throw error
    })
  return works
}

const signerOf = ({ chain }: Sm2Key) => chain[0]!.fingerprint256

async function givenKey(ctx: Sealing, given: Given): Promise<Sm2Key> {
  const key = await readGivenSm2Key(given)
  refuseLost(await rememberCertificate(ctx, 'seals', key.chain))
  return key
}

/** The seal that an authority made for the operator's certificate. Throws one plain sentence where it is of no use. */
export async function readGivenSeal(path: string, key: Sm2Key): Promise<Buffer> {
  const bytes = await readFile(path).catch(() => {
    throw new Error(`SM2_SEAL_DATA 所指的文件 ${path} 不存在或读不到`)
  })
  const seal = withErrorMessage(`SM2_SEAL_DATA 所指的文件 ${path} 不是 GB/T 38540-2020 的电子印章`, () =>
    readSeal(bytes),
  )
  if (!seal.isWhole) throw new Error(`SM2_SEAL_DATA 所指的电子印章 ${path} 制章者的签名不成立`)
  if (!allowsSigner(seal, key.chain[0]!))
    throw new Error(`SM2_SEAL_DATA 所指的电子印章 ${path} 不是给 SM2_CERTIFICATE 用的`)
  return bytes
}

type Pictured = Pick<typeof file.$inferSelect, 'sha256' | 'key'>

/** The seal as it is printed on certificates. */
async function readPicture(ctx: Sealing): Promise<Pictured | undefined> {
  const { file: id } = await readGroup(ctx, 'seal')
  if (id === null) return
  const [found] = await ctx.db
    .select({ sha256: file.sha256, key: file.key })
    .from(file)
    .where(and(eq(file.id, id), isNull(file.deletedAt)))
  return found
}

/** Made once for a name, a picture and who seals; of processes that come at once all go on with the first. */
async function ownSeal(ctx: Sealing, name: string, key: Sm2Key, picture: Pictured): Promise<CurrentSeal> {
  const wanted = { name, signer: signerOf(key), picture: picture.sha256 }
  const of =
    (await readOwn(ctx, wanted)) ??
    (await inTransaction(ctx, async inside => {
      const maker = await makerKey(inside, name)
      await lockKey(inside, 'electronic seal')
      return (
        (await readOwn(inside, wanted)) ??
        (await storeSeal(inside, await makeFromPicture(inside, { name, key, maker, picture }), wanted))
      )
    }))
  return { of, bytes: Buffer.from(of.bytes, 'base64'), key }
}

type SealLookup = Pick<Row, 'name' | 'signer' | 'picture'>

async function readOwn({ db, now }: Sealing, { name, signer, picture }: SealLookup): Promise<Row | undefined> {
  const isWanted = and(
    eq(electronicSeal.name, name),
    eq(electronicSeal.signer, signer),
    eq(electronicSeal.picture, picture),
  )
  const [newest] = await db
    .select()
    .from(electronicSeal)
    .where(and(isWanted, gt(electronicSeal.endsAt, now)))
    .orderBy(desc(electronicSeal.id))
    .limit(1)
  return newest
}

type Making = { name: string; key: Sm2Key; maker: Sm2Key; picture: Pictured }

/** Small: it stands in the value of each paper. */
async function makeFromPicture({ now, store }: Sealing, { name, key, maker, picture }: Making): Promise<Buffer> {
  const bytes = await sharp(await buffer(await store.open(picture.key)))
    .resize(SEAL_WIDTH_PX, SEAL_WIDTH_PX, { fit: 'inside' })
    .png({ palette: true })
    .toBuffer()
  const [certificate] = key.chain
  const about = {
    id: randomUUID().replaceAll('-', ''),
    name,
    certificates: [certificate!],
    madeAt: now,
    validTo: certificate!.validToDate,
    picture: { type: 'PNG', bytes, width: SEAL_WIDTH_MM, height: SEAL_WIDTH_MM },
  }
  return makeSeal(about, maker)
}

/** Keeps a seal, so that a changed one is found out. */
async function storeSeal(
  ctx: Sealing,
  bytes: Buffer,
  { signer, picture = '' }: Partial<SealLookup> & Pick<Row, 'signer'>,
) {
  const digest = sm3(bytes).toString('hex')
  const { id: sealNo, name, validTo: endsAt } = readSeal(bytes)
  await ctx.db
    .insert(electronicSeal)
    .values({ digest, sealNo, name, signer, picture, bytes: bytes.toString('base64'), endsAt, createdAt: ctx.now })
    .onConflictDoNothing()
  const [kept] = await ctx.db.select().from(electronicSeal).where(eq(electronicSeal.digest, digest))
  return kept!
}

/** The seal of the association that is called so, as it was made. */
export async function registeredSeal(ctx: Pick<Ctx, 'db'>, { id }: ElectronicSeal): Promise<Buffer | undefined> {
  const [found] = await ctx.db
    .select()
    .from(electronicSeal)
    .where(eq(electronicSeal.sealNo, id))
    .orderBy(desc(electronicSeal.id))
    .limit(1)
  return found && Buffer.from(found.bytes, 'base64')
}
