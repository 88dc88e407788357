import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import type { Route } from './+types/StaffSeriesBreaks'

export { staffSeriesBreaks as handle } from './screens.ts'

export const clientLoader = recordsLoader('statisticsBreak')

/** 口径变动: from when a series cannot be compared with what was before, and why. */
export default function StaffSeriesBreaks({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="口径变动"
      title="口径变动"
      add="新增说明"
      about="在公开的序列旁显示：从哪一期起与以前不可比，为什么。"
      empty={{ title: '还没有口径变动', children: '指标解释、填报范围有变动时，在这里说明。' }}
      columns={[
        { name: '统计表和报告期', cell: ({ name }) => name },
        { name: '指标', cell: ({ values }) => String(values.indicator || '整张表') },
        { name: '说明', cell: ({ values }) => String(values.explanation) },
      ]}
    />
  )
}
