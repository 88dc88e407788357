import { Link } from 'react-router'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import { type Frequency, frequencyNames } from '../periods.ts'
import type { Route } from './+types/StaffStatisticsForms'

export { staffStatisticsForms as handle } from './screens.ts'

export const clientLoader = recordsLoader('statisticsForm')

/** 统计表: what is asked how often, what is checked, and what may be published. */
export default function StaffStatisticsForms({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="统计表"
      title="统计表"
      add="新增统计表"
      blank={{ dueDays: 10, remindDays: '-3、0、5', isOpen: 'yes', minContributors: 3, maxShare: 75, margin: 10 }}
      about={
        <>
          保存后，已结束的各期自动向填报单位打开。修改规则只影响以后的核对，已核过的不变。
          <Link to="/staff/industry">填报情况</Link>
        </>
      }
      empty={{ title: '还没有统计表', children: '选定指标、报告期和期限，再加入填报单位。' }}
      columns={[
        { name: '名称', cell: ({ name }) => name },
        { name: '报告期', nowrap: true, cell: ({ values }) => `${frequencyNames[values.frequency as Frequency]}报` },
        { name: '期限', nowrap: true, cell: ({ values }) => `期后 ${values.dueDays} 天` },
        { name: '指标', nowrap: true, cell: ({ values }) => `${(values.cells as unknown[]).length} 个` },
        { name: '规则', nowrap: true, cell: ({ values }) => `${(values.rules as unknown[]).length} 条` },
        {
          name: '填报单位',
          nowrap: true,
          cell: ({ id, uses }) => <Link to={`/staff/industry/reporters?formId=${id}`}>{uses} 家</Link>,
        },
        {
          name: '状态',
          nowrap: true,
          cell: ({ values }) => (values.isOpen === 'yes' ? <Tag tone="good">启用</Tag> : <Tag>停用</Tag>),
        },
      ]}
    />
  )
}
