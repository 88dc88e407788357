import { endedCourse } from '../../../e2e/support/examining.ts'
import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const COUNT = 80
const TITLE = '八十人成绩录入班'
let course: number
const scores = Array.from({ length: COUNT }, (_, i) => String(40 + (i % 60)))

/** 80 scores, as a column of the examiner's sheet. */
export const scoresTask: Task = {
  code: 'scores',
  as: 'trainer',
  prepare: async () => {
    course = (await endedCourse(TITLE, COUNT)).id
  },
  run: async hand => {
    const { page, click, type, press, see } = hand
    await open(hand, '培训班')
    await type(page.getByLabel('名称、期次或城市'), TITLE)
    await press('Enter')
    await page.waitForURL(/key=/)
    await click(page.getByRole('rowheader').getByRole('link', { name: TITLE }))
    await click(page.getByRole('link', { name: '成绩与发证' }))
    const first = page.locator('.score-input[data-column=theory]').first()
    await click(first)
    await hand.pasteText(scores.join('\n'))
    await press('Control+s')
    await see(page.getByText(`已保存 ${COUNT} 人的成绩`))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select count(*)::int n from exam_result join participant on participant.id = participant_id
        where course_id = $1 and round = 'first' and theory is not null`,
      [course],
    )
    await database.end()
    if (rows[0].n !== COUNT) throw new Error(`${rows[0].n} of ${COUNT} have a score`)
  },
}
