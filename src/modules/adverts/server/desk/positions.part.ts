import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { positionCodes, positions, sizeOf } from '../../positions.ts'
import { advertRecords } from '../../staffContract.ts'
import { countOccupied, type Place, readPlaces } from '../places.ts'
import { advertPosition } from '../tables.ts'

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

defineSiteRecords<ReturnType<typeof numbered>, ListOf<typeof advertRecords.advertPosition>>({
  objectType: 'advertPosition',
  ...advertRecords.advertPosition,
  fields,
  read: async ctx => (await readPlaces(ctx)).map(numbered),
  nameOf: ({ code }) => positions[code].name,
  valuesOf: positionForm.valuesOf,
  facts: ctx => {
    const today = dayOf(ctx.now)
    return async ({ code }) => {
      const [usedToday = 0] = await countOccupied(ctx, code, { startsOn: today, endsOn: today })
      return { code, size: sizeOf(positions[code]), usedToday }
    }
  },
  check: (_, { most }): Record<string, string> => (Number.isInteger(most) ? {} : { most: '同时投放的条数应为整数' }),
  async write({ db }, values, before) {
    if (!before) throw notFound('请选择广告位')
    const set = positionForm.rowOf(values)
    await db
      .insert(advertPosition)
      .values({ code: before.code, ...set })
      .onConflictDoUpdate({ target: advertPosition.code, set })
    return before.id
  },
  pack: { key: ({ code }) => code },
})
