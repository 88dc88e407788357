import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { contentFaults, periodFaults } from '../advertForm.ts'
import { pictureFault } from '../pictureFit.ts'
import { isPosition, type Position, positionOf, positions } from '../positions.ts'
import type { Advert } from './advertisers.ts'
import { lockPlace, refuseFull } from './places.ts'
import { readAdvert } from './records.ts'

type Faults = Record<string, string>
type HandedIn = { application: Application; values: FormValues }

export const periodIn = (values: FormValues) => ({
  position: positionOf(values),
  startsOn: String(values.startsOn),
  endsOn: String(values.endsOn),
})

/** Faults of words, days and picture, told with what is missing. */
export async function advertFaults(ctx: Ctx, { values }: HandedIn): Promise<Faults> {
  return {
    ...(await contentFaultsOf(ctx, values)),
    ...periodFaults(values, dayOf(ctx.now)),
    ...(isPosition(values.position) && (await pictureFaults(ctx, values.position, values))),
  }
}

/** Checks that there is room. Locks the position until the transaction ends, so that the days counted stay free. */
export async function checkAdvert(ctx: Ctx, { application: of, values }: HandedIn): Promise<void> {
  const { position, ...period } = periodIn(values)
  const place = await lockPlace(ctx, position)
  if (!place.isOpen) throw conflict(`${positions[position].name}暂不开放，请改选其他广告位`)
  await refuseFull(ctx, place, period, of.subjectId!)
}

/** Faults of a change: only of the content, since position and days stay. */
export async function changeFaults(ctx: Ctx, { application: of, values }: HandedIn): Promise<Faults> {
  const current = await readAdvert(ctx, of.subjectId!)
  const isSame = values.picture === current.imageId
  return {
    ...(await contentFaultsOf(ctx, values)),
    ...(isSame ? {} : await pictureFaults(ctx, positionOf(current), values)),
  }
}

export async function checkChange(ctx: Ctx, { application: of }: HandedIn): Promise<void> {
  refuseOver(ctx, await readAdvert(ctx, of.subjectId!))
}

export function refuseOver(ctx: Ctx, { status, endsOn }: Advert): void {
  if (status !== 'approved') throw conflict('广告已下线，不能变更')
  if (endsOn! < dayOf(ctx.now)) throw conflict('广告已到期，不能变更；需要继续投放的，请新建广告')
}

async function contentFaultsOf(ctx: Ctx, values: FormValues): Promise<Faults> {
  const { forbidden } = await readGroup(ctx, 'advertWords')
  return contentFaults(values, forbidden)
}

/** Compares the position with the size measured at upload. */
async function pictureFaults({ db }: Ctx, position: Position, { picture }: FormValues): Promise<Faults> {
  const [found] = await db
    .select()
    .from(file)
    .where(eq(file.id, Number(picture)))
  const fault = found ? pictureFault(position, found) : '请重新上传图片'
  const faults: Faults = {}
  if (fault) faults.picture = fault
  return faults
}
