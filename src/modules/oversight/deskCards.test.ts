import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { roleTemplates } from '#modules/accounts/permissions.ts'
import { course } from '#modules/training/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

setUpSite({ demo: true })

type Api = Awaited<ReturnType<typeof asStaff>>
type Card = {
  code: string
  isHidden: boolean
  figures: { name: string; count: number; route: string }[]
  lines: { title: string; day: string | null; isOver: boolean; route: string }[]
}
const cardsOf = async (api: Api): Promise<Card[]> => (await api.get('/staff/overview')).data.cards
const LISTS: Record<string, string> = {
  '/staff/review': '/staff/review/list',
  '/staff/fees': '/staff/fee/list',
  '/staff/registrations': '/staff/training/registrations',
  '/staff/articles': '/staff/article/list',
}

let cashier: Api
beforeAll(async () => {
  cashier = await asStaff(site, await staffWith(site, ['cashier', 'reviewer', 'editor', 'trainer']))
})

describe('the cards of the workbench', () => {
  test('are those of one’s own work, each figure as long as the list that it opens', async () => {
    const of = async (role: string) =>
      (await cardsOf(await asStaff(site, await staffWith(site, [role])))).map(({ code }) => code)
    expect(await of('trainer')).toEqual(['trainingWeek'])
    expect(await of('editor')).toEqual(['staleColumns', 'deadLinks', 'mostRead'])
    expect(await of('writer')).toEqual(['deadLinks', 'mostRead'])
    expect(await of('cashier')).toEqual(['deadlines', 'slips'])
    for (const role of Object.keys(roleTemplates)) {
      const api = await asStaff(site, await staffWith(site, [role]))
      for (const { figures } of await cardsOf(api))
        for (const { count, route } of figures) {
          const [screen, query] = route.split('?') as [string, string]
          const { data } = await api.get(LISTS[screen]!, Object.fromEntries(new URLSearchParams(query)))
          expect(data.total, `${role} ${route}`).toBe(count)
        }
    }
  })

  test('name the most pressing matters, each with its place', async () => {
    const cards = await cardsOf(cashier)
    const lines = cards.flatMap(card => card.lines)
    expect(lines.length).toBeGreaterThan(0)
    for (const { route } of lines) expect(route).toMatch(/^\/staff\//)
    const dated = cards.find(({ code }) => code === 'deadlines')!.lines
    expect(dated.map(({ day }) => day)).toEqual(dated.map(({ day }) => day).toSorted())
  })

  test('of a trainer are what begins, ends or closes within the week, in the order of its days, and nothing cancelled', async () => {
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    const today = dayOf(new Date())
    const days = { startsOn: addDays(today, -3), endsOn: addDays(today, 30) }
    const [running, cancelled] = await site.services.db.select().from(course).orderBy(asc(course.id)).limit(2)
    const published = { publishedAt: new Date(0), ...days }
    await site.services.db.update(course).set(published).where(eq(course.id, running!.id))
    const gone = { ...published, cancelledAt: new Date(), title: '已经取消的班' }
    await site.services.db.update(course).set(gone).where(eq(course.id, cancelled!.id))
    const [week] = await cardsOf(trainer)
    const shown = week!.lines.map(({ day }) => day!)
    expect(shown).toEqual(shown.toSorted())
    expect(shown.filter(day => day < today || day > addDays(today, 7))).toEqual([])
    expect(week!.lines.map(({ title }) => title)).toContain(running!.title)
    expect(week!.lines.map(({ title }) => title)).not.toContain('已经取消的班')
  })

  test('stand in everybody’s own order without what they have hidden, and nobody else’s', async () => {
    const before = (await cardsOf(cashier)).map(({ code }) => code)
    const order = before.toReversed()
    expect((await cashier.post('/staff/overview/cards', { order, hidden: [order[0]] })).code).toBe(200)
    const after = await cardsOf(cashier)
    expect(after.map(({ code }) => code)).toEqual(order)
    expect(after[0]).toMatchObject({ isHidden: true, figures: [], lines: [] })
    expect(after.slice(1).every(({ isHidden }) => !isHidden)).toBe(true)
    const other = await asStaff(site, await staffWith(site, ['cashier', 'reviewer', 'editor', 'trainer']))
    expect((await cardsOf(other)).map(({ code }) => code)).toEqual(before)
    for (const wrong of [['nothing'], [before[0], before[0]]])
      expect((await cashier.post('/staff/overview/cards', { order: wrong, hidden: [] })).code).toBe(400)
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.post('/staff/overview/cards', { order: ['slips'], hidden: [] })).code).toBe(400)
  })
})
