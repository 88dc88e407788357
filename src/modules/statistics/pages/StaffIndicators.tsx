import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffIndicators'

export { staffIndicators as handle } from './screens.ts'

export const clientLoader = recordsLoader('statisticsIndicator')

/** 指标: what can be asked, with its unit and definition. */
export default function StaffIndicators({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="指标"
      title="指标"
      add="新增指标"
      blank={{ decimals: 0, mayBeNegative: 'no', isOpen: 'yes' }}
      about="统计表从这里选指标。用过的指标不能改代码和单位，否则以前的数会变成另一个意思。"
      empty={{ title: '还没有指标', children: '设好名称、单位和解释，就可以用在统计表里。' }}
      columns={[
        { name: '名称', cell: ({ name }) => name },
        { name: '代码', nowrap: true, cell: ({ values }) => String(values.code) },
        { name: '单位', nowrap: true, cell: ({ values }) => String(values.unit) },
        { name: '解释', cell: ({ values }) => String(values.definition) },
        { name: '用于', nowrap: true, cell: ({ uses }) => `${uses} 张表` },
        {
          name: '状态',
          nowrap: true,
          cell: ({ values }) => (values.isOpen === 'yes' ? <Tag tone="good">启用</Tag> : <Tag>停用</Tag>),
        },
      ]}
    />
  )
}
