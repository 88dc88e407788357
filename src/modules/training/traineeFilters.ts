import { choice, code, day, flag, number, type RegisterFilters, region, seldom, text } from '#lib/register/register.ts'
import { resultNames } from './participantWords.ts'

/** Filters of the register of trainees. */
export const traineeFilters = {
  /** A person's whole name, or part of the organisation's. */
  key: text('姓名或单位'),
  kind: code('类别'),
  from: day('结束日期从'),
  to: day('结束日期至'),
  provinceCode: region('地区'),
  courseId: seldom(number('培训班')),
  tookPart: seldom(flag('参加了培训')),
  credited: seldom(flag('记入学时')),
  result: seldom(
    choice('考试', {
      examined: '参加考试',
      qualified: '考试合格（含补考）',
      unqualified: '考试不合格（含补考）',
      unexamined: '没有参加考试',
      ...resultNames,
    }),
  ),
  certified: seldom(flag('取得证书')),
  hasProvince: seldom(flag('填写了地区')),
} satisfies RegisterFilters
