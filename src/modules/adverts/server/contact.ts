import type { Output } from '#lib/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { groupDefaults, readPublicConfig, readSetting } from '#modules/settings/server/settings.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import { type Position, positions, sizeOf } from '../positions.ts'
import { runningAdverts } from './adverts.ts'
import { countOccupied, type Place, readPlaces } from './places.ts'

type Contact = Output<(typeof ownAdvertsContract)['GET /cms/adverti/contact']>

/** Number of days ahead for which free positions are counted. */
const DAYS_AHEAD = 30

/** 刊例: where adverts may stand, at which price, and who to call. */
export async function showContact(ctx: Ctx): Promise<Contact> {
  const { association } = await readPublicConfig(ctx)
  const { journal, ...said } = { ...groupDefaults.adverts, ...(await readSetting(ctx, 'adverts')) }
  const places = await readPlaces(ctx)
  const running = await runningAdverts(ctx, {})
  const nowAt = (code: Position) =>
    running
      .filter(({ position }) => position === code)
      .map(({ title, advertiser, imgUrl, endDate }) => ({ title, advertiser, imgUrl, endDate }))
  return {
    ...said,
    phone: said.phone || association.phone,
    email: said.email || association.email,
    qr: association.qr[0]?.imgUrl ?? null,
    positions: await Promise.all(
      places.map(async place => ({ ...(await toShown(ctx, place)), now: nowAt(place.code) })),
    ),
    offline: { code: 'P7', name: '会刊封二、封三、彩插', note: journal || '线下洽谈，请与联系人商定' },
  }
}

async function toShown(ctx: Ctx, place: Place): Promise<Omit<Contact['positions'][number], 'now'>> {
  const { code, price, most, isOpen, note } = place
  const { name, width, height } = positions[code]
  const tomorrow = addDays(dayOf(ctx.now), 1)
  const held = await countOccupied(ctx, code, { startsOn: tomorrow, endsOn: addDays(tomorrow, DAYS_AHEAD - 1) })
  return {
    code,
    name,
    size: sizeOf({ width, height }),
    width,
    height,
    price,
    maxNum: most,
    isOpen,
    note,
    free: Math.max(0, most - Math.max(...held)),
  }
}
