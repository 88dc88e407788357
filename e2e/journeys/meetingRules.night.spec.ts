import { dialog, isFaultless, main, press } from '../support/board.ts'
import { desk } from '../support/desk.ts'
import { bodyIdOf, fits, lookAt, record, reviewed } from '../support/meetings.ts'
import { expect, phone as phoneScreen, test, visit } from '../support/test.ts'

test('the rule of a kind of meeting is changed by keyboard, with all that is wrong at once', async ({
  page,
  signInStaff,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInStaff('admin')
  await visit(page, '/staff/meetings')
  await expect(page.getByRole('heading', { name: '会议规则' })).toBeVisible()
  await isFaultless(page)
  await page.getByRole('button', { name: /^修改 ?常务理事会的规则$/ }).focus()
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByLabel(/^出席比例选填/)
    .fill('4/3')
  await dialog(page)
    .getByLabel(/^通过比例选填/)
    .fill('1/2')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('有 2 处需要更正')
  await expect(dialog(page)).toContainText('不能超过 1')
  await expect(dialog(page)).toContainText('刚好一半不是多数')
  await isFaultless(page)
  await dialog(page)
    .getByLabel(/^出席比例选填/)
    .fill('2/3')
  const rounding = dialog(page).getByRole('group', { name: /^通过比例怎样算/ })
  await rounding.getByLabel(/^以上/).focus()
  await page.keyboard.press('ArrowRight')
  await dialog(page).getByRole('button', { name: '保存' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('#rules')).toContainText('举手表决，到会人员的过半数同意方为通过')
  await isFaultless(page)
})

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('attendance and votes fit, are refused below the quorum, and are shown', async ({ page, signInStaff }) => {
    test.slow()
    const [another, next] = [await reviewed(page), await reviewed(page)]
    const admin = await desk('admin')
    await signInStaff('admin')
    const council = { title: '第六届理事会第五次会议', bodyId: await bodyIdOf(admin, '理事会'), meetsOn: '2026-12-09' }
    const other = await admin('POST', '/staff/meeting/save', council)
    const planned = await admin('POST', '/staff/meeting/items', { ...other, items: [{ applicationId: another.id }] })
    const held = await admin('POST', '/staff/meeting/move', { ...planned, to: 'held' })
    await lookAt(page, `/staff/meetings/${held.id}`)
    await page.getByLabel(/^应到人数/).fill('20')
    await page.getByLabel(/^实到人数/).fill('10')
    await press(main(page), '全部一致同意')
    await record(page, '通过 1 项')
    await expect(main(page).getByRole('alert')).toContainText('不能形成决议')
    await expect(main(page).getByRole('alert')).toBeFocused()
    expect(await fits(page)).toBe(true)
    await isFaultless(page)
    const names = Array.from({ length: 40 }, (_, i) => `理事${i + 1}`)
    const attendance = { entitled: 45, present: 40, onLeave: 3, names, chair: '李晓明', recorder: '王芳' }
    const { agenda } = await admin('GET', `/staff/meeting/detail?id=${held.id}`)
    const votes = [{ itemId: agenda[0].itemId, yes: 36, no: 1, abstained: 1, recused: 1 }]
    await admin('POST', '/staff/meeting/record', { ...held, opinion: '理事会通过', attendance, votes })
    await lookAt(page, `/staff/meetings/${held.id}`)
    await expect(main(page)).toContainText('同意 36、反对 1、弃权 1、未投票 1、回避 1')

    const later = await admin('POST', '/staff/meeting/save', { ...council, meetsOn: '2036-12-09' })
    const filled = await admin('POST', '/staff/meeting/items', { ...later, items: [{ applicationId: next.id }] })
    await admin('POST', '/staff/meeting/move', { ...filled, to: 'held' })
    await lookAt(page, `/staff/meetings/${later.id}`)
    await press(main(page), '与上次会议相同')
    await expect(page.getByLabel(/^实到人数/)).toHaveValue('40')
    await expect(page.getByLabel(/^出席人员/)).toHaveValue(names.join('\n'))
    await expect(main(page)).toContainText('现有 40 人')
    await isFaultless(page)
  })
})
