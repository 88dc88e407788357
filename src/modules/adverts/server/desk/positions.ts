import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { keepSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { positionCodes, positions, sizeOf } from '../../positions.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import { heldBy, type Place, readPlaces } from '../places.ts'
import { advertPosition } from '../tables.ts'

type Endpoints = typeof staffAdvertsContract

const fields: FormField[] = [
  { name: 'price', label: '每天的价格', section: '', kind: 'number', required: true, max: 1_000_000, unit: '元' },
  {
    name: 'most',
    label: '同时投放',
    section: '',
    kind: 'number',
    required: true,
    min: 1,
    max: 20,
    unit: '条',
    hint: '每一天最多几条广告',
  },
  {
    name: 'isOpen',
    label: '是否开放',
    section: '',
    kind: 'choice',
    required: true,
    options: [
      { code: 'yes', name: '开放申请' },
      { code: 'no', name: '暂不开放' },
    ],
  },
  { name: 'note', label: '说明', section: '', kind: 'text', max: 60, hint: '会员选择广告位时看到' },
]

/** Their number is that of their code: the layout has as many as it has. */
const numbered = (place: Place) => ({ ...place, id: positionCodes.indexOf(place.code) + 1 })

const desk = keepSiteRecords({
  objectType: 'advertPosition',
  called: '广告位',
  fields: () => fields,
  read: async ctx => (await readPlaces(ctx)).map(numbered),
  nameOf: ({ code }) => positions[code].name,
  valuesOf: ({ price, most, isOpen, note }): FormValues => ({ price, most, isOpen: isOpen ? 'yes' : 'no', note }),
  check: (_, { most }): Record<string, string> => (Number.isInteger(most) ? {} : { most: '同时投放的条数应为整数' }),
  async write({ db }, { price, most, isOpen, note }, before) {
    const set = {
      price: Number(price),
      most: Number(most),
      isOpen: isOpen === 'yes',
      note: String(note ?? ''),
    }
    await db
      .insert(advertPosition)
      .values({ code: before!.code, ...set })
      .onConflictDoUpdate({ target: advertPosition.code, set })
    return before!.id
  },
  remove: ({ db }, { code }) => db.delete(advertPosition).where(eq(advertPosition.code, code)),
})

export const positionsHandlers = {
  'GET /staff/advert/positions': async ctx => {
    const today = dayOf(ctx.now)
    const { list, ...rest } = await desk.list(ctx)
    const shown = list.map(async row => {
      const code = positionCodes[row.id - 1]!
      const [usedToday = 0] = await heldBy(ctx, code, { startsOn: today, endsOn: today })
      return { ...row, code, size: sizeOf(positions[code]), usedToday }
    })
    return { ...rest, list: await Promise.all(shown) }
  },
  /** There are no others than those of the layout. */
  'POST /staff/advert/position/save': async (ctx, sent) => {
    if (sent.id === undefined) throw notFound('请选择广告位')
    return desk.save(ctx, sent)
  },
} satisfies Partial<Handlers<Endpoints>>
