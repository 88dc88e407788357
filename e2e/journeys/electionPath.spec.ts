import { isFaultless, main } from '../support/board.ts'
import { beginElection, newBody, picture } from '../support/electing.ts'
import { expect, test, visit } from '../support/test.ts'

test('an election is begun from its form, and its calendar says what is due and what is late', async ({
  page,
  signInStaff,
}) => {
  await signInStaff('admin')
  const name = await newBody()
  await visit(page, '/staff/elections')
  await expect(main(page)).toContainText('第七届理事会换届选举（提前换届）')
  await beginElection(page, name)
  await expect(main(page).getByRole('heading', { name: `${name}换届选举` })).toBeVisible()
  const steps = main(page).locator('.election-steps li')
  await expect(steps).toHaveCount(8)
  await expect(steps.filter({ hasText: '成立换届工作机构' })).toContainText(/晚 \d+ 天/)
  await expect(steps.filter({ hasText: '报送备案' })).not.toContainText('晚')
  await picture(page, 'begun')
  await isFaultless(page)
})
