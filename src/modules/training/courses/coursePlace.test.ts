import { expect, test } from 'vitest'
import { coursePlace } from './coursePlace.ts'

test.each([
  ['120000', '天津', '天津市津南区示范路 1 号', '天津市津南区示范路 1 号'],
  ['320000', '苏州', '示例会议中心', '江苏 苏州 示例会议中心'],
  ['320000', '苏州', '苏州工业园区会议中心', '江苏 苏州工业园区会议中心'],
  ['110000', '北京', '', '北京'],
  [null, '', '线上教室', '线上教室'],
  [null, '', '', ''],
])('province %s, city %s, venue %s are said as %s', (provinceCode, city, venue, said) => {
  expect(coursePlace({ provinceCode, city, venue })).toBe(said)
})
