import { expect, test } from 'vitest'
import { toWholeWords } from './meantStretch.ts'

test('a stretch is extended to the words that it tears', () => {
  expect(toWholeWords('关于举办锅炉水处理培训班的报名通知', '报名通')).toBe('报名通知')
  expect(toWholeWords('锅炉水处理作业人员', '锅炉水处理')).toBe('锅炉水处理')
  expect(toWholeWords('没有这一段', '报名通')).toBe('报名通')
})
