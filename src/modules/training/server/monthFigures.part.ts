import { defineMonthFigures } from '#lib/server/oversight/monthFigures.ts'
import { countTraining, groups, traineeRoute } from '../statistics/server/counting.ts'

defineMonthFigures({
  order: 30,
  code: 'trained',
  name: '参训人次',
  unit: '人次',
  note: '当月结束的培训班中报到、记入学时或参加考试的学员',
  part: 'training',
  count: async (ctx, scope) => (await countTraining(ctx, scope, groups.all))[0]?.trained ?? 0,
  route: ({ from, to, provinceCode }) => traineeRoute({ from, to, provinceCode }),
})
