import { expect, test } from 'vitest'
import { detail, form, inDays, save, setUpCourses, trainer, visible } from '#test/setups/training/courses.ts'

setUpCourses()

test('several courses are published, closed, opened again and withdrawn at once, each by its own state', async () => {
  const [one, two] = [(await save({ form: form() })).data.id, (await save({ form: form() })).data.id]
  const many = async (act: string, ids: number[], more: object = {}) =>
    (await trainer.post('/staff/training/course/actMany', { ids, act, ...more })).data
  expect(await many('publish', [one, two, 999_999])).toMatchObject([
    { id: one, done: true },
    { id: two, done: true },
    { done: false, message: '没有这个培训班' },
  ])
  expect([await visible(one), await visible(two)]).toEqual([true, true])
  expect(await many('close', [one])).toMatchObject([{ done: true }])
  expect(await many('close', [one, two])).toMatchObject([{ done: false, message: '报名已经截止' }, { done: true }])
  expect(await trainer.post('/staff/training/course/actMany', { ids: [one], act: 'reopen' })).toMatchObject({
    code: 400,
    data: { fields: { deadline: '请填写新的截止日' } },
  })
  expect(await many('reopen', [one, two], { deadline: inDays(5) })).toMatchObject([{ done: true }, { done: true }])
  expect((await detail(one)).status).toBe('open')
  expect(await many('withdraw', [one, two])).toMatchObject([{ message: '草稿' }, { message: '草稿' }])
  expect(await visible(one)).toBe(false)
})
