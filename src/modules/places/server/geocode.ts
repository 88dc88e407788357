import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { provinces } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { typedCode } from '#lib/typed.ts'
import type { placesContract } from '../contract.ts'
import { geocode } from './tables.ts'

const REQUEST_TIMEOUT_MS = 3_000

const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/),
  ])
  .transform(Number)
const text = z.union([z.string(), z.number()]).transform(String)

/** Coordinates come as numbers or as text, and newer answers have more in them. */
const answer = z.object({
  status: text,
  location: z
    .object({
      lon: number.pipe(z.number().min(73).max(136)),
      lat: number.pipe(z.number().min(3).max(54)),
      level: text.catch(''),
      score: number.pipe(z.int()).nullable().catch(null),
    })
    .optional(),
})

type Found = { lng: number; lat: number; level: string; score: number | null }

/** Asks the geocoder of 天地图; undefined where it knows no such address. The host is fixed by the configuration. */
async function queryTianditu(
  { key, endpoint }: { key: string; endpoint: string },
  address: string,
): Promise<Found | undefined> {
  const url = new URL('/geocoder', endpoint)
  url.search = new URLSearchParams({ ds: JSON.stringify({ keyWord: address }), tk: key }).toString()
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`the geocoder answered ${response.status}`)
  const { status, location } = answer.parse(await response.json())
  if (status !== '0' || !location) return
  const { lon: lng, lat, level, score } = location
  return { lng, lat, level: level.slice(0, 40), score }
}

/** Per account: whoever types an address looks it up a few times, and the service's daily quota is for all. */
const spend = limit('map/geocode', { max: 30, per: 60_000, by: 'account' })

export const geocodeHandlers = {
  'GET /map/geocode': async (ctx, { keyWord }) => {
    spend(ctx)
    const address = normalizeAddress(keyWord)
    return (await findCached(ctx, address)) ?? (await findNow(ctx, address)) ?? centreOf(address)
  },
} satisfies Partial<Handlers<typeof placesContract>>

/** The same address, however it was typed. */
const normalizeAddress = (typed: string) => typedCode(typed)

async function findCached({ db, encryption }: Ctx, address: string) {
  const [kept] = await db
    .select()
    .from(geocode)
    .where(eq(geocode.addressHash, encryption.hash(address)))
  if (!kept) return
  const { lng, lat, level, score } = kept
  return { lng, lat, level, score, approx: false, source: 'cache' as const }
}

async function findNow({ db, encryption, config, now, log }: Ctx, address: string) {
  if (!config.geocoder) return
  const found = await queryTianditu(config.geocoder, address).catch(err => {
    log.warn({ err }, 'the geocoder does not answer')
  })
  if (!found) return
  const row = { addressHash: encryption.hash(address), ...found, at: now }
  await db.insert(geocode).values(row).onConflictDoNothing()
  return { ...found, approx: false, source: 'tianditu' as const }
}

/** The seat of the province that the address names first. */
function centreOf(address: string) {
  const named = provinces
    .map(province => ({ ...province, at: address.indexOf(province.short) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  const [province] = named
  if (!province) return null
  const { lng, lat } = province
  return { lng, lat, level: '省级行政区', score: null, approx: true, source: 'fallback' as const }
}
