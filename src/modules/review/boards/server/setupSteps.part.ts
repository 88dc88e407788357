import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { boardRule } from './tables.ts'

defineSetupSteps({
  code: 'boardRules',
  order: 140,
  name: '会议规则',
  without: '记录审议结果时不核对出席人数和票数',
  route: '/staff/board#rules',
  isOptional: true,
  lacks: async ({ db }) => ((await db.$count(boardRule)) > 0 ? null : '还没有按章程写明理事会等会议的出席与表决比例'),
})
