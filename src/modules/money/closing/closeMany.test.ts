import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { ask, close, closes, dayAt, entriesAt, giveBack, receive } from '#test/setups/membership/closing.ts'
import { cashier, type Fee, fees, setUpBankStatements } from '#test/setups/money/bankStatements.ts'

setUpBankStatements()

const MONDAY = '2019-03-04'
const [TUESDAY, WEDNESDAY, FRIDAY] = [1, 2, 4].map(days => addDays(MONDAY, days)) as [string, string, string]
type OpenDay = { day: string; version: string; net: number; count: number }
const openDays = (from: string, until: string): Promise<OpenDay[]> => ask('open', { from, until })
const closeAll = (days: OpenDay[]) =>
  cashier.post('/staff/closing/closeMany', { days: days.map(({ day, version }) => ({ day, version })) })

test('several days are closed in their order, each with its own money; what comes later for a closed day goes to the next', async () => {
  const [one, two, three, four] = fees as [Fee, Fee, Fee, Fee]
  await receive(one, MONDAY)
  expect((await close(MONDAY)).code).toBe(200)
  // A refund of the closed day, and money of two others.
  await giveBack(one, 1, MONDAY)
  await receive(two, TUESDAY)
  await receive(three, FRIDAY)
  const days = await openDays(MONDAY, FRIDAY)
  expect(days.map(({ day, count }) => [day, count])).toEqual([
    [TUESDAY, 2],
    [FRIDAY, 1],
  ])
  const daysIn = async (from: string, until: string) => (await openDays(from, until)).map(({ day }) => day)
  expect(await daysIn(FRIDAY, FRIDAY)).toEqual([FRIDAY])
  expect(await daysIn(MONDAY, WEDNESDAY)).toEqual([TUESDAY])
  expect(days[0]!.net).toBe(sumAmounts([two.fee.amount, -1]))

  // Friday changes while the dialog is open: the days before it are closed, and it is not.
  await receive(four, FRIDAY)
  const { data } = await closeAll(days)
  expect(data).toEqual([
    { day: TUESDAY, done: true, message: expect.stringMatching(/^第 \d+ 号$/) },
    { day: FRIDAY, done: false, message: expect.stringContaining('刚刚有变化') },
  ])
  expect((await dayAt(TUESDAY)).close).toMatchObject({ day: TUESDAY })
  expect((await entriesAt(TUESDAY)).map(({ isLate }) => isLate).toSorted()).toEqual([false, true])
  expect((await dayAt(FRIDAY)).close).toBeNull()

  const again = await openDays(MONDAY, FRIDAY)
  expect(again.map(({ day, count }) => [day, count])).toEqual([[FRIDAY, 2]])
  expect((await closeAll(again)).data).toMatchObject([{ day: FRIDAY, done: true }])
  expect(await openDays(MONDAY, FRIDAY)).toEqual([])
  const numbers = (await closes({ month: '2019-03' })).map(({ day, number }) => [day, number])
  const [first] = numbers.at(-1)!.slice(1) as [number]
  expect(numbers).toEqual([
    [FRIDAY, first + 2],
    [TUESDAY, first + 1],
    [MONDAY, first],
  ])
})

test('a day that cannot be closed ends it: the days after it are not closed, and say so', async () => {
  const answer = await cashier.post('/staff/closing/closeMany', {
    days: [
      { day: WEDNESDAY, version: 'old' },
      { day: addDays(WEDNESDAY, 1), version: 'old' },
    ],
  })
  expect(answer.data).toMatchObject([
    { day: WEDNESDAY, done: false, message: expect.stringContaining('刚刚有变化') },
    { done: false, message: '前一天没有日结，这一天没有办理' },
  ])
  expect(await cashier.get('/staff/closing/open', { from: MONDAY, until: addDays(MONDAY, 62) })).toMatchObject({
    code: 400,
    data: { fields: { until: expect.stringContaining('62 天') } },
  })
})
