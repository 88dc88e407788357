import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { positionCodes, positions, sizeOf } from '../../positions.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import { countOccupied, type Place, readPlaces } from '../places.ts'
import { advertPosition } from '../tables.ts'

type Endpoints = typeof staffAdvertsContract

const field = fieldsIn('')
const fields = defineForm([
  field('price', '每天的价格', { kind: 'number', required: true, max: 1_000_000, unit: '元' }),
  field('most', '同时投放', {
    kind: 'number',
    required: true,
    min: 1,
    max: 20,
    unit: '条',
    hint: '每一天最多几条广告',
  }),
  field('isOpen', '是否开放', {
    kind: 'choice',
    required: true,
    options: optionsOf({ yes: '开放申请', no: '暂不开放' }),
  }),
  field('note', '说明', { max: 60, hint: '会员选择广告位时看到' }),
])

const positionForm = bindForm(fields, advertPosition, {}).besides({ code: true })

/** Ids are derived from the codes, since the positions are fixed by the layout. */
const numbered = (place: Place) => ({ ...place, id: positionCodes.indexOf(place.code) + 1 })

const desk = defineSiteRecords<ReturnType<typeof numbered>>({
  objectType: 'advertPosition',
  called: '广告位',
  fields: fields,
  read: async ctx => (await readPlaces(ctx)).map(numbered),
  nameOf: ({ code }) => positions[code].name,
  valuesOf: positionForm.valuesOf,
  check: (_, { most }): Record<string, string> => (Number.isInteger(most) ? {} : { most: '同时投放的条数应为整数' }),
  async write({ db }, values, before) {
    const set = positionForm.rowOf(values)
    await db
      .insert(advertPosition)
      .values({ code: before!.code, ...set })
      .onConflictDoUpdate({ target: advertPosition.code, set })
    return before!.id
  },
  pack: { key: ({ code }) => code },
  remove: ({ db }, { code }) => db.delete(advertPosition).where(eq(advertPosition.code, code)),
})

export const positionsHandlers = {
  'GET /staff/advert/positions': async ctx => {
    const today = dayOf(ctx.now)
    const { list, ...rest } = await desk.list(ctx)
    const shown = list.map(async row => {
      const code = positionCodes[row.id - 1]!
      const [usedToday = 0] = await countOccupied(ctx, code, { startsOn: today, endsOn: today })
      return { ...row, code, size: sizeOf(positions[code]), usedToday }
    })
    return { ...rest, list: await Promise.all(shown) }
  },
  /** New positions are refused: the layout has a fixed number. */
  'POST /staff/advert/position/save': async (ctx, sent) => {
    if (sent.id === undefined) throw notFound('请选择广告位')
    return desk.save(ctx, sent)
  },
} satisfies Partial<Handlers<Endpoints>>
