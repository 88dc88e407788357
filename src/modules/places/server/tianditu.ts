import { z } from 'zod'

/** In ms. */
const TIME_LIMIT = 3_000

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
export async function askTianditu(
  { key, endpoint }: { key: string; endpoint: string },
  address: string,
): Promise<Found | undefined> {
  const url = new URL('/geocoder', endpoint)
  url.search = new URLSearchParams({ ds: JSON.stringify({ keyWord: address }), tk: key }).toString()
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIME_LIMIT) })
  if (!response.ok) throw new Error(`the geocoder answered ${response.status}`)
  const { status, location } = answer.parse(await response.json())
  if (status !== '0' || !location) return
  const { lon: lng, lat, level, score } = location
  return { lng, lat, level: level.slice(0, 40), score }
}
